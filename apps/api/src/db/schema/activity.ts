import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { users } from './account.ts';
import { bilingual } from './bilingual.ts';
import { id, moment } from './columns.ts';

/** Promotional activities. The state follows from the dates and the clock, and is never stored. */
export const activities = pgTable(
  'activities',
  {
    id: id(),
    title: bilingual('title').notNull(),
    intro: bilingual('intro').notNull(),
    /** Sanitised rich text; may be empty. */
    html: bilingual('html').notNull(),
    /** Markdown; may be empty. */
    terms: bilingual('terms').notNull(),
    startsAt: moment('starts_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    /** Set when an operator withdraws it; it is then hidden. */
    withdrawnAt: moment('withdrawn_at'),
    /** Counts edits: an edit based on an older revision is refused. */
    revision: integer('revision').notNull().default(1),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    index('activities_shown')
      .on(table.endsAt, table.startsAt)
      .where(sql`withdrawn_at is null`),
    check('activities_dates', sql`ends_at > starts_at`),
  ],
);

/** Participations; the primary key allows one per user and activity. */
export const activityParticipations = pgTable(
  'activity_participations',
  {
    activityId: integer('activity_id')
      .notNull()
      .references(() => activities.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    joinedAt: moment('joined_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.activityId, table.userId] }),
    index('activity_participations_of_user').on(table.userId),
  ],
);
