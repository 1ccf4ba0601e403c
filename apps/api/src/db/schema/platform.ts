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

/** Times of recent actions by subject and kind: rate limits shared by all processes. */
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
    /** Slider: target position of the piece. It never leaves the server. */
    x: integer('x'),
    /** Proof of work: the hash to find. */
    challenge: text('challenge'),
    /** Slider: its proof of work; null in rows of an earlier version. The salt is the id. */
    work: jsonb('work').$type<{ target: number; parts: number; partsWithoutTrack: number }>(),
    /** Hash of the id and the requesting network, which alone may answer; null in rows of an earlier version. */
    network: text('network'),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** Set by the first answer, right or wrong; a second is refused. */
    answeredAt: moment('answered_at'),
    failed: boolean('failed').notNull().default(false),
    /** A failed challenge counts once towards offering the alternative. */
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
    /** Hash of the ticket and the network that earned it; null in rows of an earlier version. */
    network: text('network'),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [index('captcha_tickets_expiry').on(table.expiresAt)],
);

/** Delivered mails: a job retried after a crash does not send them twice. */
export const mailDeliveries = pgTable('mail_deliveries', {
  id: uuid('id').primaryKey(),
  deliveredAt: moment('delivered_at').notNull(),
});

/** Mailbox of trial and test mode: receives all mail when no SMTP server is configured. */
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

/** Responses to calls with an `Idempotency-Key`, stored in the same transaction as their effect. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** The caller: keys of different users are separate. `user:12`, or a public call's visitor id. */
    caller: text('caller').notNull(),
    /** Null: not signed in. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    call: text('call').notNull(),
    key: text('key').notNull(),
    /** SHA-256 of the body: a different body under the same key is a caller's error. */
    bodyHash: text('body_hash').notNull(),
    /** Encrypted: responses may contain secrets shown once, such as a code. */
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

/** Last run of each recurring job: the process that updates the row runs the job. */
export const jobRuns = pgTable('job_runs', {
  name: text('name').primaryKey(),
  ranAt: moment('ran_at').notNull(),
});

/** Jobs whose last run failed; a run that succeeds deletes the row. */
export const jobFailures = pgTable('job_failures', {
  name: text('name').primaryKey(),
  /** The first failed run since the last success. */
  since: moment('since').notNull(),
  /** Of the latest failed run, for the log. */
  requestId: text('request_id').notNull(),
});

/** Actions of operators and reviewers. Append-only. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull(),
    /** Null: the command line. The row outlives the account. */
    actorId: integer('actor_id').references(() => users.id, { onDelete: 'set null' }),
    /** Address of the account, or system user of the command line. */
    actor: text('actor').notNull(),
    via: text('via').$type<'api' | 'command' | 'job'>().notNull(),
    /** Such as `invitation.create`. */
    action: text('action').notNull(),
    /** Target of the action, such as `invitation:12`. */
    target: text('target').notNull(),
    /** The changes, without secrets. */
    details: jsonb('details').$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    index('audit_log_at').on(table.at.desc(), table.id.desc()),
    index('audit_log_actor').on(table.actorId, table.at.desc()),
    index('audit_log_target').on(table.target, table.at.desc()),
  ],
);

/** Decisions about money that need a second operator, and their outcome. Rows are never deleted. */
export const decisionProposals = pgTable(
  'decision_proposals',
  {
    id: id(),
    kind: text('kind').$type<DecisionKind>().notNull(),
    /** Subject of the decision, such as `order:YD20261121-7K3M9-QXW2H`. */
    subject: text('subject').notNull(),
    /** The proposed action, which the second operator executes. */
    payload: jsonb('payload').$type<Record<string, string | number>>().notNull(),
    /** State of the subject as JSON, compared literally: a confirmation refuses a changed state. */
    state: text('state').notNull(),
    /** Minor units: the amount of money, or the value of what is granted. */
    amount: integer('amount').notNull(),
    /** The user concerned; null when the account no longer exists. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    proposedBy: integer('proposed_by').references(() => users.id, { onDelete: 'set null' }),
    proposedAt: moment('proposed_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** Null: undecided. */
    outcome: text('outcome').$type<Exclude<DecisionState, 'pending' | 'expired'>>(),
    decidedBy: integer('decided_by').references(() => users.id, { onDelete: 'set null' }),
    decidedAt: moment('decided_at'),
    /** Reason of a refusal. */
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
 * Unreferenced files, recorded in the transaction that dropped the reference: a job deletes the file, then the row, so
 * that a crash leaves no personal picture behind.
 */
export const discardedFiles = pgTable('discarded_files', {
  name: text('name').primaryKey(),
  discardedAt: moment('discarded_at').notNull(),
});
