import { REVIEW_CHECK_ITEMS } from '@yunduo/validation';
import type { DecisionDraft } from './use-decision-draft.ts';

/** What stands in the way of a decision, as words of the desk. */
export type DecisionFaults = Partial<{
  checklist: 'decision.unanswered';
  decision: 'decision.outcome_required' | 'decision.need_suggestion' | 'decision.failed_items';
  reason: 'decision.reason_choose';
  text: 'decision.text_required';
}>;

/** As the server judges: every item answered, nothing failed in an approval, something asked for, a reason said. */
export function faultsOfDecision(draft: DecisionDraft, openSuggestions: number): DecisionFaults {
  const { checks, decision, reason, text } = draft;
  const faults: DecisionFaults = {};
  if (REVIEW_CHECK_ITEMS.some((item) => !checks[item])) faults.checklist = 'decision.unanswered';
  if (!decision) faults.decision = 'decision.outcome_required';
  else if (decision === 'request_changes' && openSuggestions === 0)
    faults.decision = 'decision.need_suggestion';
  else if (decision === 'approve' && Object.values(checks).some(({ answer }) => answer === 'no'))
    faults.decision = 'decision.failed_items';
  if (decision === 'reject' && !reason) faults.reason = 'decision.reason_choose';
  if (decision === 'reject' && !text.trim()) faults.text = 'decision.text_required';
  return faults;
}
