import { type ArticlePlace, type ArticleStatus } from '@yunduo/validation';
import { and, asc, eq } from 'drizzle-orm';
import { withTransaction, type Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { paged, type PageInput } from '../../db/query.ts';
import { articles, type ArticleContent } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import { audit, type Actor } from '../audit/audit.ts';
import { touchContent } from '../site/settings.ts';
import { sanitiseRichText } from '../text/rich-text.ts';

export type ArticleRow = typeof articles.$inferSelect;
/** An article as an editor read it. */
export interface Edited {
  id: number;
  revision: number;
}

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
  content: ArticleContent,
  edited: Edited | null,
): Promise<ArticleRow> {
  const { db, clock, config, files } = context;
  const now = clock.now();
  const { picture } = content;
  // A drawing of the site has no folder; whether it exists only the page knows.
  if (picture?.includes('/') && (picture.startsWith('private/') || (await files.size(picture)) === null)) {
    throw apiError('VALIDATION_FAILED', { fields: { picture: 'picture_unknown' } });
  }
  const clean = (html: string) => sanitiseRichText(html, `${config.filesUrl}/uploads`);
  const draft = { ...content, html: { zh: clean(content.html.zh), en: clean(content.html.en) } };
  return db.transaction(async (tx) => {
    const row = edited
      ? await change(tx, edited, { draft, updatedAt: now })
      : (
          await tx
            .insert(articles)
            .values({ ...draft, draft, status: 'draft', updatedAt: now })
            .returning()
        )[0];
    if (!row) throw new Error('no article was kept');
    await audit(withTransaction(context, tx), actor, {
      action: edited ? 'article.edit' : 'article.create',
      target: `article:${row.id}`,
      details: { place: draft.place, title: draft.title.zh },
    });
    return row;
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
    });
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
    const row = await change(tx, edited, { status: 'archived', updatedAt: now });
    if (before?.status === 'published') await touchContent(tx);
    await audit(withTransaction(context, tx), actor, {
      action: 'article.archive',
      target: `article:${row.id}`,
    });
    return row;
  });
}
