import type { ArticlePlace, ArticleStatus, ProtocolSlug } from '@yunduo/validation';
import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bilingual, type Bilingual } from './bilingual.ts';
import { moment } from './columns.ts';

/** A label and its value, such as "Checksum: SHA-256 on the download page". */
export interface Fact {
  label: Bilingual;
  value: Bilingual;
}

/** The words of an article, as an editor keeps them. */
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
 * What a section of the home page, or `about`, says. Several of one place stand in the order of `position`. The columns
 * are what visitors read when it is published; what an editor changed since waits in `draft`.
 */
export const articles = pgTable(
  'articles',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    place: text('place').$type<ArticlePlace>().notNull(),
    position: integer('position').notNull(),
    title: bilingual('title').notNull(),
    intro: bilingual('intro').notNull(),
    /** Sanitised rich text; empty when there is none. */
    html: bilingual('html').notNull(),
    /** Name of a drawing that the site owns, or the address of an uploaded picture. */
    picture: text('picture'),
    linkText: bilingual('link_text'),
    /** A path of this site without a language, or an absolute address. */
    linkHref: text('link_href'),
    facts: jsonb('facts').$type<Fact[]>().notNull().default([]),
    status: text('status').$type<ArticleStatus>().notNull().default('published'),
    /** Null: nothing was changed since it was published. */
    draft: jsonb('draft').$type<ArticleContent>(),
    /** Counts edits: one that started from an older one is refused. */
    revision: integer('revision').notNull().default(1),
    updatedAt: moment('updated_at').notNull(),
    /** Address of the account, or name of the system user, that changed it last; null before this was stored. */
    updatedBy: text('updated_by'),
  },
  (table) => [
    index('articles_of_place').on(table.place, table.position, table.id),
    check('articles_draft', sql`status <> 'draft' or draft is not null`),
    check('articles_whole_link', sql`(link_text is null) = (link_href is null)`),
  ],
);

/** What an article said each time it was published: for its history, and for going back. */
export const articleVersions = pgTable(
  'article_versions',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    articleId: integer('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    content: jsonb('content').$type<ArticleContent>().notNull(),
    /** Null for what was published before versions were stored. */
    publishedAt: moment('published_at'),
    publishedBy: text('published_by'),
  },
  (table) => [index('article_versions_of_article').on(table.articleId, table.id.desc())],
);

export const protocols = pgTable('protocols', {
  slug: text('slug').$type<ProtocolSlug>().primaryKey(),
  title: bilingual('title').notNull(),
});

/** A text that people agree to. Consents name slug, version and hash, so a version is never edited. */
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
    /** From this moment on it is the current one, until a later one takes its place. */
    publishedAt: moment('published_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.slug, table.version] }),
    index('protocol_versions_current').on(table.slug, table.publishedAt.desc()),
  ],
);

/** One row: the brand, and the counter that every change of content moves. */
export const siteSettings = pgTable(
  'site_settings',
  {
    id: integer('id').primaryKey().default(1),
    name: bilingual('name').notNull(),
    slogan: bilingual('slogan').notNull(),
    recordNumber: text('record_number'),
    supportEmail: text('support_email').notNull(),
    contentRevision: integer('content_revision').notNull().default(1),
    /** What the clock alone had made of content when it was last looked at: `modules/content/scheduler.ts`. */
    timedContent: text('timed_content').notNull().default(''),
  },
  () => [check('site_settings_one_row', sql`id = 1`)],
);
