import type {
  AttachmentKind,
  ContactKind,
  FeedbackState,
  FeedbackType,
  ProtocolSlug,
} from '@yunduo/validation';
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
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

/** What a user told us, and how far we are with it. */
export const feedbackTickets = pgTable(
  'feedback_tickets',
  {
    id: id(),
    /** `FB20261121-7K3M9`: what people name when they write again. */
    no: text('no').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text('type').$type<FeedbackType>().notNull(),
    title: text('title').notNull(),
    description: text('description').notNull(),
    contactKind: text('contact_kind').$type<ContactKind>(),
    contactValue: text('contact_value'),
    state: text('state').$type<FeedbackState>().notNull().default('open'),
    /** Counts answers and changes of state: two operators never talk over each other. */
    revision: integer('revision').notNull().default(1),
    createdAt: moment('created_at').notNull(),
    /** Of the last answer. */
    answeredAt: moment('answered_at'),
  },
  (table) => [
    uniqueIndex('feedback_tickets_no').on(table.no),
    index('feedback_tickets_of_user').on(table.userId, table.createdAt.desc(), table.id.desc()),
    index('feedback_tickets_created').on(table.createdAt.desc(), table.id.desc()),
    index('feedback_tickets_by_state').on(table.state, table.createdAt.desc(), table.id.desc()),
    check('feedback_tickets_contact', sql`(contact_kind is null) = (contact_value is null)`),
    check('feedback_tickets_answered', sql`state <> 'answered' or answered_at is not null`),
  ],
);

/** Pictures and videos. One without a ticket waits for the form to be sent, for a day. */
export const feedbackAttachments = pgTable(
  'feedback_attachments',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    ticketId: integer('ticket_id').references(() => feedbackTickets.id, { onDelete: 'cascade' }),
    /** Place in its ticket. */
    position: integer('position').notNull().default(0),
    kind: text('kind').$type<AttachmentKind>().notNull(),
    /** As its owner called it; never part of a path. */
    name: text('name').notNull(),
    /** Stored file, below `private/`. */
    file: text('file').notNull(),
    /** Stored small picture of a picture. */
    preview: text('preview'),
    /** What the bytes are, whatever was declared. */
    mime: text('mime').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    width: integer('width'),
    height: integer('height'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('feedback_attachments_file').on(table.file),
    index('feedback_attachments_of_ticket').on(table.ticketId, table.position),
    index('feedback_attachments_of_user').on(table.userId),
    index('feedback_attachments_waiting')
      .on(table.createdAt)
      .where(sql`ticket_id is null`),
    check(
      'feedback_attachments_kind',
      sql`(kind = 'picture') = (preview is not null) and (kind = 'picture') = (width is not null) and (width is null) = (height is null)`,
    ),
  ],
);

export const feedbackAnswers = pgTable(
  'feedback_answers',
  {
    id: id(),
    ticketId: integer('ticket_id')
      .notNull()
      .references(() => feedbackTickets.id, { onDelete: 'cascade' }),
    /** Null: the command line, or an account that is gone. Never shown to whoever asked. */
    authorId: integer('author_id').references(() => users.id, { onDelete: 'set null' }),
    text: text('text').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('feedback_answers_of_ticket').on(table.ticketId, table.id),
    index('feedback_answers_author').on(table.authorId),
  ],
);

export type SubscriberState = 'pending' | 'confirmed' | 'unsubscribed';

/** Addresses of the newsletter. An address need not be an account's. */
export const subscribers = pgTable(
  'subscribers',
  {
    id: id(),
    /** Lower case, trimmed: one address subscribes once. */
    email: text('email').notNull(),
    locale: text('locale').$type<'zh' | 'en'>().notNull(),
    state: text('state').$type<SubscriberState>().notNull().default('pending'),
    createdAt: moment('created_at').notNull(),
    /** When the state became what it is. */
    changedAt: moment('changed_at').notNull(),
    /** The proof that the owner of the mailbox wanted it. */
    confirmedAt: moment('confirmed_at'),
  },
  (table) => [
    uniqueIndex('subscribers_email').on(table.email),
    index('subscribers_by_state').on(table.state, table.changedAt),
    check('subscribers_email_lower_case', sql`email = lower(email)`),
    check('subscribers_confirmed', sql`state <> 'confirmed' or confirmed_at is not null`),
  ],
);

/** Links of mails to subscribers, and the way back after unsubscribing. */
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

/** Promotional activities. Where one stands follows from its dates and the clock; it is never stored. */
export const activities = pgTable(
  'activities',
  {
    id: id(),
    title: bilingual('title').notNull(),
    intro: bilingual('intro').notNull(),
    /** Sanitised rich text; empty when there is none. */
    html: bilingual('html').notNull(),
    /** Markdown; empty when there are none. */
    terms: bilingual('terms').notNull(),
    startsAt: moment('starts_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    /** Set when an operator took it back: nobody sees it any more. */
    withdrawnAt: moment('withdrawn_at'),
    /** Counts edits: one that started from an older one is refused. */
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

/** Who takes part; the primary key holds that it is once. */
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

/**
 * Stored files that nothing refers to any more, written in the transaction that let go of them: a job removes the file
 * and then the row, so that no crash leaves a picture of somebody behind.
 */
export const discardedFiles = pgTable('discarded_files', {
  name: text('name').primaryKey(),
  discardedAt: moment('discarded_at').notNull(),
});

/** One text that somebody agreed to. */
export interface StoredConsent {
  protocol: ProtocolSlug;
  version: string;
  agreedAt: string;
}

/**
 * That an account was deleted by its owner, and what it had agreed to: kept for a while in case of a dispute. Whoever
 * names the address can be matched; nobody can be named from the row.
 */
export const accountClosures = pgTable(
  'account_closures',
  {
    id: id(),
    /** Keyed hash of the address. */
    addressHash: text('address_hash').notNull(),
    consents: jsonb('consents').$type<StoredConsent[]>().notNull(),
    closedAt: moment('closed_at').notNull(),
  },
  (table) => [
    index('account_closures_address').on(table.addressHash),
    index('account_closures_age').on(table.closedAt),
  ],
);
