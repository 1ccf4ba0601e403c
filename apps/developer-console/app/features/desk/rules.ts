// The rules of the desk's forms, loaded at the first interaction with one: `import('../rules.ts')`.
import { confirmTransferSchema } from '@yunduo/validation/schemas';

export {
  accountReasonSchema,
  removeFactorSchema,
  decisionDeclineSchema,
  feedbackAnswerSchema,
  invoiceDecideSchema,
  refundDecideSchema,
  reportCloseSchema,
} from '@yunduo/validation/schemas';

/** `1299`, `1,299.00` → minor units; NaN for anything else. */
const minorUnits = (typed: unknown): number => {
  const text = String(typed).replaceAll(/[\s,，]/g, '');
  return /^\d{1,9}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : NaN;
};

/** The form takes yuan as on a bank statement, the call takes fen. */
export const transferFormSchema = confirmTransferSchema.transform((values: Record<string, unknown>) => ({
  ...values,
  amount: minorUnits(values['amount']),
}));
