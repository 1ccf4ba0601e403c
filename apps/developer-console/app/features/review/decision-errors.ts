import {
  REVIEW_CHECK_ITEMS,
  REVIEW_CHECK_NOTE_MAX,
  REVIEW_REASON_MAX,
  type ReviewCheckItem,
} from '@yunduo/validation';
import { noteOf, type DecisionDraft } from './use-decision-draft.ts';

/** Obstacles to a decision: words of the desk, of the length rules, and checklist items. */
export type DecisionErrors = Partial<{
  checklist: 'decision.unanswered';
  decision: 'decision.outcome_required' | 'decision.need_suggestion' | 'decision.failed_items';
  reason: 'decision.reason_choose';
  text: 'decision.text_required';
  length: 'decision_text_length';
  /** Items with a note that is too long. */
  notes: readonly ReviewCheckItem[];
}>;

const isLonger = (text: string, most: number): boolean => [...text.trim()].length > most;

/**
 * Same rules as on the server: every item answered, no failed item in an approval, at least one suggestion for
 * requested changes, a reason for a rejection.
 */
export function decisionErrors(draft: DecisionDraft, openSuggestions: number): DecisionErrors {
  const { checks, decision, reason, text } = draft;
  const errors: DecisionErrors = {};
  if (REVIEW_CHECK_ITEMS.some((item) => !checks[item])) errors.checklist = 'decision.unanswered';
  if (!decision) errors.decision = 'decision.outcome_required';
  else if (decision === 'request_changes' && openSuggestions === 0)
    errors.decision = 'decision.need_suggestion';
  else if (decision === 'approve' && Object.values(checks).some(({ answer }) => answer === 'no'))
    errors.decision = 'decision.failed_items';
  if (decision === 'reject' && !reason) errors.reason = 'decision.reason_choose';
  if (decision === 'reject' && !text.trim()) errors.text = 'decision.text_required';
  if (isLonger(text, REVIEW_REASON_MAX)) errors.length = 'decision_text_length';
  const notes = REVIEW_CHECK_ITEMS.filter((item) => isLonger(noteOf(checks[item]), REVIEW_CHECK_NOTE_MAX));
  if (notes.length > 0) errors.notes = notes;
  return errors;
}
