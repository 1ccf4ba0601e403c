import type { ReviewCheckAnswer, ReviewCheckItem, TokenScope } from '@yunduo/validation';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { users } from './account.ts';
import { bilingual } from './bilingual.ts';
import { id, moment } from './columns.ts';
import { apps, appVersions } from './store.ts';

/**
 * Days that differ from their weekday: public holidays, and make-up working days at weekends. A year with a row is
 * known; in a year without one, Monday to Friday are working days.
 */
export const calendarDays = pgTable('calendar_days', {
  /** In Asia/Shanghai. */
  day: date('day', { mode: 'string' }).primaryKey(),
  working: boolean('working').notNull(),
  name: bilingual('name').notNull(),
  /** Null: from the package; otherwise the operator's last edit. Imports skip edited days. */
  editedAt: moment('edited_at'),
});

/** Tokens for a developer's build server. The token is shown once and stored as a hash. */
export const devTokens = pgTable(
  'dev_tokens',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null: every app of the owner, including future ones. */
    appId: integer('app_id').references(() => apps.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    scopes: text('scopes').array().$type<TokenScope[]>().notNull(),
    tokenHash: text('token_hash').notNull(),
    /** First characters, by which its owner recognises it. */
    hint: text('hint').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** Coarse: written at most every few minutes. */
    lastUsedAt: moment('last_used_at'),
    revokedAt: moment('revoked_at'),
    /** When the owner was mailed about its expiry: once. */
    announcedAt: moment('announced_at'),
  },
  (table) => [
    uniqueIndex('dev_tokens_token_hash').on(table.tokenHash),
    index('dev_tokens_of_user').on(table.userId, table.createdAt.desc()),
    index('dev_tokens_of_app').on(table.appId),
    index('dev_tokens_to_announce')
      .on(table.expiresAt)
      .where(sql`announced_at is null and revoked_at is null`),
    check('dev_tokens_some_scope', sql`cardinality(scopes) > 0`),
  ],
);

/** Links that show a draft without an account, for a short time. */
export const previewTokens = pgTable(
  'preview_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    appId: integer('app_id')
      .notNull()
      .references(() => apps.id, { onDelete: 'cascade' }),
    /** Null: the draft at the time the link is opened. */
    versionId: integer('version_id').references(() => appVersions.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('preview_tokens_of_app').on(table.appId),
    index('preview_tokens_of_version').on(table.versionId),
    index('preview_tokens_expiry').on(table.expiresAt),
  ],
);

/** Claims of reviewers on versions. A claim that is not extended goes stale and may be taken over. */
export const reviewClaims = pgTable(
  'review_claims',
  {
    versionId: integer('version_id')
      .primaryKey()
      .references(() => appVersions.id, { onDelete: 'cascade' }),
    reviewerId: integer('reviewer_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    claimedAt: moment('claimed_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('review_claims_of_reviewer').on(table.reviewerId)],
);

export interface ReviewCheck {
  item: ReviewCheckItem;
  answer: ReviewCheckAnswer;
  note: string;
}

/** Checklists as ticked by the reviewer, one row for each decision. */
export const reviewChecks = pgTable(
  'review_checks',
  {
    id: id(),
    versionId: integer('version_id')
      .notNull()
      .references(() => appVersions.id, { onDelete: 'cascade' }),
    reviewerId: integer('reviewer_id').references(() => users.id, { onDelete: 'set null' }),
    decidedAt: moment('decided_at').notNull(),
    checks: jsonb('checks').$type<ReviewCheck[]>().notNull(),
  },
  (table) => [
    index('review_checks_of_version').on(table.versionId, table.decidedAt.desc()),
    index('review_checks_of_reviewer').on(table.reviewerId),
  ],
);

/** Deadline mails sent: one for each deadline and kind. */
export const reviewReminders = pgTable(
  'review_reminders',
  {
    versionId: integer('version_id')
      .notNull()
      .references(() => appVersions.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'due_soon' | 'overdue'>().notNull(),
    /** The deadline in question: a resubmission creates another. */
    dueAt: moment('due_at').notNull(),
    sentAt: moment('sent_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.versionId, table.kind, table.dueAt] })],
);
