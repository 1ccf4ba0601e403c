import type {
  AppCategory,
  AppSource,
  AppStatus,
  Architecture,
  ChangeKind,
  OperatingSystem,
  RejectReason,
  ReportReason,
  ReportResolution,
  ReviewStatus,
} from '@yunduo/validation';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import { users } from './account.ts';
import { bilingual, type Bilingual } from './bilingual.ts';
import { moment } from './columns.ts';

const published = sql`status = 'published'`;

/** System requirements (specification §3), in sentences of both languages. */
export interface Requirements {
  os: Bilingual;
  gpu: Bilingual;
  hard_disk: Bilingual;
  mem: Bilingual;
  cpu: Bilingual;
  network_card: Bilingual;
}

/** The same in machine-readable form, for checking an installation. A missing value means no requirement. */
export interface Minimum {
  /** Oldest release of a system, such as `20.04`. `os` says which systems are supported. */
  os?: Partial<Record<OperatingSystem, string>>;
  mem_mb?: number;
  disk_mb?: number;
  cores?: number;
}

/** One line of a changelog. */
export interface Change {
  kind: ChangeKind;
  text: Bilingual;
}

export const apps = pgTable(
  'apps',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** Stable identifier for the desktop client, such as `nginx`; never reused. */
    appKey: text('app_key').notNull(),
    name: bilingual('name').notNull(),
    intro: bilingual('intro').notNull(),
    /** Sanitised rich text. */
    description: bilingual('description').notNull(),
    category: text('category').$type<AppCategory>().notNull(),
    os: text('os').array().$type<OperatingSystem[]>().notNull(),
    arch: text('arch').array().$type<Architecture[]>().notNull(),
    certified: boolean('certified').notNull().default(false),
    source: text('source').$type<AppSource>().notNull(),
    free: boolean('free').notNull().default(true),
    /** Null for apps we package ourselves. */
    developerId: integer('developer_id').references(() => users.id),
    status: text('status').$type<AppStatus>().notNull().default('pending_release'),
    /** URL of the logo; null shows the signal flag of the first letter. */
    logo: text('logo'),
    /** Counts edits: an edit based on an older revision is refused. */
    revision: integer('revision').notNull().default(1),
    requirements: jsonb('requirements').$type<Requirements>().notNull(),
    minimum: jsonb('minimum').$type<Minimum>().notNull().default({}),
    licence: text('licence').notNull(),
    homepage: text('homepage'),
    repoUrl: text('repo_url'),
    /** Additional search words: `httpd`, `k8s`, `数据库`. */
    keywords: text('keywords').array().notNull().default([]),
    /** Rank in the editors' selection; null: not selected. */
    recommendedRank: integer('recommended_rank'),
    downloadCount: integer('download_count').notNull().default(0),
    currentVersionId: integer('current_version_id').references((): AnyPgColumn => appVersions.id),
    firstPublishedAt: moment('first_published_at'),
    /** Release time of the current version; `updated_at` on the wire. */
    lastReleasedAt: moment('last_released_at'),
    /** Updated by `searchColumns` with every change of name, intro, description or keywords. */
    searchNames: text('search_names').notNull(),
    searchNgrams: text('search_grams').array().notNull(),
    searchTypos: text('search_typos').array().notNull(),
    searchNameNgrams: text('search_name_grams').array().notNull(),
    sortNameZh: text('sort_name_zh').notNull(),
    sortNameEn: text('sort_name_en').notNull(),
    /** Set while an operator keeps the app out of the store: its developer cannot publish it again. */
    takenDownAt: moment('taken_down_at'),
    /** Reason for the developer; meaningful while `takenDownAt` is set. */
    takenDownReason: text('taken_down_reason'),
    /** The app that replaces this one; shown only while this one is unpublished. */
    replacedBy: integer('replaced_by').references((): AnyPgColumn => apps.id, { onDelete: 'set null' }),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('apps_app_key').on(table.appKey),
    index('apps_developer').on(table.developerId, table.updatedAt.desc()),
    // For the feeds. The columns that the store's list searches, filters and sorts by are in `listed_apps`, with their
    // indexes.
    index('apps_by_first_published').on(table.firstPublishedAt.desc(), table.id.desc()).where(published),
    index('apps_by_last_released').on(table.lastReleasedAt.desc(), table.id.desc()).where(published),
    check('apps_published_has_version', sql`status <> 'published' or current_version_id is not null`),
    check('apps_taken_down_is_not_published', sql`status <> 'published' or taken_down_at is null`),
  ],
);

/**
 * Published apps as the store's list and search read them: one narrow row each, since a search for a common word scans
 * most of them. Written only by a trigger on `apps` (migration 0001).
 */
export const listedApps = pgTable(
  'listed_apps',
  {
    // Fixed-width, non-null columns come first: PostgreSQL can then compute their offsets.
    id: integer('id')
      .primaryKey()
      .references(() => apps.id, { onDelete: 'cascade' }),
    downloadCount: integer('download_count').notNull(),
    certified: boolean('certified').notNull(),
    recommendedRank: integer('recommended_rank'),
    developerId: integer('developer_id'),
    firstPublishedAt: moment('first_published_at'),
    lastReleasedAt: moment('last_released_at'),
    category: text('category').$type<AppCategory>().notNull(),
    source: text('source').$type<AppSource>().notNull(),
    /** Systems and architectures, separated by spaces: shorter than arrays, and faster to search. */
    runsOn: text('runs_on').notNull(),
    sortNameZh: text('sort_name_zh').notNull(),
    sortNameEn: text('sort_name_en').notNull(),
    searchNgrams: text('search_grams').array().notNull(),
    searchTypos: text('search_typos').array().notNull(),
    searchNameNgrams: text('search_name_grams').array().notNull(),
  },
  (table) => [
    index('listed_apps_grams').using('gin', sql`indexed_only(${table.searchNgrams})`),
    index('listed_apps_typos').using('gin', sql`indexed_only(${table.searchTypos})`),
    index('listed_apps_name_grams').using('gin', sql`indexed_only(${table.searchNameNgrams})`),
    // One index for each sort order: a page is read from the index, without a sort.
    index('listed_apps_by_recommendation').on(table.recommendedRank, table.downloadCount.desc(), table.id),
    index('listed_apps_by_first_published').on(table.firstPublishedAt.desc(), table.id.desc()),
    index('listed_apps_by_last_released').on(table.lastReleasedAt.desc(), table.id.desc()),
    index('listed_apps_by_downloads').on(table.downloadCount.desc(), table.id),
    index('listed_apps_by_name_zh').on(table.sortNameZh, table.id),
    index('listed_apps_by_name_en').on(table.sortNameEn, table.id),
    index('listed_apps_by_category').on(
      table.category,
      table.recommendedRank,
      table.downloadCount.desc(),
      table.id,
    ),
    // Counts filtered rows by an index-only scan.
    index('listed_apps_filters').on(
      table.category,
      table.certified,
      table.source,
      table.runsOn,
      table.recommendedRank,
    ),
  ],
);

export const appVersions = pgTable(
  'app_versions',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    appId: integer('app_id')
      .notNull()
      .references((): AnyPgColumn => apps.id, { onDelete: 'cascade' }),
    version: text('version').notNull(),
    /** `versionKey(version)`: orders 1.10.0 after 1.9.0. */
    versionKey: bigint('version_key', { mode: 'number' }).notNull(),
    /** Tag or commit of the packaged source. */
    gitVersion: text('git_version').notNull(),
    /** The full commit hash. Null before it was required, and in a draft. */
    gitCommit: text('git_commit'),
    /** SHA-256 of the package; null as `gitCommit`. */
    packageSha256: text('package_sha256'),
    /** Package size in bytes. */
    size: bigint('size', { mode: 'number' }).notNull(),
    reviewStatus: text('review_status').$type<ReviewStatus>().notNull().default('draft'),
    /**
     * A submission of the listing alone: its facts are those of the published version, and its key sorts below every
     * version's. When published, its content becomes that version's, and the row becomes `superseded`.
     */
    listing: boolean('listing').notNull().default(false),
    /** Repository of the packaged source. It is displayed and never fetched. */
    repoUrl: text('repo_url'),
    description: bilingual('description').notNull(),
    changes: jsonb('changes').$type<Change[]>().notNull(),
    /** Counts edits, as `apps.revision` does. */
    revision: integer('revision').notNull().default(1),
    /** Number of submissions; the latest in `version_submissions`. */
    round: integer('round').notNull().default(0),
    submittedAt: moment('submitted_at'),
    /** Deadline of the review. Null while the clock is stopped: nothing is under review. */
    dueAt: moment('due_at'),
    decidedAt: moment('decided_at'),
    /** Reason of a rejection. */
    rejectReason: text('reject_reason').$type<RejectReason>(),
    /** The reviewer's message in the last decision. */
    decisionText: text('decision_text').notNull().default(''),
    /** A rejection may be appealed once. */
    appealedAt: moment('appealed_at'),
    /** Why it was withdrawn, in one text; `yankReasons` has it by language. */
    yankReason: text('yank_reason'),
    /** Null for versions withdrawn by an operator or before there were two languages. */
    yankReasons: bilingual('yank_reasons'),
    releasedAt: moment('released_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('app_versions_of_app').on(table.appId, table.versionKey.desc()),
    // One version under review per app, even with concurrent submissions.
    uniqueIndex('app_versions_one_in_review')
      .on(table.appId)
      .where(sql`review_status = 'in_review'`),
    // One version at a time is open for a decision; the next one waits.
    uniqueIndex('app_versions_one_open')
      .on(table.appId)
      .where(sql`review_status in ('draft', 'in_review', 'changes_requested', 'withdrawn')`),
    // The reviewers' queue is read from the index.
    index('app_versions_queue')
      .on(table.dueAt, table.id)
      .where(sql`review_status = 'in_review'`),
    check('app_versions_due_in_review', sql`(review_status = 'in_review') = (due_at is not null)`),
  ],
);

export const appScreenshots = pgTable(
  'app_screenshots',
  {
    appId: integer('app_id')
      .notNull()
      .references(() => apps.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    /** File names without width and extension, by language: `<stem>-640.webp` is stored for each width. */
    stem: bilingual('stem').notNull(),
    /** Pixels of the largest width. */
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    alt: bilingual('alt').notNull(),
  },
  (table) => [primaryKey({ columns: [table.appId, table.position] })],
);

/** Dependencies and conflicts of an app: another app of the store, or a system package. */
export const appRelations = pgTable(
  'app_relations',
  {
    appId: integer('app_id')
      .notNull()
      .references(() => apps.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'dependency' | 'conflict'>().notNull(),
    position: integer('position').notNull(),
    targetAppId: integer('target_app_id').references(() => apps.id, { onDelete: 'cascade' }),
    /** Name of the package; null when the target is an app. */
    package: text('package'),
    /** Such as `3.0+`; empty for any version. */
    constraint: text('version_constraint').notNull().default(''),
    /** Keys of alternative apps. */
    alternatives: text('alternatives').array().notNull().default([]),
    /** Bundled with the app: needs no separate installation. */
    bundled: boolean('bundled').notNull().default(false),
    note: bilingual('note').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.kind, table.position] }),
    check('app_relations_one_target', sql`(target_app_id is null) <> (package is null)`),
  ],
);

/** Apps that a user saved in "my apps". */
export const savedApps = pgTable(
  'saved_apps',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    appId: integer('app_id')
      .notNull()
      .references(() => apps.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.appId] }),
    index('saved_apps_of_app').on(table.appId),
  ],
);

/** Counted downloads: one row for each version, client and day. Pruned after some days. */
export const appDownloads = pgTable(
  'app_downloads',
  {
    versionId: integer('version_id')
      .notNull()
      .references(() => appVersions.id, { onDelete: 'cascade' }),
    /** In Asia/Shanghai. */
    day: date('day', { mode: 'string' }).notNull(),
    /** Keyed hash of the client's id and address: the address is not stored. */
    clientHash: text('client_hash').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.versionId, table.day, table.clientHash] }),
    index('app_downloads_day').on(table.day),
  ],
);

/** Downloads of each version by day; written in the transaction of `app_downloads`, kept permanently. */
export const appDownloadDays = pgTable(
  'app_download_days',
  {
    appId: integer('app_id')
      .notNull()
      .references(() => apps.id, { onDelete: 'cascade' }),
    versionId: integer('version_id')
      .notNull()
      .references(() => appVersions.id, { onDelete: 'cascade' }),
    /** In Asia/Shanghai. */
    day: date('day', { mode: 'string' }).notNull(),
    count: integer('count').notNull(),
    /** Part already added to `apps.download_count`: a job adds the rest. */
    added: integer('added').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.day, table.versionId] }),
    index('app_download_days_version').on(table.versionId),
    index('app_download_days_open')
      .on(table.appId)
      .where(sql`count > added`),
    check('app_download_days_added', sql`added between 0 and count`),
  ],
);

/** Page views of an app by day: totals only, without visitors. */
export const appViewDays = pgTable(
  'app_view_days',
  {
    appId: integer('app_id')
      .notNull()
      .references(() => apps.id, { onDelete: 'cascade' }),
    /** In Asia/Shanghai. */
    day: date('day', { mode: 'string' }).notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.appId, table.day] })],
);

/** Reports about an app, for operators. */
export const appReports = pgTable(
  'app_reports',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    appId: integer('app_id')
      .notNull()
      .references(() => apps.id, { onDelete: 'cascade' }),
    /** Current version at the time. */
    version: text('version').notNull(),
    reason: text('reason').$type<ReportReason>().notNull(),
    text: text('text').notNull(),
    /** Reply address; null when no reply is wanted. */
    email: text('email'),
    /** Null: a visitor, or a deleted account. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** Keyed hash of the account or the address. */
    reporterHash: text('reporter_hash').notNull(),
    /** In Asia/Shanghai. */
    day: date('day', { mode: 'string' }).notNull(),
    createdAt: moment('created_at').notNull(),
    closedAt: moment('closed_at'),
    closedBy: text('closed_by'),
    resolution: text('resolution').$type<ReportResolution>(),
    note: text('note').notNull().default(''),
  },
  (table) => [
    // One report per person, app and day.
    uniqueIndex('app_reports_once_a_day').on(table.appId, table.reporterHash, table.day),
    index('app_reports_open')
      .on(table.createdAt, table.id)
      .where(sql`closed_at is null`),
    index('app_reports_created').on(table.createdAt.desc(), table.id.desc()),
    index('app_reports_user').on(table.userId),
    check('app_reports_closed', sql`(closed_at is null) = (resolution is null)`),
  ],
);
