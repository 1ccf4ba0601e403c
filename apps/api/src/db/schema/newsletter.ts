import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, moment } from './columns.ts';

export type SubscriberState = 'pending' | 'confirmed' | 'unsubscribed';

/** Addresses of the newsletter, with or without an account. */
export const subscribers = pgTable(
  'subscribers',
  {
    id: id(),
    /** Lower case, trimmed: one subscription per address. */
    email: text('email').notNull(),
    locale: text('locale').$type<'zh' | 'en'>().notNull(),
    state: text('state').$type<SubscriberState>().notNull().default('pending'),
    createdAt: moment('created_at').notNull(),
    /** Last change of the state. */
    changedAt: moment('changed_at').notNull(),
    /** Proof of consent by the owner of the mailbox. */
    confirmedAt: moment('confirmed_at'),
  },
  (table) => [
    uniqueIndex('subscribers_email').on(table.email),
    index('subscribers_by_state').on(table.state, table.changedAt),
    check('subscribers_email_lower_case', sql`email = lower(email)`),
    check('subscribers_confirmed', sql`state <> 'confirmed' or confirmed_at is not null`),
  ],
);

/** Links in mails to subscribers, and for resubscribing. */
export const subscriptionTokens = pgTable(
  'subscription_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    subscriberId: integer('subscriber_id')
      .notNull()
      .references(() => subscribers.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'confirm' | 'unsubscribe' | 'undo'>().notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [
    index('subscription_tokens_of_subscriber').on(table.subscriberId),
    index('subscription_tokens_expiry').on(table.expiresAt),
  ],
);
