import { DAY, REVIEW_APPEAL_DAYS, type AppStatus, type AppTurn } from '@yunduo/validation';
import { after } from '../../clock.ts';
import type { VersionRow } from './step.ts';

const APPEAL = REVIEW_APPEAL_DAYS * DAY;

export interface Turn {
  waitsFor: AppTurn;
  since: Date | null;
}

type Pending = Pick<
  VersionRow,
  'listing' | 'reviewStatus' | 'createdAt' | 'submittedAt' | 'decidedAt' | 'appealedAt'
> & {
  /** Of a withdrawn version: the last withdrawal. */
  withdrawnAt?: Date | null;
};

const NOBODY: Turn = { waitsFor: 'nobody', since: null };

/** Deadline for appealing a rejection; null when an appeal is not, or no longer, possible. */
export function appealUntil(
  version: Pick<Pending, 'reviewStatus' | 'decidedAt' | 'appealedAt'>,
  now: Date,
): Date | null {
  if (version.reviewStatus !== 'rejected' || version.appealedAt || !version.decidedAt) return null;
  const until = after(version.decidedAt, APPEAL);
  return now <= until ? until : null;
}

const ON_HOLD: readonly VersionRow['reviewStatus'][] = ['changes_requested', 'withdrawn', 'approved'];

/** Whether a listing cannot go on until its app is published again: it updates the version in the store. */
export const isOnHold = (
  { status }: { status: AppStatus },
  { listing, reviewStatus }: Pick<VersionRow, 'listing' | 'reviewStatus'>,
): boolean => listing && status !== 'published' && ON_HOLD.includes(reviewStatus);

/** When a review began: at the submission, or at an appeal since. */
const handedInAt = ({ appealedAt, submittedAt }: Pending): Date | null =>
  appealedAt && (!submittedAt || appealedAt >= submittedAt) ? appealedAt : submittedAt;

/** Who acts next on an app, according to its pending version, and since when. */
export function nextActorOf(
  app: { status: AppStatus; takenDownAt: Date | null; createdAt: Date },
  pending: Pending | null,
  now: Date,
): Turn {
  if (!pending) return app.status === 'pending_release' ? mine(app.createdAt) : NOBODY;
  if (isOnHold(app, pending)) return NOBODY;
  switch (pending.reviewStatus) {
    case 'in_review':
      return { waitsFor: 'reviewer', since: handedInAt(pending) };
    case 'changes_requested':
      return mine(pending.decidedAt);
    // An app taken down by an operator cannot be released.
    case 'approved':
      return app.takenDownAt ? NOBODY : mine(pending.decidedAt);
    case 'rejected':
      return appealUntil(pending, now) ? mine(pending.decidedAt) : NOBODY;
    case 'draft':
      return mine(pending.createdAt);
    case 'withdrawn':
      return mine(pending.withdrawnAt ?? pending.submittedAt);
    default:
      return NOBODY;
  }
}

const mine = (since: Date | null): Turn => ({ waitsFor: 'developer', since });
