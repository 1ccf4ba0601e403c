import type { DeveloperAction, EventRole, RejectReason } from '@yunduo/validation';
import type { AppContent, VersionFacts } from '../../db/schema/review.ts';
import type { apps, appVersions } from '../../db/schema/store.ts';
import type { Actor } from '../audit/audit.ts';

export type TransitionRole = Exclude<EventRole, 'system'>;
export type VersionAction = Exclude<DeveloperAction, 'create'>;

export type AppRow = typeof apps.$inferSelect;
export type VersionRow = typeof appVersions.$inferSelect;
export type TransitionActor = Actor & { role: TransitionRole };

export interface TransitionDetails {
  /** Reason or words of who does it; the timeline and the mail carry them. */
  text?: string;
  /** Of a rejection. */
  reason?: RejectReason;
  /** Of a submission: what is frozen. */
  submission?: { content: AppContent; facts: VersionFacts };
}

export interface TransitionInput {
  /** Id of the version. */
  version: number;
  action: VersionAction;
  actor: TransitionActor;
  details?: TransitionDetails;
}

/** What an effect works with. */
export interface Step extends TransitionInput {
  app: AppRow;
  row: VersionRow;
  now: Date;
  details: TransitionDetails;
}
