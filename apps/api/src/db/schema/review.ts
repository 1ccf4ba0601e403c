import type {
  AppCategory,
  Architecture,
  DeveloperAction,
  EventRole,
  OperatingSystem,
  PictureKind,
  SuggestionField,
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
  /** As in `app_screenshots`: file names without width and ending. */
  stem: Bilingual;
  width: number;
  height: number;
  alt: Bilingual;
}

export interface ContentRelation {
  kind: 'dependency' | 'conflict';
  /** Key of an app of the store; null when it is a package of the system. */
  appKey: string | null;
  package: string | null;
  constraint: string;
  note: Bilingual;
}

/** Everything about an app that its developer writes. A draft may lack any of it; what is missing is empty. */
export interface AppContent {
  name: Bilingual;
  intro: Bilingual;
  /** Optional plain text; the store shows it above the details. */
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

/** What the developer writes about a version, as it was handed in. */
export interface VersionFacts {
  version: string;
  gitVersion: string;
  /** Missing in what was handed in before it was asked for, as the package's SHA-256. */
  gitCommit?: string | null;
  packageSha256?: string | null;
  repoUrl: string | null;
  size: number;
  description: Bilingual;
  changes: Change[];
}

/** What a developer works on. The store shows none of it before it was reviewed and released. */
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
 * What was handed in, frozen: each submission of a version is a round of its own, so that the next one can be compared
 * with it. Rows are never changed.
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
    /** The promise of this round. */
    dueAt: moment('due_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.versionId, table.round] })],
);

/**
 * Names that are taken, as they are compared: of what is live, under review, and drafted. One row for each spelling of
 * an app; the primary key decides who was first.
 */
export const appNames = pgTable(
  'app_names',
  {
    /** `nameKey(name)`. */
    key: text('key').primaryKey(),
    appId: integer('app_id')
      .notNull()
      .references(() => apps.id, { onDelete: 'cascade' }),
    /** `skeletonOf(name)`: names that look alike share it. */
    skeleton: text('skeleton').notNull(),
  },
  (table) => [index('app_names_of_app').on(table.appId), index('app_names_skeleton').on(table.skeleton)],
);

/** Uploaded pictures of apps. Those that nothing refers to are removed after a while. */
export const appPictures = pgTable(
  'app_pictures',
  {
    id: id(),
    appId: integer('app_id')
      .notNull()
      .references(() => apps.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<PictureKind>().notNull(),
    /** A screenshot: the stems of its files, by language. A logo: the file. */
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

/** What a reviewer asks for, pinned to a field. The developer sees it when the decision is made. */
export const versionSuggestions = pgTable(
  'version_suggestions',
  {
    id: id(),
    versionId: integer('version_id')
      .notNull()
      .references(() => appVersions.id, { onDelete: 'cascade' }),
    /** The submission that it is about. */
    round: integer('round').notNull(),
    field: text('field').$type<SuggestionField>().notNull(),
    text: text('text').notNull(),
    /** Null when the account is gone. */
    reviewerId: integer('reviewer_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: moment('created_at').notNull(),
    answer: text('answer'),
    answeredAt: moment('answered_at'),
    resolvedAt: moment('resolved_at'),
    /** Who said that it is done. */
    resolvedBy: text('resolved_by').$type<'developer' | 'reviewer'>(),
  },
  (table) => [
    index('version_suggestions_of_version').on(table.versionId, table.round, table.id),
    index('version_suggestions_reviewer').on(table.reviewerId),
    check('version_suggestions_resolved_by', sql`(resolved_at is null) = (resolved_by is null)`),
  ],
);

/** What happened to an app, in the order it happened. Rows are only ever added. */
export const appEvents = pgTable(
  'app_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    appId: integer('app_id')
      .notNull()
      .references(() => apps.id, { onDelete: 'cascade' }),
    versionId: integer('version_id').references(() => appVersions.id, { onDelete: 'cascade' }),
    at: moment('at').notNull(),
    action: text('action').$type<DeveloperAction>().notNull(),
    actorRole: text('actor_role').$type<EventRole>().notNull(),
    /** For operators; a developer never learns who reviewed. */
    actorId: integer('actor_id').references(() => users.id, { onDelete: 'set null' }),
    /** Reason or words that go with it. */
    text: text('text').notNull().default(''),
  },
  (table) => [
    index('app_events_of_app').on(table.appId, table.at.desc(), table.id.desc()),
    index('app_events_of_version').on(table.versionId),
    index('app_events_actor').on(table.actorId),
    // How long reviews take lately is read off the index, however long the history is.
    index('app_events_decisions')
      .on(table.at.desc(), table.id.desc())
      .where(sql`action in ('approve', 'reject', 'request_changes')`),
  ],
);
