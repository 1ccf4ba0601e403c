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
    /** Lower case, trimmed: one address is one account. */
    email: text('email').notNull(),
    passwordHash: text('password_hash').notNull(),
    nickname: text('nickname').notNull(),
    gender: text('gender').$type<Gender>().notNull().default('secret'),
    /** A plain date: a birthday has no time zone. */
    birthday: date('birthday', { mode: 'string' }),
    /** Stem of the stored pictures: `<stem>-320.webp` and so on. */
    headImage: text('head_image'),
    /** Language that the user reads: of the last registration or sign-in. Mails nobody waits for are written in it. */
    locale: text('locale').$type<'zh' | 'en'>().notNull().default('zh'),
    /** Account number of the older service. */
    tbId: integer('tb_id'),
    /** Random token of the forum; gives no right here. */
    ytToken: text('yt_token').notNull(),
    /** Set by an operator: no sign-in, no session. */
    disabledAt: moment('disabled_at'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('users_email').on(table.email),
    check('users_email_lower_case', sql`email = lower(email)`),
  ],
);

/** What a user may do beyond being a user; `user` itself is not stored. */
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
    /** SHA-256 of the token: reading the table signs nobody in. */
    tokenHash: text('token_hash').notNull(),
    /** Browser and system, as far as the user agent told. */
    device: text('device').notNull(),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at').notNull(),
    /** When its owner last proved who they are; null for a session of an earlier version, which did so when it began. */
    provedAt: moment('proved_at'),
    /** Moves with use, never past `endsAt`. */
    expiresAt: moment('expires_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    revokedAt: moment('revoked_at'),
    /** Keyed hash of the network that signed in; null for sessions of earlier versions. */
    networkHash: text('network_hash'),
    /** As `deviceHash` of `knownDevices`; null for clients that keep no cookie. */
    deviceHash: text('device_hash'),
  },
  (table) => [
    uniqueIndex('sessions_token_hash').on(table.tokenHash),
    index('sessions_of_user').on(table.userId),
  ],
);

/** Who agreed to which text, when: the version is kept, so the text can be shown again. */
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

/** Mails that a user does not want; what must be known (security, money, refusals) cannot be muted. */
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

/** What a code is for. Deleting an account is no scene of `send_email`: its call sends the code itself. */
export type CodeScene = EmailScene | 'USER_INFO_DELETE';

/** Codes sent by mail. The newest of an address and scene wins: it takes the row over. */
export const emailCodes = pgTable(
  'email_codes',
  {
    email: text('email').notNull(),
    scene: text('scene').$type<CodeScene>().notNull(),
    /** The user who asked when the scene needs a session, 0 otherwise: nobody else may use the code. */
    subject: integer('subject').notNull().default(0),
    /** Keyed hash: six digits alone could be tried out from a copy of the table. */
    codeHash: text('code_hash').notNull(),
    tries: integer('tries').notNull().default(0),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
    /** Keyed hash of the network that asked; null where a session is needed anyway. */
    networkHash: text('network_hash'),
  },
  (table) => [
    primaryKey({ columns: [table.email, table.scene, table.subject] }),
    index('email_codes_expiry').on(table.expiresAt),
  ],
);

/**
 * Tokens of the e-mail change: `verified` (the present address is proved) leads to `confirmed` (the new one is, too).
 */
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

/** The way back for the owner of the old address. */
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

/** Codes that tell another site who came: short-lived, used once, for one target. */
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

/** Failed sign-ins by address, known or not: what is asked for next, and until when the door stays shut. */
export const signInGuards = pgTable(
  'sign_in_guards',
  {
    /** Keyed hash of the address: the table lists no addresses that somebody merely tried. */
    account: text('account').primaryKey(),
    /** Moments of the failures since the last success: captcha, delays and the lock follow from them. */
    failures: moment('failures').array().notNull(),
    /** Moments of every refused password: a success in between does not buy an attacker more of them. */
    refused: moment('refused').array().notNull(),
    nextAt: moment('next_at').notNull(),
    lockedUntil: moment('locked_until'),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [index('sign_in_guards_updated').on(table.updatedAt)],
);

/**
 * Devices that signed in to an account: strangers' failures never lock them. The cookie is one for all accounts of a
 * browser, the hash another one for each, so that the table does not tell which accounts share a browser.
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

/** Links of mails about a new device: each ends the session that it is about, once. */
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
 * Devices that ask to be signed in (RFC 8628), for some minutes. Neither of the two codes can be read from it, and the
 * session is in no row: it is made when the device comes for it.
 */
export const deviceSignIns = pgTable(
  'device_sign_ins',
  {
    id: id(),
    deviceCodeHash: text('device_code_hash').notNull(),
    /** Keyed: eight letters alone could be tried out from a copy of the table. */
    userCodeHash: text('user_code_hash').notNull(),
    /** As the device calls itself and its system. */
    name: text('name').notNull(),
    system: text('system').notNull(),
    /** Where it asked from, shortened: `203.0.113.x`; and a keyed hash of the whole, to compare with its owner's. */
    network: text('network').notNull(),
    networkHash: text('network_hash').notNull(),
    state: text('state').$type<'pending' | 'allowed' | 'denied' | 'used'>().notNull().default('pending'),
    /** Who decided, in which session: what ends that session ends this. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    sessionId: integer('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    decidedAt: moment('decided_at'),
    /** Seconds between two polls; grows with each that came too early. */
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

/** Security events of accounts, for "recent activity". The log has them all, this table what their owners should see. */
export const securityEvents = pgTable(
  'security_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Null: an address without an account. The row costs what one of an account costs, and goes within the hour. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    event: text('event').notNull(),
    /** The last time, of events that share a row. */
    at: moment('at').notNull(),
    count: integer('count').notNull().default(1),
    /** What repeated events share: account, event, network and hour or day. Null: a row of its own. */
    repeatKey: text('repeat_key'),
    /** Shortened: `203.0.113.x`. */
    network: text('network'),
    device: text('device').notNull(),
    /** Without secrets and whole addresses. */
    details: jsonb('details').$type<Record<string, string | number | boolean | null>>().notNull(),
  },
  (table) => [
    index('security_events_of_user').on(table.userId, table.at.desc(), table.id.desc()),
    uniqueIndex('security_events_repeat').on(table.repeatKey),
    index('security_events_at').on(table.at),
  ],
);

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
