import type { CaptchaScene, DecisionKind, DecisionState } from '@yunduo/validation';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from './account.ts';
import { id, moment } from './columns.ts';

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
    /** Slider: the work that it carries; null where an earlier version drew it. Its salt is the id. */
    work: jsonb('work').$type<{ target: number; parts: number; partsWithoutTrack: number }>(),
    /** Hash of the id and the network that asked, which alone may answer; null where an earlier version did. */
    network: text('network'),
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
    /** Hash of the ticket and the network that earned it; null where an earlier version gave it. */
    network: text('network'),
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
    headers: jsonb('headers').$type<Record<string, string>>().notNull().default({}),
    at: moment('at').notNull(),
  },
  (table) => [index('dev_mails_recipient').on(table.recipient)],
);

/** Answers of calls that carried an `Idempotency-Key`, written in the transaction of their effect. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** Who called: keys of different users never meet. `user:12`, or what a public call knows its visitor by. */
    caller: text('caller').notNull(),
    /** Null: nobody is signed in. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    call: text('call').notNull(),
    key: text('key').notNull(),
    /** SHA-256 of the body: another body under the same key is a mistake of the caller. */
    bodyHash: text('body_hash').notNull(),
    /** Sealed: answers may hold what is shown once, such as a code. */
    answer: text('answer'),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.caller, table.call, table.key] }),
    index('idempotency_keys_user').on(table.userId),
    index('idempotency_keys_expiry').on(table.expiresAt),
  ],
);

/** When each recurring job ran last: whoever moves the row runs it, on any number of processes. */
export const jobRuns = pgTable('job_runs', {
  name: text('name').primaryKey(),
  ranAt: moment('ran_at').notNull(),
});

/** What operators and reviewers did. Rows are only ever added. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull(),
    /** Null: the command line. The row outlives the account. */
    actorId: integer('actor_id').references(() => users.id, { onDelete: 'set null' }),
    /** Address of the account, or who ran the command. */
    actor: text('actor').notNull(),
    via: text('via').$type<'api' | 'command' | 'job'>().notNull(),
    /** Such as `invitation.create`. */
    action: text('action').notNull(),
    /** What it was done to, such as `invitation:12`. */
    target: text('target').notNull(),
    /** What changed, without secrets. */
    details: jsonb('details').$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    index('audit_log_at').on(table.at.desc(), table.id.desc()),
    index('audit_log_actor').on(table.actorId, table.at.desc()),
    index('audit_log_target').on(table.target, table.at.desc()),
  ],
);

/** Decisions about money that wait for a second operator, and what became of them. Rows are never removed. */
export const decisionProposals = pgTable(
  'decision_proposals',
  {
    id: id(),
    kind: text('kind').$type<DecisionKind>().notNull(),
    /** What it decides about, such as `order:YD20261121-7K3M9-QXW2H`. */
    subject: text('subject').notNull(),
    /** What the second operator carries out, as it was proposed. */
    payload: jsonb('payload').$type<Record<string, string | number>>().notNull(),
    /** How the subject stood, as JSON to the letter: a confirmation refuses another state. */
    state: text('state').notNull(),
    /** Minor units: the money, or what is given is worth. */
    amount: integer('amount').notNull(),
    /** Whom it is about; null when there is no such account any more. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    proposedBy: integer('proposed_by').references(() => users.id, { onDelete: 'set null' }),
    proposedAt: moment('proposed_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** Null: nobody decided. */
    outcome: text('outcome').$type<Exclude<DecisionState, 'pending' | 'expired'>>(),
    decidedBy: integer('decided_by').references(() => users.id, { onDelete: 'set null' }),
    decidedAt: moment('decided_at'),
    /** Why it was declined. */
    note: text('note').notNull().default(''),
  },
  (table) => [
    uniqueIndex('decision_proposals_one_open')
      .on(table.subject)
      .where(sql`outcome is null`),
    index('decision_proposals_proposed').on(table.proposedAt.desc(), table.id.desc()),
    index('decision_proposals_user').on(table.userId),
    index('decision_proposals_proposed_by').on(table.proposedBy),
    index('decision_proposals_decided_by').on(table.decidedBy),
    check('decision_proposals_amount', sql`amount >= 0`),
    check('decision_proposals_decided', sql`(outcome is null) = (decided_at is null)`),
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
