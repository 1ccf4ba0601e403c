import { describe, expect, test } from '@jest/globals';
import type { AnyObject, ObjectSchema } from 'yup';
import { FEEDBACK_ANSWER_MAX, OPERATOR_REASON_MAX, REFUND_NOTE_MAX, REPORT_TEXT } from '../limits.ts';
import { fieldErrors } from '../field-errors.ts';
import {
  accountReasonSchema,
  decisionDeclineSchema,
  feedbackAnswerSchema,
  invoiceDecideSchema,
  paymentReturnSchema,
  refundDecideSchema,
  requiredReasonSchema,
  reportNoteSchema,
} from './operator.ts';

const order = { order_no: 'YD20261121-7K3M9-QXW2H' };

interface Reason {
  form: string;
  schema: ObjectSchema<AnyObject>;
  given: object;
  field: string;
  max: number;
  tooLong: string;
  /** The message of an empty reason; undefined where it may be left out. */
  missing?: string;
}

/** What an operator writes about a decision. The person concerned, or a colleague, reads it. */
const REASONS: Reason[] = [
  {
    form: 'a declined refund',
    schema: refundDecideSchema,
    given: { ...order, approve: false },
    field: 'note',
    max: REFUND_NOTE_MAX,
    tooLong: 'refund_note_length',
    missing: 'refund_note_required',
  },
  {
    form: 'an approved refund',
    schema: refundDecideSchema,
    given: { ...order, approve: true },
    field: 'note',
    max: REFUND_NOTE_MAX,
    tooLong: 'refund_note_length',
  },
  {
    form: 'an invoice that cannot be issued',
    schema: invoiceDecideSchema,
    given: { ...order, issued: false },
    field: 'note',
    max: REFUND_NOTE_MAX,
    tooLong: 'refund_note_length',
    missing: 'invoice_note_required',
  },
  {
    form: 'a returned payment',
    schema: paymentReturnSchema,
    given: { payment_no: 'YP-1' },
    field: 'note',
    max: REFUND_NOTE_MAX,
    tooLong: 'refund_note_length',
    missing: 'return_note_required',
  },
  {
    form: 'a declined proposal',
    schema: decisionDeclineSchema,
    given: {},
    field: 'note',
    max: OPERATOR_REASON_MAX,
    tooLong: 'refund_note_length',
  },
  {
    form: 'a reset of two-step sign-in, a deleted account',
    schema: requiredReasonSchema,
    given: {},
    field: 'reason',
    max: OPERATOR_REASON_MAX,
    tooLong: 'refund_note_length',
    missing: 'yank_reason_required',
  },
  {
    form: 'a disabled account',
    schema: accountReasonSchema,
    given: {},
    field: 'reason',
    max: OPERATOR_REASON_MAX,
    tooLong: 'refund_note_length',
  },
  {
    form: 'an answer to feedback',
    schema: feedbackAnswerSchema,
    given: { close: false },
    field: 'text',
    max: FEEDBACK_ANSWER_MAX,
    tooLong: 'answer_length',
    missing: 'answer_required',
  },
  {
    form: 'closed feedback',
    schema: feedbackAnswerSchema,
    given: { close: true },
    field: 'text',
    max: FEEDBACK_ANSWER_MAX,
    tooLong: 'answer_length',
  },
  {
    form: 'a closed report',
    schema: reportNoteSchema,
    given: {},
    field: 'note',
    max: REPORT_TEXT.max,
    tooLong: 'report_note_length',
  },
];

describe('an operator’s reason', () => {
  test.each(REASONS)('for $form', async ({ schema, given, field, max, tooLong, missing }) => {
    const of = async (text: string | undefined) =>
      (await fieldErrors(schema, { ...given, [field]: text }))[field];
    for (const empty of [undefined, '', ' \n\u200b'])
      expect([empty, await of(empty)]).toEqual([empty, missing]);
    expect(await of('字'.repeat(max))).toBeUndefined();
    expect(await of('字'.repeat(max + 1))).toBe(tooLong);
  });
});
