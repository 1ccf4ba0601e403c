import { boolean, number, object, string } from 'yup';
import {
  FEEDBACK_ANSWER_MAX,
  OPERATOR_REASON_MAX,
  ORDER_QUANTITY_MAX,
  PRICE_MAX,
  REFUND_NOTE_MAX,
  REPORT_TEXT,
  TRANSFER_REFERENCE_MAX,
} from '../limits.ts';
import { INVOICE_NUMBER_PATTERN } from '../patterns.ts';
import { orderNoField } from './order-no-field.ts';
import { key, lineField, plainField, textField } from './text.ts';

// Operators' forms. In a separate file, so that the desk does not load every customer form and its limits.

/** Data that an operator copies from the bank statement. */
export const confirmTransferSchema = object({
  order_no: orderNoField(),
  amount: number()
    .typeError(key('received_amount_invalid'))
    .required(key('received_amount_invalid'))
    .integer(key('received_amount_invalid'))
    .min(1, key('received_amount_invalid'))
    .max(PRICE_MAX * ORDER_QUANTITY_MAX, key('received_amount_invalid')),
  reference: lineField(TRANSFER_REFERENCE_MAX, 'transfer_reference_invalid').required(
    key('transfer_reference_required'),
  ),
});

/** The buyer reads the reason of a declined refund. */
export const refundDecideSchema = object({
  order_no: orderNoField(),
  approve: boolean().typeError(key('field_invalid')).required(key('field_invalid')),
  note: textField(REFUND_NOTE_MAX, 'refund_note_length')
    .default('')
    .when('approve', {
      is: false,
      then: (field) => field.required(key('refund_note_required')),
    }),
});

/**
 * A requested invoice was issued on the tax authority's platform under a number, or cannot be issued for a
 * reason.
 */
export const invoiceDecideSchema = object({
  order_no: orderNoField(),
  issued: boolean().typeError(key('field_invalid')).required(key('field_invalid')),
  number: plainField()
    .default('')
    .when('issued', {
      is: true,
      then: (field) =>
        field.required(key('invoice_number_required')).matches(INVOICE_NUMBER_PATTERN, {
          message: key('invoice_number_invalid'),
          excludeEmptyString: true,
        }),
      otherwise: (field) => field.max(0, key('field_invalid')),
    }),
  note: textField(REFUND_NOTE_MAX, 'refund_note_length')
    .default('')
    .when('issued', {
      is: false,
      then: (field) => field.required(key('invoice_note_required')),
    }),
});

/** How and why money that its order could not take was returned; for the audit log. */
export const paymentReturnSchema = object({
  payment_no: string().trim().required(key('field_invalid')),
  note: textField(REFUND_NOTE_MAX, 'refund_note_length').required(key('return_note_required')),
});

/** A second operator declines a proposal; the proposer reads the reason. */
export const decisionDeclineSchema = object({
  note: lineField(OPERATOR_REASON_MAX, 'refund_note_length').default(''),
});

/** An operator's action on a ticket. Closing needs no text; every other action does. */
export const feedbackAnswerSchema = object({
  text: textField(FEEDBACK_ANSWER_MAX, 'answer_length')
    .default('')
    .when('close', {
      is: true,
      otherwise: (field) => field.required(key('answer_required')),
    }),
  close: boolean().default(false),
});

/** The operator who works on a ticket; null for none. Whether the account is an operator is known to the server alone. */
export const feedbackAssignSchema = object({
  assignee: number()
    .nullable()
    .default(null)
    .integer(key('assignee_invalid'))
    .min(1, key('assignee_invalid')),
});

/** An operator's note for colleagues when a report is closed. */
export const reportNoteSchema = object({
  note: textField(REPORT_TEXT.max, 'report_note_length'),
});

/** The outcome of a report, from a list of values in the call, and the note. */
export const reportCloseSchema = reportNoteSchema.shape({
  resolution: string().required(key('report_result_required')),
});

/** The required reason for resetting two-step sign-in of an account, or deleting it. */
export const requiredReasonSchema = object({
  reason: lineField(OPERATOR_REASON_MAX, 'refund_note_length').required(key('yank_reason_required')),
});

/** An operator's audit note on disabling, enabling or signing out an account. */
export const accountReasonSchema = object({
  reason: lineField(OPERATOR_REASON_MAX, 'refund_note_length').default(''),
});
