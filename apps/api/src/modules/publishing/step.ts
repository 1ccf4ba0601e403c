import type { DeveloperAction, EventRole, RejectReason } from '@yunduo/validation';
import type { Bilingual } from '../../db/schema/bilingual.ts';
import type { AppContent, VersionFacts } from '../../db/schema/review.ts';
import type { apps, appVersions } from '../../db/schema/store.ts';
import type { Actor } from '../audit/audit.ts';

export type TransitionRole = Exclude<EventRole, 'system'>;
export type VersionAction = Exclude<DeveloperAction, 'create'>;

export type AppRow = typeof apps.$inferSelect;
export type VersionRow = typeof appVersions.$inferSelect;
export type TransitionActor = Actor & { role: TransitionRole };

export interface TransitionDetails {
  /** Reason or message of the actor, used in the timeline and the mail. */
  text?: string;
  /** The reason of a yank in both languages, of which one may be empty; `text` has both. */
  reasons?: Bilingual;
  /** Of an unpublication: the app that replaces this one, as written; unchanged if undefined. */
  replacement?: string;
  /** Required for a rejection. */
  reason?: RejectReason;
  /** The frozen content of a submission. */
  submission?: { content: AppContent; facts: VersionFacts };
}

export interface TransitionInput {
  /** Id of the version. */
  version: number;
  action: VersionAction;
  actor: TransitionActor;
  details?: TransitionDetails;
}

/** Input of an effect. */
export interface Step extends TransitionInput {
  app: AppRow;
  row: VersionRow;
  now: Date;
  details: TransitionDetails;
}
