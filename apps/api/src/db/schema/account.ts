import type { EmailScene, Gender, MutableMail, ProtocolSlug, Role } from '@yunduo/validation';
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { id, moment } from './columns.ts';

export const users = pgTable(
  'users',
  {
    id: id(),
    /** Lower case, trimmed: one account per address. */
    email: text('email').notNull(),
    passwordHash: text('password_hash').notNull(),
    nickname: text('nickname').notNull(),
    gender: text('gender').$type<Gender>().notNull().default('secret'),
    /** A plain date: a birthday has no time zone. */
    birthday: date('birthday', { mode: 'string' }),
    /** Stem of the stored pictures: `<stem>-320.webp` and so on. */
    headImage: text('head_image'),
    /** Language of the last registration or sign-in; background mails use it. */
    locale: text('locale').$type<'zh' | 'en'>().notNull().default('zh'),
    /** Account number in the previous service. */
    tbId: integer('tb_id'),
    /** Random forum token; grants nothing here. */
    ytToken: text('yt_token').notNull(),
    /** Set by an operator: blocks sign-in and ends sessions. */
    disabledAt: moment('disabled_at'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('users_email').on(table.email),
    check('users_email_lower_case', sql`email = lower(email)`),
  ],
);

/** Roles of a user; the implied role `user` is not stored. */
export const userRoles = pgTable(
  'user_roles',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text('role').$type<Exclude<Role, 'user'>>().notNull(),
    grantedAt: moment('granted_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.role] })],
);

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token: read access to the table does not allow sign-in. */
    tokenHash: text('token_hash').notNull(),
    /** Browser and system from the user agent. */
    device: text('device').notNull(),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at').notNull(),
    /** Last re-authentication; null for a session of an earlier version, which counts from its start. */
    provedAt: moment('proved_at'),
    /** Extended by use, never past `endsAt`. */
    expiresAt: moment('expires_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    revokedAt: moment('revoked_at'),
    /** Keyed hash of the network at sign-in; null for sessions of earlier versions. */
    networkHash: text('network_hash'),
    /** As `deviceHash` of `knownDevices`; null for clients without cookies. */
    deviceHash: text('device_hash'),
  },
  (table) => [
    uniqueIndex('sessions_token_hash').on(table.tokenHash),
    index('sessions_of_user').on(table.userId),
  ],
);

/** Who agreed to which text and when: the version is recorded, so the text can be shown again. */
export const consents = pgTable(
  'consents',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    protocol: text('protocol').$type<ProtocolSlug>().notNull(),
    version: text('version').notNull(),
    agreedAt: moment('agreed_at').notNull(),
  },
  (table) => [uniqueIndex('consents_of_user').on(table.userId, table.protocol, table.version)],
);

/** Mails muted by a user; essential ones (security, money, refusals) cannot be muted. */
export const mailMutes = pgTable(
  'mail_mutes',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<MutableMail>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind] })],
);

/** Purpose of a code. Deleting an account is no scene of `send_email`: its call sends the code itself. */
export type CodeScene = EmailScene | 'USER_INFO_DELETE';

/** Codes sent by mail. A newer code for the same address and scene replaces the row. */
export const emailCodes = pgTable(
  'email_codes',
  {
    email: text('email').notNull(),
    scene: text('scene').$type<CodeScene>().notNull(),
    /** The requesting user when the scene needs a session, otherwise 0: no other user may use the code. */
    subject: integer('subject').notNull().default(0),
    /** Keyed hash: six digits could be brute-forced from a copy of the table. */
    codeHash: text('code_hash').notNull(),
    tries: integer('tries').notNull().default(0),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
    /** Keyed hash of the requesting network; null where a session is required. */
    networkHash: text('network_hash'),
  },
  (table) => [
    primaryKey({ columns: [table.email, table.scene, table.subject] }),
    index('email_codes_expiry').on(table.expiresAt),
  ],
);

/** Tokens of an address change: `verified` (current address proved), then `confirmed` (new address proved too). */
export const emailChanges = pgTable(
  'email_changes',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    stage: text('stage').$type<'verified' | 'confirmed'>().notNull(),
    tokenHash: text('token_hash').notNull(),
    newEmail: text('new_email'),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [
    uniqueIndex('email_changes_token_hash').on(table.tokenHash),
    index('email_changes_of_user').on(table.userId),
    check('email_changes_address', sql`(stage = 'confirmed') = (new_email is not null)`),
  ],
);

/** Links that let the owner of the old address undo a change. */
export const emailUndos = pgTable(
  'email_undos',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    oldEmail: text('old_email').notNull(),
    tokenHash: text('token_hash').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [
    uniqueIndex('email_undos_token_hash').on(table.tokenHash),
    index('email_undos_of_user').on(table.userId),
  ],
);

/** Codes that identify the user to another site: short-lived, single-use, for one target. */
export const handovers = pgTable(
  'handovers',
  {
    id: id(),
    sessionId: integer('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
    target: text('target').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [
    uniqueIndex('handovers_code_hash').on(table.codeHash),
    index('handovers_session').on(table.sessionId),
  ],
);

/** Failed sign-ins by address, known or not: they decide the next requirement and the lockout. */
export const signInGuards = pgTable(
  'sign_in_guards',
  {
    /** Keyed hash of the address: the table must not list addresses that were only tried. */
    account: text('account').primaryKey(),
    /** Times of the failures since the last success: captcha, delays and the lockout follow from them. */
    failures: moment('failures').array().notNull(),
    /** Times of all refused passwords: a success in between does not reset this limit. */
    refused: moment('refused').array().notNull(),
    nextAt: moment('next_at').notNull(),
    lockedUntil: moment('locked_until'),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [index('sign_in_guards_updated').on(table.updatedAt)],
);

/**
 * Devices that have signed in to an account: failures of strangers never lock them out. The cookie is shared by all
 * accounts of a browser; the hash differs per account, so that the table does not reveal which accounts share a
 * browser.
 */
export const knownDevices = pgTable(
  'known_devices',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    deviceHash: text('device_hash').notNull(),
    device: text('device').notNull(),
    createdAt: moment('created_at').notNull(),
    lastSeenAt: moment('last_seen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.deviceHash] }),
    index('known_devices_seen').on(table.lastSeenAt),
  ],
);

/** Links in mails about a new device: each ends the session in question, once. */
export const signInReports = pgTable(
  'sign_in_reports',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sessionId: integer('session_id').references(() => sessions.id, { onDelete: 'set null' }),
    tokenHash: text('token_hash').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [
    uniqueIndex('sign_in_reports_token_hash').on(table.tokenHash),
    index('sign_in_reports_of_user').on(table.userId),
    index('sign_in_reports_session').on(table.sessionId),
  ],
);

/**
 * Devices waiting to be signed in (RFC 8628), for some minutes. Both codes are stored as hashes, and no session is
 * stored: it is created when the device collects it.
 */
export const deviceSignIns = pgTable(
  'device_sign_ins',
  {
    id: id(),
    deviceCodeHash: text('device_code_hash').notNull(),
    /** Keyed: eight letters could be brute-forced from a copy of the table. */
    userCodeHash: text('user_code_hash').notNull(),
    /** Name of the device and its system, self-reported. */
    name: text('name').notNull(),
    system: text('system').notNull(),
    /**
     * Requesting network, shortened: `203.0.113.x`; with a keyed hash of the full address, to compare with its owner's.
     */
    network: text('network').notNull(),
    networkHash: text('network_hash').notNull(),
    state: text('state').$type<'pending' | 'allowed' | 'denied' | 'used'>().notNull().default('pending'),
    /** The user who decided and their session: ending that session ends this. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    sessionId: integer('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    decidedAt: moment('decided_at'),
    /** Seconds between two polls; grows with each early poll. */
    interval: integer('interval').notNull(),
    nextPollAt: moment('next_poll_at').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('device_sign_ins_device_code').on(table.deviceCodeHash),
    uniqueIndex('device_sign_ins_user_code').on(table.userCodeHash),
    index('device_sign_ins_of_user').on(table.userId),
    index('device_sign_ins_session').on(table.sessionId),
    index('device_sign_ins_expiry').on(table.expiresAt),
  ],
);

/** Security events for "recent activity". The log has all events, this table those shown to the owner. */
export const securityEvents = pgTable(
  'security_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /**
     * Null for an address without an account. Such a row takes as long to write as an account's, and is deleted within
     * the hour.
     */
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    event: text('event').notNull(),
    /** Time of the last event, for events that share a row. */
    at: moment('at').notNull(),
    count: integer('count').notNull().default(1),
    /** Key shared by repeated events: account, event, network and hour or day. Null: a row of its own. */
    repeatKey: text('repeat_key'),
    /** Shortened: `203.0.113.x`. */
    network: text('network'),
    device: text('device').notNull(),
    /** Contains no secrets and no full addresses. */
    details: jsonb('details').$type<Record<string, string | number | boolean | null>>().notNull(),
  },
  (table) => [
    index('security_events_of_user').on(table.userId, table.at.desc(), table.id.desc()),
    uniqueIndex('security_events_repeat').on(table.repeatKey),
    index('security_events_at').on(table.at),
  ],
);

/** One text that a user agreed to. */
export interface StoredConsent {
  protocol: ProtocolSlug;
  version: string;
  agreedAt: string;
}

/**
 * Records that an account was deleted by its owner, and its consents, for a limited time in case of a dispute. A known
 * address can be matched to a row; an address cannot be derived from it.
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
