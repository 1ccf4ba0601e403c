import { expect, test } from '@jest/globals';
import {
  REVIEW_CHECK_ITEMS,
  REVIEW_CHECK_NOTE_MAX,
  REVIEW_REASON_MAX,
  type ReviewCheckAnswer,
} from '@yunduo/validation';
import { decisionErrors } from './decision-errors.ts';
import type { DecisionDraft } from './use-decision-draft.ts';

const all = (answer: ReviewCheckAnswer): DecisionDraft['checks'] =>
  Object.fromEntries(REVIEW_CHECK_ITEMS.map((item) => [item, { item, answer, note: '' }]));
const noted = (answer: ReviewCheckAnswer, length: number): DecisionDraft['checks'] => ({
  ...all('yes'),
  identity: { item: 'identity', answer, note: '字'.repeat(length) },
});
const draft = (changes: Partial<DecisionDraft>): DecisionDraft => ({
  checks: all('yes'),
  decision: 'approve',
  reason: null,
  text: '',
  ...changes,
});

test.each([
  ['an approval with all items passed', draft({}), 0, {}],
  ['an item without an answer', draft({ checks: {} }), 0, { checklist: 'decision.unanswered' }],
  ['no decision', draft({ decision: null }), 0, { decision: 'decision.outcome_required' }],
  ['an approval with failed items', draft({ checks: all('no') }), 0, { decision: 'decision.failed_items' }],
  ['an item that does not apply', draft({ checks: all('not_applicable') }), 0, {}],
  [
    'a request without a suggestion',
    draft({ decision: 'request_changes' }),
    0,
    { decision: 'decision.need_suggestion' },
  ],
  ['a request with a suggestion', draft({ decision: 'request_changes', checks: all('no') }), 1, {}],
  [
    'a rejection without reason and text',
    draft({ decision: 'reject', text: '  ' }),
    0,
    { reason: 'decision.reason_choose', text: 'decision.text_required' },
  ],
  [
    'a rejection with reason and text',
    draft({ decision: 'reject', reason: 'broken', text: 'It fails' }),
    0,
    {},
  ],
  [
    'texts of exactly the maximum length',
    draft({
      text: ` ${'字'.repeat(REVIEW_REASON_MAX)} `,
      checks: noted('not_applicable', REVIEW_CHECK_NOTE_MAX),
    }),
    0,
    {},
  ],
  [
    'a text above the maximum length',
    draft({ text: '字'.repeat(REVIEW_REASON_MAX + 1) }),
    0,
    { length: 'decision_text_length' },
  ],
  [
    'a note above the maximum length',
    draft({ checks: noted('not_applicable', REVIEW_CHECK_NOTE_MAX + 1) }),
    0,
    { notes: ['identity'] },
  ],
  ['a too long note of a passed item', draft({ checks: noted('yes', REVIEW_CHECK_NOTE_MAX + 1) }), 0, {}],
] as const)('%s', (_what, given, open, errors) => expect(decisionErrors(given, open)).toEqual(errors));
