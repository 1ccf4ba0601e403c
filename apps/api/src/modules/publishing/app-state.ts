import type { AppNextStep, AppState, AppStatus } from '@yunduo/validation';
import type { VersionRow } from './step.ts';
import { appealUntil, isOnHold } from './next-actor.ts';

/** State of an app, and its developer's next step. */
export interface AppStanding {
  state: AppState;
  nextStep: AppNextStep;
}

interface Situation {
  app: { status: AppStatus; takenDownAt: Date | null };
  /** The version not yet released. */
  pending: Pick<VersionRow, 'listing' | 'reviewStatus' | 'decidedAt' | 'appealedAt'> | null;
  /** Whether a version is or was shown in the store. */
  live: boolean;
  /** Whether the draft differs from that version. */
  differs: boolean;
  now: Date;
}

/**
 * The one definition of an app's state: the app list, all app pages and build servers use it. A pending version takes
 * precedence over the released one, and an operator's action over both. A listing that waits for its app to be published
 * again does not.
 */
export function appStateOf({ app, pending, live, differs, now }: Situation): AppStanding {
  if (app.takenDownAt) return { state: 'taken_down', nextStep: 'none' };
  const active = pending && !isOnHold(app, pending) ? pending : null;
  switch (active?.reviewStatus) {
    case 'in_review':
      return { state: 'in_review', nextStep: 'wait' };
    case 'changes_requested':
      return { state: 'changes_requested', nextStep: 'answer' };
    case 'approved':
      return { state: 'approved', nextStep: 'release' };
    case 'draft':
      return { state: 'draft', nextStep: 'submit' };
    case 'withdrawn':
      return { state: 'withdrawn', nextStep: 'submit' };
    case 'rejected':
      if (appealUntil(active, now)) return { state: 'rejected', nextStep: 'appeal' };
      // A rejection does not remove a published app; an app never published is rejected as a whole.
      if (app.status === 'pending_release') return { state: 'rejected', nextStep: 'new_version' };
  }
  if (app.status === 'published') {
    return differs
      ? { state: 'changed', nextStep: 'submit_listing' }
      : { state: 'published', nextStep: 'new_version' };
  }
  if (app.status === 'unpublished')
    return { state: 'unpublished', nextStep: live ? 'relist' : 'new_version' };
  return { state: 'draft', nextStep: 'complete' };
}
