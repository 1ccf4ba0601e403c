import type {
  AppCategory,
  AppSource,
  AppStatus,
  Architecture,
  ChangeKind,
  OperatingSystem,
  ReviewStatus,
} from '@yunduo/validation';
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
  timestamp,
  uniqueIndex,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import { users } from './account.ts';
import { bilingual, type Bilingual } from './bilingual.ts';

const moment = (column: string) => timestamp(column, { withTimezone: true });
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

/** One line of an update log. */
export interface Change {
  kind: ChangeKind;
  text: Bilingual;
}

export const apps = pgTable(
  'apps',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** Stable name for the desktop client, such as `nginx`; never reused. */
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
    /** Null for the apps that we package ourselves. */
    developerId: integer('developer_id').references(() => users.id),
    status: text('status').$type<AppStatus>().notNull().default('pending_release'),
    /** Address of the logo; null shows the signal flag of the first letter. */
    logo: text('logo'),
    /** Counts edits: an edit that started from an older one is refused. */
    revision: integer('revision').notNull().default(1),
    requirements: jsonb('requirements').$type<Requirements>().notNull(),
    licence: text('licence').notNull(),
    homepage: text('homepage'),
    repoUrl: text('repo_url'),
    /** Other words that people search it by: `httpd`, `k8s`, `数据库`. */
    keywords: text('keywords').array().notNull().default([]),
    /** Place in the editors' selection; null stands outside. */
    recommendedRank: integer('recommended_rank'),
    downloadCount: integer('download_count').notNull().default(0),
    currentVersionId: integer('current_version_id').references((): AnyPgColumn => appVersions.id),
    firstPublishedAt: moment('first_published_at'),
    /** Release time of the current version; `updated_at` on the wire. */
    lastReleasedAt: moment('last_released_at'),
    /** Written by `searchColumns` with every change of name, intro, description or keywords. */
    searchNames: text('search_names').notNull(),
    searchText: text('search_text').notNull(),
    searchGrams: text('search_grams').array().notNull(),
    searchTypos: text('search_typos').array().notNull(),
    sortNameZh: text('sort_name_zh').notNull(),
    sortNameEn: text('sort_name_en').notNull(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('apps_app_key').on(table.appKey),
    index('apps_developer').on(table.developerId, table.updatedAt.desc()),
    index('apps_search_grams').using('gin', sql`indexed_only(${table.searchGrams})`),
    index('apps_search_typos').using('gin', table.searchTypos),
    // One index for each order of the list: a page is read off the index, without a sort.
    index('apps_by_recommendation')
      .on(table.recommendedRank, table.downloadCount.desc(), table.id)
      .where(published),
    index('apps_by_first_published').on(table.firstPublishedAt.desc(), table.id.desc()).where(published),
    index('apps_by_last_released').on(table.lastReleasedAt.desc(), table.id.desc()).where(published),
    index('apps_by_downloads').on(table.downloadCount.desc(), table.id).where(published),
    index('apps_by_name_zh').on(table.sortNameZh, table.id).where(published),
    index('apps_by_name_en').on(table.sortNameEn, table.id).where(published),
    index('apps_by_category')
      .on(table.category, table.recommendedRank, table.downloadCount.desc(), table.id)
      .where(published),
    // Counts what the filters leave without reading the apps themselves.
    index('apps_filters').on(table.category, table.certified, table.source).where(published),
    check('apps_published_has_version', sql`status <> 'published' or current_version_id is not null`),
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
    /** Bytes of the package. */
    size: bigint('size', { mode: 'number' }).notNull(),
    reviewStatus: text('review_status').$type<ReviewStatus>().notNull().default('draft'),
    description: bilingual('description').notNull(),
    changes: jsonb('changes').$type<Change[]>().notNull(),
    submittedAt: moment('submitted_at'),
    /** The day by which a reviewer answers: three working days after the submission. */
    dueAt: moment('due_at'),
    decidedAt: moment('decided_at'),
    releasedAt: moment('released_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('app_versions_of_app').on(table.appId, table.versionKey.desc()),
    // One version in review per app, whatever two submissions at once may try.
    uniqueIndex('app_versions_one_in_review')
      .on(table.appId)
      .where(sql`review_status = 'in_review'`),
  ],
);

export const appScreenshots = pgTable(
  'app_screenshots',
  {
    appId: integer('app_id')
      .notNull()
      .references(() => apps.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    /** File names without width and ending, by language: `<stem>-640.webp` is kept for each width. */
    stem: bilingual('stem').notNull(),
    /** Pixels of the largest one. */
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    alt: bilingual('alt').notNull(),
  },
  (table) => [primaryKey({ columns: [table.appId, table.position] })],
);

/** What an app needs, or cannot live beside: another app of the store, or a package of the system. */
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
    /** Such as `3.0+`; empty when any version will do. */
    constraint: text('version_constraint').notNull().default(''),
    note: bilingual('note').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.kind, table.position] }),
    check('app_relations_one_target', sql`(target_app_id is null) <> (package is null)`),
  ],
);

/** Apps that a user keeps in "my apps". */
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
  (table) => [primaryKey({ columns: [table.userId, table.appId] })],
);
