import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from './account.ts';
import { id, moment } from './columns.ts';

/** The authenticator app of an account: one, and the next one while it is being set up. */
export const totpFactors = pgTable('totp_factors', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Sealed; null until a code of it was seen. */
  secret: text('secret'),
  confirmedAt: moment('confirmed_at'),
  /** Time step of the last code that was taken: neither it nor an earlier one is taken again. */
  lastStep: integer('last_step').notNull().default(0),
  /** Sealed: what is being set up, and until when it can be confirmed. */
  pendingSecret: text('pending_secret'),
  pendingUntil: moment('pending_until'),
});

/** Passkeys of accounts: WebAuthn credentials. What is kept of them verifies signatures and makes none. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** In base64url, as the browser names it. */
    credentialId: text('credential_id').notNull(),
    /** A COSE key, in base64url. */
    publicKey: text('public_key').notNull(),
    /** How often the device signed, where it counts: a copy of it falls behind. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** How a browser reaches the device, as it said itself. */
    transports: text('transports').array().notNull(),
    backedUp: boolean('backed_up').notNull(),
    label: text('label').notNull(),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [
    uniqueIndex('passkeys_credential_id').on(table.credentialId),
    index('passkeys_of_user').on(table.userId),
  ],
);

/** What devices were asked to sign. A row is taken out by the one answer to it, right or wrong. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    challengeHash: text('challenge_hash').notNull(),
    /** What it is for and whose answer counts: `add:` or `prove:` and a session, `step:` and a ticket. */
    boundTo: text('bound_to').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('passkey_challenges_hash').on(table.challengeHash),
    index('passkey_challenges_of_user').on(table.userId),
    index('passkey_challenges_expiry').on(table.expiresAt),
  ],
);

/** Codes for who has lost the other factor. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256: 80 random bits are not found by trying, and a change of the signing key leaves them valid. */
    codeHash: text('code_hash').notNull(),
    createdAt: moment('created_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

/** Sign-ins whose password was right, on their way to the second step. */
export const signInTickets = pgTable(
  'sign_in_tickets',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull(),
    /** SHA-256 of the password's hash that was right: a password that changes meanwhile ends the ticket. */
    passwordMark: text('password_mark').notNull(),
    tries: integer('tries').notNull().default(0),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [
    uniqueIndex('sign_in_tickets_token_hash').on(table.tokenHash),
    index('sign_in_tickets_of_user').on(table.userId),
    index('sign_in_tickets_expiry').on(table.expiresAt),
  ],
);
