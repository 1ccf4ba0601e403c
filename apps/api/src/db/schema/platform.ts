import type { CaptchaScene } from '@yunduo/validation';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const moment = (column: string) => timestamp(column, { withTimezone: true });

/** Moments of what was done lately, by who and what: the limits of every process stand here. */
export const throttles = pgTable(
  'throttles',
  {
    key: text('key').primaryKey(),
    hits: moment('hits').array().notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('throttles_expiry').on(table.expiresAt)],
);

export const captchaChallenges = pgTable(
  'captcha_challenges',
  {
    id: text('id').primaryKey(),
    scene: text('scene').$type<CaptchaScene>().notNull(),
    kind: text('kind').$type<'slider' | 'proof'>().notNull(),
    /** Slider: where the piece belongs. It never leaves the server. */
    x: integer('x'),
    /** Proof of work: the hash to be found. */
    challenge: text('challenge'),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** Set by the first answer, right or wrong: there is no second one. */
    answeredAt: moment('answered_at'),
    failed: boolean('failed').notNull().default(false),
    /** A failed challenge counts once towards the alternative. */
    countedAt: moment('counted_at'),
  },
  (table) => [
    index('captcha_challenges_expiry').on(table.expiresAt),
    check('captcha_challenges_kind', sql`(kind = 'slider') = (x is not null)`),
  ],
);

export const captchaTickets = pgTable(
  'captcha_tickets',
  {
    ticketHash: text('ticket_hash').primaryKey(),
    scene: text('scene').$type<CaptchaScene>().notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [index('captcha_tickets_expiry').on(table.expiresAt)],
);

/** Mails that reached their server: a job that runs again after a crash does not send them twice. */
export const mailDeliveries = pgTable('mail_deliveries', {
  id: uuid('id').primaryKey(),
  deliveredAt: moment('delivered_at').notNull(),
});

/** The mailbox of trial and test: every mail lands here when no SMTP server is configured. */
export const devMails = pgTable(
  'dev_mails',
  {
    position: integer('position').primaryKey().generatedAlwaysAsIdentity(),
    id: uuid('id').notNull().unique(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html').notNull(),
    at: moment('at').notNull(),
  },
  (table) => [index('dev_mails_recipient').on(table.recipient)],
);
