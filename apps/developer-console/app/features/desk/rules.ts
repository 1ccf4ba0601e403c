// The rules of the desk's forms, loaded at the first interaction with one: `import('../rules.ts')`.
import { confirmTransferSchema, feedbackAssignSchema } from '@yunduo/validation/schemas';

export {
  accountReasonSchema,
  removeFactorSchema,
  decisionDeclineSchema,
  feedbackAnswerSchema,
  invoiceDecideSchema,
  paymentReturnSchema,
  refundDecideSchema,
  reportCloseSchema,
} from '@yunduo/validation/schemas';

/** The form's choice is text, and empty for none; the call takes an id or null. */
export const feedbackAssignFormSchema = feedbackAssignSchema.transform((values: Record<string, unknown>) => ({
  ...values,
  assignee: values['assignee'] || null,
}));

/** `1299`, `1,299.00` → minor units; NaN for anything else. */
const minorUnits = (input: unknown): number => {
  const text = String(input).replaceAll(/[\s,，]/g, '');
  return /^\d{1,9}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : NaN;
};

/** The form takes yuan as on a bank statement, the call takes fen. */
export const transferFormSchema = confirmTransferSchema.transform((values: Record<string, unknown>) => ({
  ...values,
  amount: minorUnits(values['amount']),
}));
