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

// What operators fill in. A file of its own: each form of a customer would come along to their desk, with its limits.

/** What an operator reads off the bank's statement. */
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

/** Who is refused a refund reads why. */
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

/** A requested invoice was issued on the tax authority's platform under a number, or it cannot be, with a reason. */
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

/** A second operator declines a decision about money: why, for who proposed it. */
export const decisionDeclineSchema = object({
  note: lineField(OPERATOR_REASON_MAX, 'refund_note_length').default(''),
});

/** What an operator answers. Closing a ticket needs no words; everything else does. */
export const feedbackAnswerSchema = object({
  text: textField(FEEDBACK_ANSWER_MAX, 'answer_length')
    .default('')
    .when('close', {
      is: true,
      otherwise: (field) => field.required(key('answer_required')),
    }),
  close: boolean().default(false),
});

/** What an operator notes for colleagues when a report is closed. */
export const reportNoteSchema = object({
  note: textField(REPORT_TEXT.max, 'report_note_length'),
});

/** How a report ended, chosen from a list whose values the call names; and the note. */
export const reportCloseSchema = reportNoteSchema.shape({
  resolution: string().required(),
});

/** Why two-step sign-in of somebody else is reset: never without a reason. */
export const removeFactorSchema = object({
  reason: lineField(OPERATOR_REASON_MAX, 'refund_note_length').required(key('takedown_reason_required')),
});

/** What an operator notes in the audit log about an account that is shut out, let in or signed out. */
export const accountReasonSchema = object({
  reason: lineField(OPERATOR_REASON_MAX, 'refund_note_length').default(''),
});
