// The rules of the desk's forms, loaded at the first interaction with one: `import('../rules.ts')`.
import { confirmTransferSchema, feedbackAssignSchema } from '@yunduo/validation/schemas';

export {
  accountReasonSchema,
  requiredReasonSchema,
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

/** Digits, or groups of three, and at most two decimal places. */
const AMOUNT = /^(?:\d{1,9}|\d{1,3}(?:[\s,，]\d{3}){1,2})(?:\.\d{1,2})?$/;

/** `1299`, `1,299.00` → minor units; NaN for anything else, such as a decimal comma. */
const minorUnits = (input: unknown): number => {
  const text = String(input).trim();
  return AMOUNT.test(text) ? Math.round(Number(text.replaceAll(/[\s,，]/g, '')) * 100) : NaN;
};

/** The form takes yuan as on a bank statement, the call takes fen. */
export const transferFormSchema = confirmTransferSchema.transform((values: Record<string, unknown>) => ({
  ...values,
  amount: minorUnits(values['amount']),
}));
