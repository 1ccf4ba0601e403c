import type { LicencePlan, TransferStatus } from '@yunduo/validation';
import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from './account.ts';
import { id, moment } from './columns.ts';
import { orders } from './order.ts';

/** A network, and the first and last request of the licence's client from it; ISO 8601. */
export interface LicencePlace {
  network: string;
  first: string;
  last: string;
}

/**
 * A licence (on the wire: authorization code) for one server. Its state is derived from `revokedAt`, `startedAt`,
 * `expiresAt` and the clock, never stored.
 */
export const licences = pgTable(
  'licences',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the code, which has 130 random bits: it finds the licence but does not reveal the code. */
    codeHash: text('code_hash').notNull(),
    /** The code, encrypted with a key outside the database, to be shown to its owner. */
    codeEncrypted: text('code_sealed').notNull(),
    /** Last symbols of the code, for support, logs and mails. */
    codeTail: text('code_tail').notNull(),
    /** Plan of the newest paid term. */
    plan: text('plan').$type<LicencePlan>().notNull(),
    /** The order it was issued by; null when an operator granted it. */
    orderId: integer('order_id').references(() => orders.id),
    remark: text('remark').notNull().default(''),
    /** First bind: the term starts here. */
    startedAt: moment('started_at'),
    /** Null before the first bind and for a permanent licence. Always the sum of `terms`. */
    expiresAt: moment('expires_at'),
    /** The bound server; null while unbound. */
    fingerprint: text('fingerprint'),
    serverName: text('server_name'),
    boundAt: moment('bound_at'),
    /**
     * When another licence of the owner took over its server; null while it holds the server. Set when a new licence
     * replaces an expired one, and for duplicates older than `licences_one_on_server`.
     */
    displacedAt: moment('displaced_at'),
    /** Last request of the client from its server. */
    lastSeenAt: moment('last_seen_at'),
    /** Recent networks of its client, latest first. */
    places: jsonb('places').$type<LicencePlace[]>(),
    /** When two computers with the same fingerprint were last detected, and when the owner was notified. */
    clonedAt: moment('cloned_at'),
    clonedToldAt: moment('cloned_told_at'),
    revokedAt: moment('revoked_at'),
    revokedBy: text('revoked_by').$type<'refund' | 'operator'>(),
    /** Reason given by an operator; shown to the owner. */
    revokedReason: text('revoked_reason'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('licences_code_hash').on(table.codeHash),
    index('licences_of_user').on(table.userId, table.id.desc()),
    index('licences_of_order').on(table.orderId),
    index('licences_of_server').on(table.fingerprint),
    // One licence of an owner per server, even under concurrent binds or renewals.
    uniqueIndex('licences_one_on_server')
      .on(table.userId, table.fingerprint)
      .where(sql`fingerprint is not null and revoked_at is null and displaced_at is null`),
    index('licences_expiry')
      .on(table.expiresAt)
      .where(sql`revoked_at is null`),
    check(
      'licences_server_whole',
      sql`(fingerprint is null) = (server_name is null) and (fingerprint is null) = (bound_at is null)`,
    ),
    check(
      'licences_started_first',
      sql`started_at is not null or (expires_at is null and fingerprint is null)`,
    ),
    check('licences_revoked_by', sql`(revoked_at is null) = (revoked_by is null)`),
  ],
);

/** Paid terms: the first and every renewal. A refund removes only its own terms. */
export const licenceTerms = pgTable(
  'licence_terms',
  {
    id: id(),
    licenceId: integer('licence_id')
      .notNull()
      .references(() => licences.id, { onDelete: 'cascade' }),
    /** Null when an operator granted it. */
    orderId: integer('order_id').references(() => orders.id),
    plan: text('plan').$type<LicencePlan>().notNull(),
    addedAt: moment('added_at').notNull(),
    revokedAt: moment('revoked_at'),
  },
  (table) => [
    // A payment reported twice renews once.
    uniqueIndex('licence_terms_of_order').on(table.orderId, table.licenceId),
    index('licence_terms_of_licence').on(table.licenceId, table.id),
  ],
);

/** History of a licence. Append-only. */
export const licenceEvents = pgTable(
  'licence_events',
  {
    id: id(),
    licenceId: integer('licence_id')
      .notNull()
      .references(() => licences.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<LicenceEventKind>().notNull(),
    at: moment('at').notNull(),
    /** Owner at the time: a later owner cannot read events of an earlier one. */
    ownerId: integer('owner_id').references(() => users.id, { onDelete: 'set null' }),
    details: jsonb('details').$type<Record<string, string | number | null>>().notNull(),
  },
  (table) => [
    index('licence_events_of_licence').on(table.licenceId, table.id),
    index('licence_events_owner').on(table.ownerId),
  ],
);

export type LicenceEventKind =
  | 'issued'
  | 'granted'
  | 'bound'
  | 'unbound'
  | 'remark'
  | 'renewed'
  | 'renewal_refunded'
  | 'offline_issued'
  | 'offline_deactivated'
  | 'offline_released'
  | 'transfer_offered'
  | 'transfer_cancelled'
  | 'transfer_declined'
  | 'transferred'
  | 'revoked'
  | 'reinstated';

/**
 * Licence files for servers without network. A file cannot be recalled: while one is valid and not released, its
 * licence stays on its server. Rows for files of earlier versions are created from the events (`adoptFiles`).
 */
export const licenceFiles = pgTable(
  'licence_files',
  {
    id: id(),
    licenceId: integer('licence_id')
      .notNull()
      .references(() => licences.id, { onDelete: 'cascade' }),
    /** Owner at the time; null for an account deleted before this table existed. */
    ownerId: integer('owner_id').references(() => users.id, { onDelete: 'cascade' }),
    /** The event of its creation. */
    eventId: integer('event_id').references(() => licenceEvents.id, { onDelete: 'set null' }),
    /** Identifier in the file and in receipts; null in files of version 1. */
    fileId: text('file_id'),
    /** Null where an earlier version did not record it. */
    fingerprint: text('fingerprint'),
    serverName: text('server_name').notNull(),
    /** The signing key. */
    keyId: text('key_id').notNull(),
    /** Public key of the client, which can sign the file's receipt; null in files of version 1. */
    clientKey: text('client_key'),
    issuedAt: moment('issued_at').notNull(),
    /** Null: no expiry, in files of earlier versions. */
    expiresAt: moment('expires_at'),
    releasedAt: moment('released_at'),
    releasedBy: text('released_by').$type<'receipt' | 'operator'>(),
    /** Reason given by an operator. */
    releasedReason: text('released_reason'),
    /** The receipt as submitted. */
    receipt: text('receipt'),
  },
  (table) => [
    index('licence_files_of_licence').on(table.licenceId, table.id),
    index('licence_files_owner').on(table.ownerId),
    uniqueIndex('licence_files_event').on(table.eventId),
    uniqueIndex('licence_files_file_id').on(table.fileId),
    index('licence_files_client_key').on(table.clientKey),
    // The operators' list: files without expiry, and valid files.
    index('licence_files_out')
      .on(table.expiresAt)
      .where(sql`released_at is null`),
    check('licence_files_released', sql`(released_at is null) = (released_by is null)`),
    check('licence_files_keyed', sql`(file_id is null) = (client_key is null)`),
  ],
);

/**
 * Offers of a licence to another user, by mail address. An expired offer stays `offered` with `expiresAt` in the past.
 */
export const licenceTransfers = pgTable(
  'licence_transfers',
  {
    id: id(),
    licenceId: integer('licence_id')
      .notNull()
      .references(() => licences.id, { onDelete: 'cascade' }),
    fromUserId: integer('from_user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Lower case, as in accounts. */
    toEmail: text('to_email').notNull(),
    toUserId: integer('to_user_id').references(() => users.id, { onDelete: 'set null' }),
    status: text('status').$type<TransferStatus>().notNull().default('offered'),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    decidedAt: moment('decided_at'),
  },
  (table) => [
    uniqueIndex('licence_transfers_open')
      .on(table.licenceId)
      .where(sql`status = 'offered'`),
    index('licence_transfers_of_licence').on(table.licenceId, table.id),
    index('licence_transfers_incoming')
      .on(table.toEmail)
      .where(sql`status = 'offered'`),
    index('licence_transfers_from').on(table.fromUserId),
    index('licence_transfers_to').on(table.toUserId),
    check('licence_transfers_lower_case', sql`to_email = lower(to_email)`),
  ],
);

/** Sent reminders: one for each expiry and lead time, even if the job repeats. */
export const licenceReminders = pgTable(
  'licence_reminders',
  {
    licenceId: integer('licence_id')
      .notNull()
      .references(() => licences.id, { onDelete: 'cascade' }),
    expiresAt: moment('expires_at').notNull(),
    days: integer('days').notNull(),
    sentAt: moment('sent_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.licenceId, table.expiresAt, table.days] })],
);
