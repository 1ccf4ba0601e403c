import type { AttachmentKind, ContactKind, FeedbackState, FeedbackType } from '@yunduo/validation';
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from './account.ts';
import { id, moment } from './columns.ts';

/** Feedback of a user, and its state. */
export const feedbackTickets = pgTable(
  'feedback_tickets',
  {
    id: id(),
    /** `FB20261121-7K3M9`: quoted by users in follow-ups. */
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
    /** The operator who works on it; null for none. Never shown to the user. */
    assigneeId: integer('assignee_id').references(() => users.id, { onDelete: 'set null' }),
    /** Counts replies and changes of state: detects conflicting edits of two operators. */
    revision: integer('revision').notNull().default(1),
    createdAt: moment('created_at').notNull(),
    /** Time of the last reply. */
    answeredAt: moment('answered_at'),
  },
  (table) => [
    uniqueIndex('feedback_tickets_no').on(table.no),
    index('feedback_tickets_of_user').on(table.userId, table.createdAt.desc(), table.id.desc()),
    index('feedback_tickets_created').on(table.createdAt.desc(), table.id.desc()),
    index('feedback_tickets_by_state').on(table.state, table.createdAt.desc(), table.id.desc()),
    index('feedback_tickets_assigned').on(table.assigneeId, table.createdAt.desc(), table.id.desc()),
    check('feedback_tickets_contact', sql`(contact_kind is null) = (contact_value is null)`),
    check('feedback_tickets_answered', sql`state <> 'answered' or answered_at is not null`),
  ],
);

/** Pictures and videos. One without a ticket is an unsent upload and expires after a day. */
export const feedbackAttachments = pgTable(
  'feedback_attachments',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    ticketId: integer('ticket_id').references(() => feedbackTickets.id, { onDelete: 'cascade' }),
    /** Position in its ticket. */
    position: integer('position').notNull().default(0),
    kind: text('kind').$type<AttachmentKind>().notNull(),
    /** Original file name; never part of a path. */
    name: text('name').notNull(),
    /** Stored file, below `private/`. */
    file: text('file').notNull(),
    /** Stored thumbnail of a picture. */
    preview: text('preview'),
    /** Type detected from the bytes, whatever was declared. */
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
    /** Null: the command line, or a deleted account. Never shown to the user. */
    authorId: integer('author_id').references(() => users.id, { onDelete: 'set null' }),
    text: text('text').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('feedback_answers_of_ticket').on(table.ticketId, table.id),
    index('feedback_answers_author').on(table.authorId),
  ],
);
