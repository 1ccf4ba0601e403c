import type { AppNextStep, AppState, AppStatus } from '@yunduo/validation';
import type { VersionRow } from './step.ts';
import { appealUntil } from './next-actor.ts';

/** How an app stands, in one word, and the one thing that its developer does next. */
export interface AppStanding {
  state: AppState;
  nextStep: AppNextStep;
}

interface Situation {
  app: { status: AppStatus; takenDownAt: Date | null };
  /** The version that is not live yet. */
  pending: Pick<VersionRow, 'reviewStatus' | 'decidedAt' | 'appealedAt'> | null;
  /** Whether there is a version that the store shows, or showed last. */
  live: boolean;
  /** Whether the draft says something else than that version. */
  differs: boolean;
  now: Date;
}

/**
 * The one truth about an app: the list of apps, every page of an app and build servers read it from here. What is on
 * its way comes before what the store shows, an operator's word before both.
 */
export function appStateOf({ app, pending, live, differs, now }: Situation): AppStanding {
  if (app.takenDownAt) return { state: 'taken_down', nextStep: 'none' };
  switch (pending?.reviewStatus) {
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
      if (appealUntil(pending, now)) return { state: 'rejected', nextStep: 'appeal' };
      // What is in the store outlives a rejection; what never was is still that.
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
