import type { ArticlePlace, ArticleStatus, ProtocolSlug } from '@yunduo/validation';
import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { users } from './account.ts';
import { bilingual, type Bilingual } from './bilingual.ts';
import { moment } from './columns.ts';

/** A label and its value, such as "Checksum: SHA-256 on the download page". */
export interface Fact {
  label: Bilingual;
  value: Bilingual;
}

/** Content of an article as edited. */
export interface ArticleContent {
  place: ArticlePlace;
  position: number;
  title: Bilingual;
  intro: Bilingual;
  html: Bilingual;
  picture: string | null;
  linkText: Bilingual | null;
  linkHref: string | null;
  facts: Fact[];
}

/**
 * A section of the home page, or `about`. Articles of one place are ordered by `position`. The columns hold the
 * published content; later edits wait in `draft`.
 */
export const articles = pgTable(
  'articles',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    place: text('place').$type<ArticlePlace>().notNull(),
    position: integer('position').notNull(),
    title: bilingual('title').notNull(),
    intro: bilingual('intro').notNull(),
    /** Sanitised rich text; may be empty. */
    html: bilingual('html').notNull(),
    /** Name of an illustration of the site, or URL of an uploaded picture. */
    picture: text('picture'),
    linkText: bilingual('link_text'),
    /** A path of this site without a language, or an absolute URL. */
    linkHref: text('link_href'),
    facts: jsonb('facts').$type<Fact[]>().notNull().default([]),
    status: text('status').$type<ArticleStatus>().notNull().default('published'),
    /** Null: unchanged since publication. */
    draft: jsonb('draft').$type<ArticleContent>(),
    /** Counts edits: an edit based on an older revision is refused. */
    revision: integer('revision').notNull().default(1),
    updatedAt: moment('updated_at').notNull(),
    /** Last editor: address of the account, or name of the system user; null before this was stored. */
    updatedBy: text('updated_by'),
  },
  (table) => [
    index('articles_of_place').on(table.place, table.position, table.id),
    check('articles_draft', sql`status <> 'draft' or draft is not null`),
    check('articles_whole_link', sql`(link_text is null) = (link_href is null)`),
  ],
);

/** Content of an article at each publication, for its history and for reverting. */
export const articleVersions = pgTable(
  'article_versions',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    articleId: integer('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    content: jsonb('content').$type<ArticleContent>().notNull(),
    /** Null for content published before versions were stored. */
    publishedAt: moment('published_at'),
    publishedBy: text('published_by'),
  },
  (table) => [index('article_versions_of_article').on(table.articleId, table.id.desc())],
);

/**
 * What time is still to do with an article: publish the draft of one revision, take the article offline, or both. A row
 * without a future step is deleted; the audit log keeps what happened.
 */
export const articleSchedules = pgTable(
  'article_schedules',
  {
    articleId: integer('article_id')
      .primaryKey()
      .references(() => articles.id, { onDelete: 'cascade' }),
    /** The revision that is published. A draft saved later is not: its schedule has to be confirmed. */
    revision: integer('revision').notNull(),
    /** Null: it is online already. */
    publishAt: moment('publish_at'),
    /** Null: it stays online. */
    endAt: moment('end_at'),
    /** The scheduling operator; null for the command line and a deleted account. */
    actorId: integer('actor_id').references(() => users.id, { onDelete: 'set null' }),
    /** Address of the account, or name of the system user. */
    actor: text('actor').notNull(),
  },
  (table) => [
    index('article_schedules_publish').on(table.publishAt),
    index('article_schedules_end').on(table.endAt),
    index('article_schedules_actor').on(table.actorId),
    check('article_schedules_step', sql`publish_at is not null or end_at is not null`),
    check('article_schedules_order', sql`end_at > publish_at`),
  ],
);

export const protocols = pgTable('protocols', {
  slug: text('slug').$type<ProtocolSlug>().primaryKey(),
  title: bilingual('title').notNull(),
});

/** An agreement. Consents record slug, version and hash, so a version is never edited. */
export const protocolVersions = pgTable(
  'protocol_versions',
  {
    slug: text('slug')
      .$type<ProtocolSlug>()
      .notNull()
      .references(() => protocols.slug),
    version: text('version').notNull(),
    markdown: bilingual('markdown').notNull(),
    /** SHA-256 of the Markdown, by language. */
    hash: bilingual('hash').notNull(),
    /** Current from this moment until a later version replaces it. */
    publishedAt: moment('published_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.slug, table.version] }),
    index('protocol_versions_current').on(table.slug, table.publishedAt.desc()),
  ],
);

/** One row: the brand, and a counter incremented by every change of content. */
export const siteSettings = pgTable(
  'site_settings',
  {
    id: integer('id').primaryKey().default(1),
    name: bilingual('name').notNull(),
    slogan: bilingual('slogan').notNull(),
    recordNumber: text('record_number'),
    supportEmail: text('support_email').notNull(),
    contentRevision: integer('content_revision').notNull().default(1),
    /** The time-dependent state of content at the last check: `modules/content/scheduler.ts`. */
    timedContent: text('timed_content').notNull().default(''),
  },
  () => [check('site_settings_one_row', sql`id = 1`)],
);
