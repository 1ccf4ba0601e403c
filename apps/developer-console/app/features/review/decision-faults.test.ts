import { expect, test } from '@jest/globals';
import { REVIEW_CHECK_ITEMS, type ReviewCheckAnswer } from '@yunduo/validation';
import { faultsOfDecision } from './decision-faults.ts';
import type { DecisionDraft } from './use-decision-draft.ts';

const all = (answer: ReviewCheckAnswer): DecisionDraft['checks'] =>
  Object.fromEntries(REVIEW_CHECK_ITEMS.map((item) => [item, { item, answer, note: '' }]));
const draft = (changes: Partial<DecisionDraft>): DecisionDraft => ({
  checks: all('yes'),
  decision: 'approve',
  reason: null,
  text: '',
  ...changes,
});

test.each([
  ['an approval with everything in order', draft({}), 0, {}],
  ['an item without an answer', draft({ checks: {} }), 0, { checklist: 'decision.unanswered' }],
  ['no decision', draft({ decision: null }), 0, { decision: 'decision.outcome_required' }],
  ['an approval of what fails', draft({ checks: all('no') }), 0, { decision: 'decision.failed_items' }],
  ['an item that does not apply', draft({ checks: all('not_applicable') }), 0, {}],
  [
    'a request without a suggestion',
    draft({ decision: 'request_changes' }),
    0,
    { decision: 'decision.need_suggestion' },
  ],
  ['a request with one', draft({ decision: 'request_changes', checks: all('no') }), 1, {}],
  [
    'a rejection without a word',
    draft({ decision: 'reject', text: '  ' }),
    0,
    { reason: 'decision.reason_choose', text: 'decision.text_required' },
  ],
  ['a rejection that says why', draft({ decision: 'reject', reason: 'broken', text: 'It fails' }), 0, {}],
] as const)('%s', (_what, given, open, faults) => expect(faultsOfDecision(given, open)).toEqual(faults));
