import { DAY, REVIEW_APPEAL_DAYS, type AppStatus, type AppTurn } from '@yunduo/validation';
import { after } from '../../clock.ts';
import type { VersionRow } from './transitions.ts';

const APPEAL = REVIEW_APPEAL_DAYS * DAY;

export interface Turn {
  waitsFor: AppTurn;
  since: Date | null;
}

type Coming = Pick<VersionRow, 'reviewStatus' | 'createdAt' | 'submittedAt' | 'decidedAt' | 'appealedAt'>;

const NOBODY: Turn = { waitsFor: 'nobody', since: null };

/** Until when a rejection may be appealed; null when it may not, or not any more. */
export function appealUntil(
  version: Pick<Coming, 'reviewStatus' | 'decidedAt' | 'appealedAt'>,
  now: Date,
): Date | null {
  if (version.reviewStatus !== 'rejected' || version.appealedAt || !version.decidedAt) return null;
  const until = after(version.decidedAt, APPEAL);
  return now <= until ? until : null;
}

/** Whose turn it is with an app, by the version that is not live yet, and since when. */
export function turnOf(
  app: { status: AppStatus; takenDownAt: Date | null; createdAt: Date },
  coming: Coming | null,
  now: Date,
): Turn {
  if (!coming) return app.status === 'pending_release' ? mine(app.createdAt) : NOBODY;
  switch (coming.reviewStatus) {
    case 'in_review':
      return { waitsFor: 'reviewer', since: coming.appealedAt ?? coming.submittedAt };
    case 'changes_requested':
      return mine(coming.decidedAt);
    // What an operator took out of the store releases nothing.
    case 'approved':
      return app.takenDownAt ? NOBODY : mine(coming.decidedAt);
    case 'rejected':
      return appealUntil(coming, now) ? mine(coming.decidedAt) : NOBODY;
    case 'draft':
      return mine(coming.createdAt);
    case 'withdrawn':
      return mine(coming.submittedAt);
    default:
      return NOBODY;
  }
}

const mine = (since: Date | null): Turn => ({ waitsFor: 'developer', since });
