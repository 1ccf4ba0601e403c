import type {
  AppCategory,
  Architecture,
  EventRole,
  OperatingSystem,
  PictureKind,
  SuggestionField,
  TimelineAction,
} from '@yunduo/validation';
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { users } from './account.ts';
import { bilingual, type Bilingual } from './bilingual.ts';
import { id, moment } from './columns.ts';
import { apps, appVersions, type Change, type Requirements } from './store.ts';

export interface ContentScreenshot {
  /** Row of `app_pictures`. */
  id: number;
  /** As in `app_screenshots`: file names without width and extension. */
  stem: Bilingual;
  width: number;
  height: number;
  alt: Bilingual;
}

export interface ContentRelation {
  kind: 'dependency' | 'conflict';
  /** Key of a store app; null for a system package. */
  appKey: string | null;
  package: string | null;
  constraint: string;
  note: Bilingual;
}

/** All content of an app written by its developer. In a draft any of it may be missing, and is then empty. */
export interface AppContent {
  name: Bilingual;
  intro: Bilingual;
  /** Optional plain text, shown above the details. */
  description: Bilingual;
  /** Sanitised rich text. */
  details: Bilingual;
  category: AppCategory | null;
  os: OperatingSystem[];
  arch: Architecture[];
  /** Stored file name; null shows the signal flag of the first letter. */
  logo: string | null;
  screenshots: ContentScreenshot[];
  keywords: string[];
  licence: string;
  homepage: string | null;
  requirements: Requirements;
  relations: ContentRelation[];
}

/** The developer's data about a version, as submitted. */
export interface VersionFacts {
  version: string;
  gitVersion: string;
  /** Missing in submissions from before it was required, like the package's SHA-256. */
  gitCommit?: string | null;
  packageSha256?: string | null;
  repoUrl: string | null;
  size: number;
  description: Bilingual;
  changes: Change[];
}

/** A developer's working copy, not visible in the store until reviewed and released. */
export const appDrafts = pgTable(
  'app_drafts',
  {
    appId: integer('app_id')
      .primaryKey()
      .references(() => apps.id, { onDelete: 'cascade' }),
    content: jsonb('content').$type<AppContent>().notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  () => [check('app_drafts_five_screenshots', sql`jsonb_array_length(content->'screenshots') <= 5`)],
);

/**
 * Frozen submissions: each submission of a version is a round, so that the next can be compared with it. Rows are never
 * changed.
 */
export const versionSubmissions = pgTable(
  'version_submissions',
  {
    versionId: integer('version_id')
      .notNull()
      .references(() => appVersions.id, { onDelete: 'cascade' }),
    round: integer('round').notNull(),
    content: jsonb('content').$type<AppContent>().notNull(),
    facts: jsonb('facts').$type<VersionFacts>().notNull(),
    submittedAt: moment('submitted_at').notNull(),
    /** Deadline of this round. */
    dueAt: moment('due_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.versionId, table.round] })],
);

/**
 * Reserved names in normalised form: live, under review, and drafted. One row for each spelling of an app's name; the
 * primary key decides which app was first.
 */
export const appNames = pgTable(
  'app_names',
  {
    /** `nameKey(name)`. */
    key: text('key').primaryKey(),
    appId: integer('app_id')
      .notNull()
      .references(() => apps.id, { onDelete: 'cascade' }),
    /** `skeletonOf(name)`: shared by confusable names. */
    skeleton: text('skeleton').notNull(),
  },
  (table) => [index('app_names_of_app').on(table.appId), index('app_names_skeleton').on(table.skeleton)],
);

/** Uploaded pictures of apps. Unreferenced ones are deleted after a while. */
export const appPictures = pgTable(
  'app_pictures',
  {
    id: id(),
    appId: integer('app_id')
      .notNull()
      .references(() => apps.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<PictureKind>().notNull(),
    /** A screenshot: stems of its files by language. A logo: the file. */
    stem: bilingual('stem').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('app_pictures_of_app').on(table.appId, table.kind),
    index('app_pictures_age').on(table.createdAt),
  ],
);

/** A reviewer's change request for a field. The developer sees it once the decision is made. */
export const versionSuggestions = pgTable(
  'version_suggestions',
  {
    id: id(),
    versionId: integer('version_id')
      .notNull()
      .references(() => appVersions.id, { onDelete: 'cascade' }),
    /** The submission in question. */
    round: integer('round').notNull(),
    field: text('field').$type<SuggestionField>().notNull(),
    text: text('text').notNull(),
    /** Null when the account was deleted. */
    reviewerId: integer('reviewer_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: moment('created_at').notNull(),
    answer: text('answer'),
    answeredAt: moment('answered_at'),
    resolvedAt: moment('resolved_at'),
    /** Who marked it resolved. */
    resolvedBy: text('resolved_by').$type<'developer' | 'reviewer'>(),
  },
  (table) => [
    index('version_suggestions_of_version').on(table.versionId, table.round, table.id),
    index('version_suggestions_reviewer').on(table.reviewerId),
    check('version_suggestions_resolved_by', sql`(resolved_at is null) = (resolved_by is null)`),
  ],
);

/** Timeline of an app, in order. Append-only. */
export const appEvents = pgTable(
  'app_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    appId: integer('app_id')
      .notNull()
      .references(() => apps.id, { onDelete: 'cascade' }),
    versionId: integer('version_id').references(() => appVersions.id, { onDelete: 'cascade' }),
    at: moment('at').notNull(),
    action: text('action').$type<TimelineAction>().notNull(),
    actorRole: text('actor_role').$type<EventRole>().notNull(),
    /** For operators; never shown to the developer. */
    actorId: integer('actor_id').references(() => users.id, { onDelete: 'set null' }),
    /** Accompanying reason or message; of `replace`, the key of the other app, or empty. */
    text: text('text').notNull().default(''),
  },
  (table) => [
    index('app_events_of_app').on(table.appId, table.at.desc(), table.id.desc()),
    index('app_events_of_version').on(table.versionId),
    index('app_events_actor').on(table.actorId),
    // Recent review times are read from the index, however long the history.
    index('app_events_decisions')
      .on(table.at.desc(), table.id.desc())
      .where(sql`action in ('approve', 'reject', 'request_changes')`),
  ],
);
