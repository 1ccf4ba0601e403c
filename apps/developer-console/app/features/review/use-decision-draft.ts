import type { ReviewDetail } from '@yunduo/api-contract';
import { useAppSelector } from '@yunduo/app-shell';
import { localDraft } from '@yunduo/app-shell/drafts';
import { selectUser } from '@yunduo/session';
import type { RejectReason, ReviewCheckAnswer, ReviewCheckItem, ReviewDecision } from '@yunduo/validation';
import { useState } from 'react';

export type Checks = Partial<
  Record<ReviewCheckItem, { item: ReviewCheckItem; answer: ReviewCheckAnswer; note: string }>
>;

/** What passes takes no note: one that was written before is not shown, and is not sent. */
export const noteOf = (check: Checks[ReviewCheckItem]): string =>
  check && check.answer !== 'yes' ? check.note : '';

/** A decision on its way. */
export interface DecisionDraft {
  checks: Checks;
  decision: ReviewDecision | null;
  reason: RejectReason | null;
  text: string;
}

/**
 * The decision as far as it has come, kept for this tab: a reload or an expired session loses no tick. It belongs to
 * one reviewer and one submission; a first one begins with the checklist of the decision before.
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

const listingValuesOf = (kept: unknown): DecisionDraft | null =>
  typeof kept === 'object' && kept !== null && 'checks' in kept ? (kept as DecisionDraft) : null;
