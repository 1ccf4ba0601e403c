import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from './account.ts';
import { id, moment } from './columns.ts';

/** The authenticator app of an account, and its replacement during setup. */
export const totpFactors = pgTable('totp_factors', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Encrypted; null until a code of it was entered. */
  secret: text('secret'),
  confirmedAt: moment('confirmed_at'),
  /** Time step of the last accepted code: it and earlier ones are refused. */
  lastStep: integer('last_step').notNull().default(0),
  /** Encrypted secret of a pending setup, and its expiry. */
  pendingSecret: text('pending_secret'),
  pendingUntil: moment('pending_until'),
});

/** Passkeys of accounts: WebAuthn credentials. The stored data verifies signatures but cannot create them. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Base64url, as in the browser API. */
    credentialId: text('credential_id').notNull(),
    /** A COSE key, in base64url. */
    publicKey: text('public_key').notNull(),
    /** Signature counter, where the device has one: a clone falls behind. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** Transports reported by the device. */
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

/** Challenges sent to devices. A row is deleted by the first answer, right or wrong. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    challengeHash: text('challenge_hash').notNull(),
    /** Purpose and who may answer: `add:` or `prove:` and a session, `step:` and a ticket. */
    boundTo: text('bound_to').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('passkey_challenges_hash').on(table.challengeHash),
    index('passkey_challenges_of_user').on(table.userId),
    index('passkey_challenges_expiry').on(table.expiresAt),
  ],
);

/** Recovery codes for an account that lost its other factor. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256: 80 random bits cannot be brute-forced, and the codes survive a change of the signing key. */
    codeHash: text('code_hash').notNull(),
    createdAt: moment('created_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

/** Sign-ins with a verified password, waiting for the second step. */
export const signInTickets = pgTable(
  'sign_in_tickets',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull(),
    /** SHA-256 of the verified password hash: a password change invalidates the ticket. */
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
