import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { users } from './account.ts';
import { bilingual } from './bilingual.ts';
import { moment } from './columns.ts';

/** Who a developer is to the readers of the store. Without a row the store names them by their nickname. */
export const publishers = pgTable('publishers', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** In one language at least; the other may be empty. */
  name: bilingual('name').notNull(),
  /** Where users of the apps get help; shown in the store. */
  supportEmail: text('support_email').notNull(),
  website: text('website'),
  /** The host of the website that was proved last; it counts while it is the host of `website`. */
  provedHost: text('proved_host'),
  provedAt: moment('proved_at'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
});

/** Names of publishers as they are compared: one name is one publisher, in either language. */
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
