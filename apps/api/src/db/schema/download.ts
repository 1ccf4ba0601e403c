import type { Locale } from '@yunduo/i18n';
import type { InviteAnswer, ProtocolSlug, ReleaseProduct } from '@yunduo/validation';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { users } from './account.ts';
import { bilingual } from './bilingual.ts';
import { id, moment } from './columns.ts';
import { protocolVersions } from './content.ts';

/** Invitations to download the client. The code is shown once; it is random enough for an unkeyed hash. */
export const invitations = pgTable(
  'invitations',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    codeHash: text('code_hash').notNull(),
    /** Prefix and first group, by which operators recognise the code in a list. */
    head: text('head').notNull(),
    /** Note by operators. */
    note: text('note').notNull().default(''),
    uses: integer('uses').notNull(),
    used: integer('used').notNull().default(0),
    /** Null: never. */
    expiresAt: moment('expires_at'),
    revokedAt: moment('revoked_at'),
    lastUsedAt: moment('last_used_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('invitations_code_hash').on(table.codeHash),
    index('invitations_created').on(table.createdAt.desc(), table.id.desc()),
    check('invitations_uses', sql`uses >= 1 and used between 0 and uses`),
  ],
);

/** Recent uses by visitor: within a day the same visitor spends only one use. */
export const invitationVisits = pgTable(
  'invitation_visits',
  {
    invitationId: integer('invitation_id')
      .notNull()
      .references(() => invitations.id, { onDelete: 'cascade' }),
    /** `user:12`, or a keyed hash of address and browser: the address is not stored. */
    visitor: text('visitor').notNull(),
    spentAt: moment('spent_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.invitationId, table.visitor] }),
    index('invitation_visits_spent').on(table.spentAt),
  ],
);

/** Requests for an invitation. An address has at most one open request. */
export const invitationRequests = pgTable(
  'invitation_requests',
  {
    id: id(),
    /** Normalised by `normalEmail`. */
    email: text('email').notNull(),
    /** Language of the requesting page, used for the reply. */
    locale: text('locale').$type<Locale>().notNull(),
    purpose: text('purpose').notNull(),
    createdAt: moment('created_at').notNull(),
    /** Null while the request is open. */
    answeredAt: moment('answered_at'),
    decision: text('decision').$type<InviteAnswer>(),
    answer: text('answer').notNull().default(''),
    invitationId: integer('invitation_id').references(() => invitations.id, { onDelete: 'set null' }),
  },
  (table) => [
    uniqueIndex('invitation_requests_open')
      .on(table.email)
      .where(sql`answered_at is null`),
    index('invitation_requests_created').on(table.createdAt.desc(), table.id.desc()),
    index('invitation_requests_email').on(table.email),
    index('invitation_requests_invitation').on(table.invitationId),
    check('invitation_requests_answered', sql`(answered_at is null) = (decision is null)`),
    check('invitation_requests_email_lower', sql`email = lower(email)`),
  ],
);

/** A published version of the client or of the private deployment. A number is used once, even if withdrawn. */
export const releases = pgTable(
  'releases',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    product: text('product').$type<ReleaseProduct>().notNull(),
    version: text('version').notNull(),
    /** `versionKey(version)`: orders 1.10.0 after 1.9.0. */
    versionKey: bigint('version_key', { mode: 'number' }).notNull(),
    /** Markdown. */
    notes: bilingual('notes').notNull(),
    /** Private deployment: name of the image, and its digest. */
    image: text('image'),
    digest: text('digest'),
    /** Clients of an earlier version must update to this version or a later one. */
    mandatory: boolean('mandatory').notNull().default(false),
    /** Lowest client version that works with our servers; null: all do. */
    minimum: text('minimum'),
    publishedAt: moment('published_at').notNull(),
    withdrawnAt: moment('withdrawn_at'),
    withdrawReason: text('withdraw_reason'),
  },
  (table) => [
    uniqueIndex('releases_version').on(table.product, table.versionKey.desc()),
    check('releases_image', sql`(product = 'private') = (image is not null)`),
    check('releases_digest', sql`(image is null) = (digest is null)`),
    check('releases_withdrawn', sql`(withdrawn_at is null) = (withdraw_reason is null)`),
  ],
);

/** Files of a release. Size and checksum are computed from the stored bytes. */
export const artefacts = pgTable(
  'artefacts',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    releaseId: integer('release_id')
      .notNull()
      .references(() => releases.id, { onDelete: 'cascade' }),
    /** Client platform, or server architecture. */
    target: text('target').notNull(),
    /** File name of the download. */
    filename: text('filename').notNull(),
    /** Path in the file store, below `private/`. */
    file: text('file').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
  },
  (table) => [
    uniqueIndex('artefacts_of_release').on(table.releaseId, table.target),
    uniqueIndex('artefacts_file').on(table.file),
    check('artefacts_size', sql`size > 0`),
    check('artefacts_sha256', sql`sha256 ~ '^[0-9a-f]{64}$'`),
  ],
);

/** Granted downloads: invitation, recipient, and the text agreed to. */
export const downloadClaims = pgTable(
  'download_claims',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    invitationId: integer('invitation_id')
      .notNull()
      .references(() => invitations.id),
    artefactId: integer('artefact_id')
      .notNull()
      .references(() => artefacts.id),
    /** Null: not signed in, or the account was deleted. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    visitor: text('visitor').notNull(),
    protocol: text('protocol').$type<ProtocolSlug>().notNull(),
    protocolVersion: text('protocol_version').notNull(),
    agreedAt: moment('agreed_at').notNull(),
  },
  (table) => [
    index('download_claims_invitation').on(table.invitationId),
    index('download_claims_artefact').on(table.artefactId),
    index('download_claims_user').on(table.userId),
    index('download_claims_protocol').on(table.protocol, table.protocolVersion),
    foreignKey({
      name: 'download_claims_protocol_version',
      columns: [table.protocol, table.protocolVersion],
      foreignColumns: [protocolVersions.slug, protocolVersions.version],
    }),
  ],
);
