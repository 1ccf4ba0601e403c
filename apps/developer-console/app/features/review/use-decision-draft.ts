import type { ReviewDetail } from '@yunduo/api-contract';
import { useAppSelector } from '@yunduo/app-shell';
import { localDraft } from '@yunduo/app-shell/drafts';
import { selectUser } from '@yunduo/session';
import type { RejectReason, ReviewCheckAnswer, ReviewCheckItem, ReviewDecision } from '@yunduo/validation';
import { useState } from 'react';

export type Checks = Partial<
  Record<ReviewCheckItem, { item: ReviewCheckItem; answer: ReviewCheckAnswer; note: string }>
>;

/** A passed item has no note: an earlier one is neither shown nor sent. */
export const noteOf = (check: Checks[ReviewCheckItem]): string =>
  check && check.answer !== 'yes' ? check.note : '';

/** A decision in progress. */
export interface DecisionDraft {
  checks: Checks;
  decision: ReviewDecision | null;
  reason: RejectReason | null;
  text: string;
}

/**
 * The draft of a decision, stored in this tab: a reload or an expired session loses nothing. It belongs to one reviewer
 * and one submission; a new one starts with the checklist of the previous decision.
 */
export function useDecisionDraft({ version_id, round, checklist }: ReviewDetail) {
  const reviewer = useAppSelector(selectUser)?.id;
  const entry = localDraft(`review:${reviewer}:${version_id}:${round}`);
  const [draft, setDraft] = useState<DecisionDraft>(
    () =>
      listingValuesOf(entry.read()) ?? {
        checks: Object.fromEntries(checklist.checks.map((check) => [check.item, check])),
        decision: null,
        reason: null,
        text: '',
      },
  );
  return {
    draft,
    change(part: Partial<DecisionDraft>) {
      const next = { ...draft, ...part };
      setDraft(next);
      entry.save(next);
    },
    forget: entry.remove,
  };
}

const listingValuesOf = (stored: unknown): DecisionDraft | null =>
  typeof stored === 'object' && stored !== null && 'checks' in stored ? (stored as DecisionDraft) : null;
