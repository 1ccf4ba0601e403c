import { describe, expect, test } from '@jest/globals';
import { REVIEW_CHECK_NOTE_MAX, REVIEW_REASON_MAX } from '../limits.ts';
import { fieldErrors } from '../field-errors.ts';
import { REVIEW_CHECK_ITEMS, type ReviewCheckAnswer } from '../vocabulary.ts';
import { decisionFormSchema } from './review.ts';

const checks = (answer: ReviewCheckAnswer | '', note = '') =>
  Object.fromEntries(REVIEW_CHECK_ITEMS.map((item) => [item, { answer, note }]));
const noted = (answer: ReviewCheckAnswer, length: number) => ({
  ...checks('yes'),
  identity: { answer, note: '字'.repeat(length) },
});
const form = (changes: object) => ({
  checks: checks('yes'),
  decision: 'approve',
  reason: '',
  text: '',
  ...changes,
});

describe('the form of a decision', () => {
  test.each([
    ['an approval with all items passed', form({}), 0, {}],
    [
      'an item without an answer',
      form({ checks: { ...checks('yes'), identity: { answer: '', note: '' } } }),
      0,
      { 'checks.identity.answer': 'check_required' },
    ],
    ['no decision', form({ decision: '' }), 0, { decision: 'decision_required' }],
    ['an approval with failed items', form({ checks: checks('no') }), 0, { decision: 'checks_failed' }],
    ['an item that does not apply', form({ checks: checks('not_applicable') }), 0, {}],
    [
      'a request without a suggestion',
      form({ decision: 'request_changes' }),
      0,
      { decision: 'suggestions_required' },
    ],
    ['a request with a suggestion', form({ decision: 'request_changes', checks: checks('no') }), 1, {}],
    [
      'a rejection without reason and text',
      form({ decision: 'reject', text: '  ' }),
      0,
      { reason: 'reject_reason_required', text: 'reject_text_required' },
    ],
    [
      'a rejection with reason and text',
      form({ decision: 'reject', reason: 'broken', text: 'It fails' }),
      0,
      {},
    ],
    [
      'texts of exactly the maximum length',
      form({
        text: ` ${'字'.repeat(REVIEW_REASON_MAX)} `,
        checks: noted('not_applicable', REVIEW_CHECK_NOTE_MAX),
      }),
      0,
      {},
    ],
    [
      'a text above the maximum length',
      form({ text: '字'.repeat(REVIEW_REASON_MAX + 1) }),
      0,
      { text: 'decision_text_length' },
    ],
    [
      'a note above the maximum length',
      form({ checks: noted('not_applicable', REVIEW_CHECK_NOTE_MAX + 1) }),
      0,
      { 'checks.identity.note': 'check_note_length' },
    ],
    ['a too long note of a passed item', form({ checks: noted('yes', REVIEW_CHECK_NOTE_MAX + 1) }), 0, {}],
  ])('%s', async (_what, values, open, errors) => {
    expect(await fieldErrors(decisionFormSchema(open), values)).toEqual(errors);
  });

  test('sends no note of a passed item, and a reason only with a rejection', () => {
    const cast = (values: object) => decisionFormSchema(0).cast(values) as unknown;
    expect(cast(form({ checks: noted('yes', 3), reason: 'broken' }))).toEqual({
      checks: checks('yes'),
      decision: 'approve',
      text: '',
    });
    expect(cast(form({ checks: noted('no', 1), decision: 'reject', reason: 'broken' }))).toEqual({
      checks: { ...checks('yes'), identity: { answer: 'no', note: '字' } },
      decision: 'reject',
      reason: 'broken',
      text: '',
    });
  });
});
