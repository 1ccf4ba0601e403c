import { ARTICLE, type ArticlePlace, type ArticleStatus } from '@yunduo/validation';
import { and, asc, desc, eq, max, ne, sql } from 'drizzle-orm';
import { withTransaction, type Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { paged, type PageInput } from '../../db/query.ts';
import { articles, articleVersions, type ArticleContent } from '../../db/schema/index.ts';
import { randomName } from '../../files.ts';
import { apiError } from '../../http/errors.ts';
import { audit, type Actor } from '../audit/audit.ts';
import { openPicture, scaled, type Uploader } from '../files/picture.ts';
import { discardIfGone } from '../files/upload.ts';
import { touchContent } from '../site/settings.ts';
import { sanitiseRichText } from '../text/rich-text.ts';

export type ArticleRow = typeof articles.$inferSelect;
/** An article as an editor read it. */
export interface Edited {
  id: number;
  revision: number;
}

/** What an editor sends; without a position it stands where it stood, or behind the others. */
export type ArticleWords = Omit<ArticleContent, 'position'> & { position: number | null };

/** What visitors read of a row, or would. */
export function contentOf(row: ArticleRow): ArticleContent {
  const { place, position, title, intro, html, picture, linkText, linkHref, facts } = row;
  return { place, position, title, intro, html, picture, linkText, linkHref, facts };
}

export interface ArticleFilter extends PageInput {
  use_to?: ArticlePlace | undefined;
  status?: ArticleStatus | undefined;
}

/** Articles for editors, in the order of the page. */
export async function listArticles(db: Db, input: ArticleFilter) {
  const which = and(
    input.use_to === undefined ? undefined : eq(articles.place, input.use_to),
    input.status === undefined ? undefined : eq(articles.status, input.status),
  );
  const rows = db
    .select()
    .from(articles)
    .where(which)
    .orderBy(asc(articles.place), asc(articles.position), asc(articles.id));
  return paged(input, rows, db.$count(articles, which));
}

/** @throws ApiError ARTICLE_NOT_FOUND */
export async function articleOf(db: Db, id: number): Promise<ArticleRow> {
  const [row] = await db.select().from(articles).where(eq(articles.id, id));
  if (!row) throw apiError('ARTICLE_NOT_FOUND');
  return row;
}

/**
 * What an article said each time it was published, the newest first.
 * @throws ApiError ARTICLE_NOT_FOUND
 */
export async function articleHistory(db: Db, id: number) {
  await articleOf(db, id);
  return db
    .select()
    .from(articleVersions)
    .where(eq(articleVersions.articleId, id))
    .orderBy(desc(articleVersions.id))
    .limit(ARTICLE.versionsListed);
}

/** Changes the row that was read at `revision`; of two editors at once one does. */
async function change(
  db: Db,
  { id, revision }: Edited,
  values: Partial<typeof articles.$inferInsert>,
): Promise<ArticleRow> {
  const [row] = await db
    .update(articles)
    .set({ ...values, revision: revision + 1 })
    .where(and(eq(articles.id, id), eq(articles.revision, revision)))
    .returning();
  if (row) return row;
  const [now] = await db.select({ revision: articles.revision }).from(articles).where(eq(articles.id, id));
  throw now ? apiError('EDIT_CONFLICT', { revision: now.revision }) : apiError('ARTICLE_NOT_FOUND');
}

/**
 * Keeps a draft: of a new article, or of the one that was read at `revision`. What visitors see does not change.
 * @throws ApiError ARTICLE_NOT_FOUND, EDIT_CONFLICT, VALIDATION_FAILED for a picture that is not stored
 */
export async function saveArticle(
  context: Context,
  actor: Actor,
  { position, ...words }: ArticleWords,
  edited: Edited | null,
): Promise<ArticleRow> {
  const { db, clock, config, files } = context;
  const now = clock.now();
  const { picture } = words;
  // A drawing of the site has no folder; whether it exists only the page knows.
  if (picture?.includes('/') && (picture.startsWith('private/') || (await files.size(picture)) === null)) {
    throw apiError('VALIDATION_FAILED', { fields: { picture: 'picture_unknown' } });
  }
  const clean = (html: string) => sanitiseRichText(html, `${config.filesUrl}/uploads`);
  const html = { zh: clean(words.html.zh), en: clean(words.html.en) };
  return db.transaction(async (tx) => {
    const draft = { ...words, html, position: position ?? (await positionOf(tx, words.place, edited)) };
    const stamp = { updatedAt: now, updatedBy: actor.name };
    const row = edited
      ? await change(tx, edited, { draft, ...stamp })
      : (
          await tx
            .insert(articles)
            .values({ ...draft, draft, status: 'draft', ...stamp })
            .returning()
        )[0];
    if (!row) throw new Error('no article was stored');
    await audit(withTransaction(context, tx), actor, {
      action: edited ? 'article.edit' : 'article.create',
      target: `article:${row.id}`,
      details: { place: draft.place, title: draft.title.zh },
    });
    return row;
  });
}

/** Where an article of which nobody says so stands: where it is, or behind the others of its place. */
async function positionOf(db: Db, place: ArticlePlace, edited: Edited | null): Promise<number> {
  if (edited) {
    const { draft, place: before, position } = await articleOf(db, edited.id);
    if ((draft?.place ?? before) === place) return draft?.position ?? position;
  }
  const [last] = await db
    .select({ position: max(articles.position) })
    .from(articles)
    .where(eq(articles.place, place));
  return Math.min((last?.position ?? -1) + 1, ARTICLE.positionMax);
}

/**
 * Puts the articles of a place into this order, what visitors see and what editors go on with: all that are not archived.
 * It does not count as an edit: an editor who has one of them open can still save it.
 * @throws ApiError ARTICLE_NOT_FOUND when these are not the ones that the place has
 */
export async function orderArticles(
  context: Context,
  actor: Actor,
  { place, ids }: { place: ArticlePlace; ids: readonly number[] },
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const rows = await tx
      .select()
      .from(articles)
      .where(and(eq(articles.place, place), ne(articles.status, 'archived')))
      .for('update');
    const known = new Set(rows.map(({ id }) => id));
    if (known.size !== ids.length || new Set(ids).size !== ids.length || ids.some((id) => !known.has(id))) {
      throw apiError('ARTICLE_NOT_FOUND');
    }
    for (const [position, id] of ids.entries()) {
      const draft = sql`jsonb_set(${articles.draft}, '{position}', to_jsonb(${position}::int))`;
      await tx.update(articles).set({ position, draft }).where(eq(articles.id, id));
    }
    if (rows.some(({ status }) => status === 'published')) await touchContent(tx);
    await audit(withTransaction(context, tx), actor, {
      action: 'article.order',
      target: `articles:${place}`,
      details: { ids },
    });
  });
}

/** Stores what is published now; what was published before versions were stored goes before it. */
async function storeVersion(db: Db, before: ArticleRow, row: ArticleRow, actor: Actor): Promise<void> {
  const known = await db.$count(articleVersions, eq(articleVersions.articleId, row.id));
  if (known === 0 && before.status !== 'draft') {
    await db.insert(articleVersions).values({ articleId: row.id, content: contentOf(before) });
  }
  await db.insert(articleVersions).values({
    articleId: row.id,
    content: contentOf(row),
    publishedAt: row.updatedAt,
    publishedBy: actor.name,
  });
}

/**
 * Shows the draft to visitors, or an archived article once more.
 * @throws ApiError ARTICLE_NOT_FOUND, EDIT_CONFLICT, ARTICLE_UNCHANGED
 */
export async function publishArticle(context: Context, actor: Actor, edited: Edited): Promise<ArticleRow> {
  const now = context.clock.now();
  return context.db.transaction(async (tx) => {
    const [before] = await tx.select().from(articles).where(eq(articles.id, edited.id)).for('update');
    if (!before) throw apiError('ARTICLE_NOT_FOUND');
    if (before.revision === edited.revision && before.status === 'published' && !before.draft) {
      throw apiError('ARTICLE_UNCHANGED');
    }
    const row = await change(tx, edited, {
      ...(before.draft ?? {}),
      draft: null,
      status: 'published',
      updatedAt: now,
      updatedBy: actor.name,
    });
    await storeVersion(tx, before, row, actor);
    await touchContent(tx);
    await audit(withTransaction(context, tx), actor, {
      action: 'article.publish',
      target: `article:${row.id}`,
      details: { place: row.place, title: row.title.zh },
    });
    return row;
  });
}

/**
 * Takes an article off the page; it is kept, and can be published again.
 * @throws ApiError ARTICLE_NOT_FOUND, EDIT_CONFLICT, STATE_CHANGED when it is archived already
 */
export async function archiveArticle(context: Context, actor: Actor, edited: Edited): Promise<ArticleRow> {
  const now = context.clock.now();
  return context.db.transaction(async (tx) => {
    const [before] = await tx.select().from(articles).where(eq(articles.id, edited.id)).for('update');
    if (before?.revision === edited.revision && before.status === 'archived') throw apiError('STATE_CHANGED');
    const row = await change(tx, edited, { status: 'archived', updatedAt: now, updatedBy: actor.name });
    if (before?.status === 'published') await touchContent(tx);
    await audit(withTransaction(context, tx), actor, {
      action: 'article.archive',
      target: `article:${row.id}`,
    });
    return row;
  });
}

/**
 * Stores a picture for an article under a new random name that ends in its pixels, so that a page can reserve its place.
 * One that no article names a day later is removed (`files/stray.ts`).
 * @throws ApiError FILE_TYPE, PICTURE_ANIMATED, PICTURE_HEIC, PICTURE_UNREADABLE
 */
export async function saveArticlePicture({ files }: Context, by: Uploader, bytes: Uint8Array) {
  const made = await scaled(await openPicture(bytes), [ARTICLE.pictureWidth], by);
  const { width, height } = made;
  const picture = `articles/${randomName()}-${width}x${height}.webp`;
  const [stored] = made.files.values();
  if (!stored) throw new Error('no picture was made');
  await files.put(picture, stored);
  await discardIfGone(files, by, [picture]);
  return { picture, url: files.url(picture), width, height };
}
