import { ARTICLE, type ArticlePlace, type ArticleStatus } from '@yunduo/validation';
import { and, asc, count, desc, eq, isNotNull, isNull, max, ne, sql } from 'drizzle-orm';
import { withTransaction, type Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { paged, type PageInput } from '../../db/query.ts';
import { articles, articleSchedules, articleVersions, type ArticleContent } from '../../db/schema/index.ts';
import { randomName } from '../../files.ts';
import { apiError } from '../../http/errors.ts';
import { audit, type Actor } from '../audit/audit.ts';
import { openPicture, scaled, type Uploader } from '../files/picture.ts';
import { discardIfGone } from '../files/upload.ts';
import { touchContent } from '../site/settings.ts';
import { richTextOf } from '../text/written.ts';

export type ArticleRow = typeof articles.$inferSelect;
/** An article with what time is still to do with it. */
export type EditedArticle = ArticleRow & { schedule: typeof articleSchedules.$inferSelect | null };
/** An article as an editor read it. */
export interface Edited {
  id: number;
  revision: number;
}

/** An editor's input; without a position it keeps its position, or is added last. */
export type ArticleWords = Omit<ArticleContent, 'position'> & { position: number | null };

/** The published content of a row. */
export function contentOf(row: ArticleRow): ArticleContent {
  const { place, position, title, intro, html, picture, linkText, linkHref, facts } = row;
  return { place, position, title, intro, html, picture, linkText, linkHref, facts };
}

export interface ArticleFilter extends PageInput {
  use_to?: ArticlePlace | undefined;
  status?: ArticleStatus | undefined;
  scheduled?: boolean | undefined;
}

const scheduleOfArticle = eq(articleSchedules.articleId, articles.id);
const withSchedule = (row: { article: ArticleRow; schedule: EditedArticle['schedule'] }): EditedArticle => ({
  ...row.article,
  schedule: row.schedule,
});

/** Articles for editors, in page order. */
export async function listArticles(db: Db, input: ArticleFilter) {
  const which = and(
    input.use_to === undefined ? undefined : eq(articles.place, input.use_to),
    input.status === undefined ? undefined : eq(articles.status, input.status),
    input.scheduled ? isNotNull(articleSchedules.articleId) : undefined,
  );
  const rows = db
    .select({ article: articles, schedule: articleSchedules })
    .from(articles)
    .leftJoin(articleSchedules, scheduleOfArticle)
    .where(which)
    .orderBy(asc(articles.place), asc(articles.position), asc(articles.id));
  const counted = db
    .select({ total: count() })
    .from(articles)
    .leftJoin(articleSchedules, scheduleOfArticle)
    .where(which);
  const page = await paged(input, rows, counted);
  return { ...page, list: page.list.map(withSchedule) };
}

/** @throws ApiError ARTICLE_NOT_FOUND */
export async function articleOf(db: Db, id: number): Promise<EditedArticle> {
  const [row] = await db
    .select({ article: articles, schedule: articleSchedules })
    .from(articles)
    .leftJoin(articleSchedules, scheduleOfArticle)
    .where(eq(articles.id, id));
  if (!row) throw apiError('ARTICLE_NOT_FOUND');
  return withSchedule(row);
}

/**
 * The published versions of an article, newest first.
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

/** Updates the row if it is still at `revision`; of two concurrent editors one succeeds. */
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
 * Saves a draft: of a new article, or of the one read at `revision`. The published content is unchanged.
 * @throws ApiError ARTICLE_NOT_FOUND, EDIT_CONFLICT, VALIDATION_FAILED for a picture that is not stored, or a text
 * shown in one language only
 */
export async function saveArticle(
  context: Context,
  actor: Actor,
  { position, ...words }: ArticleWords,
  edited: Edited | null,
): Promise<EditedArticle> {
  const { db, clock, config, files } = context;
  const now = clock.now();
  const { picture } = words;
  // An illustration of the site has no folder; only the page knows whether it exists.
  if (picture?.includes('/') && (picture.startsWith('private/') || (await files.size(picture)) === null)) {
    throw apiError('VALIDATION_FAILED', { fields: { picture: 'picture_unknown' } });
  }
  const html = richTextOf(words.html, config, ARTICLE.htmlMax);
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
    return articleOf(tx, row.id);
  });
}

/** Default position of an article: its current one, or the last of its place. */
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
 * Reorders the articles of a place, published and draft: all that are not archived. It does not count as an edit: an
 * editor with one of them open can still save it.
 * @throws ApiError ARTICLE_NOT_FOUND when these are not exactly the place's articles, STATE_CHANGED when a colleague
 * moved one of them since `before` was read
 */
export async function orderArticles(
  context: Context,
  actor: Actor,
  { place, ids, before }: { place: ArticlePlace; ids: readonly number[]; before?: readonly number[] },
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const rows = await tx
      .select()
      .from(articles)
      .where(and(eq(articles.place, place), ne(articles.status, 'archived')))
      .orderBy(asc(articles.position), asc(articles.id))
      .for('update');
    const isStale = before?.length !== rows.length || rows.some(({ id }, at) => before[at] !== id);
    if (before && isStale) throw apiError('STATE_CHANGED');
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

/** Stores the published content as a version; content published before versions existed is stored first. */
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
 * Publishes the draft, or republishes an archived article.
 * @throws ApiError ARTICLE_NOT_FOUND, EDIT_CONFLICT, ARTICLE_UNCHANGED
 */
export async function publishArticle(context: Context, actor: Actor, edited: Edited): Promise<EditedArticle> {
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
    // A scheduled publication has happened, or is superseded by this one; a scheduled end stays.
    const ofThis = eq(articleSchedules.articleId, row.id);
    await tx.delete(articleSchedules).where(and(ofThis, isNull(articleSchedules.endAt)));
    await tx.update(articleSchedules).set({ publishAt: null }).where(ofThis);
    await touchContent(tx);
    await audit(withTransaction(context, tx), actor, {
      action: 'article.publish',
      target: `article:${row.id}`,
      details: { place: row.place, title: row.title.zh },
    });
    return articleOf(tx, row.id);
  });
}

/**
 * Removes an article from the page, and its schedule; it is kept, and can be published again.
 * @throws ApiError ARTICLE_NOT_FOUND, EDIT_CONFLICT, STATE_CHANGED when it is already archived
 */
export async function archiveArticle(context: Context, actor: Actor, edited: Edited): Promise<EditedArticle> {
  const now = context.clock.now();
  return context.db.transaction(async (tx) => {
    const [before] = await tx.select().from(articles).where(eq(articles.id, edited.id)).for('update');
    if (before?.revision === edited.revision && before.status === 'archived') throw apiError('STATE_CHANGED');
    const row = await change(tx, edited, { status: 'archived', updatedAt: now, updatedBy: actor.name });
    await tx.delete(articleSchedules).where(eq(articleSchedules.articleId, row.id));
    if (before?.status === 'published') await touchContent(tx);
    await audit(withTransaction(context, tx), actor, {
      action: 'article.archive',
      target: `article:${row.id}`,
    });
    return { ...row, schedule: null };
  });
}

/**
 * Stores a picture for an article under a new random name that ends in its pixel size, so that a page can reserve its
 * space. If no article references it after a day, it is deleted (`files/stray.ts`).
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
