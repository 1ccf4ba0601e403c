import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { users } from './account.ts';
import { bilingual } from './bilingual.ts';
import { moment } from './columns.ts';

/** Public profile of a developer in the store. Without a row the store shows their nickname. */
export const publishers = pgTable('publishers', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Required in one language; the other may be empty. */
  name: bilingual('name').notNull(),
  /** Support address for users of the apps; shown in the store. */
  supportEmail: text('support_email').notNull(),
  website: text('website'),
  /** Last verified host; valid while it is the host of `website`. */
  provedHost: text('proved_host'),
  provedAt: moment('proved_at'),
  /** Counts edits, as `apps.revision` does. */
  revision: integer('revision').notNull().default(1),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
});

/** Normalised names of publishers: a name belongs to one publisher, in either language. */
export const publisherNames = pgTable(
  'publisher_names',
  {
    key: text('key').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [index('publisher_names_of_user').on(table.userId)],
);
