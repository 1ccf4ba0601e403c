import { ARTICLE } from '@yunduo/validation';
import type { FieldMessage } from '@yunduo/validation/schemas';
import { and, asc, eq, isNotNull, isNull, lte, ne, or } from 'drizzle-orm';
import { after } from '../../clock.ts';
import { withTransaction, type Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { articles, articleSchedules } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import { audit, type Actor } from '../audit/audit.ts';
import type { Job } from '../jobs/jobs.ts';
import {
  archiveArticle,
  publishArticle,
  type ArticleRow,
  type Edited,
  type EditedArticle,
} from './articles.ts';

export interface ArticleTimes extends Edited {
  /** Null, for an article that is online: only its end is scheduled. */
  publishAt: Date | null;
  endAt: Date | null;
}

/** @throws ApiError VALIDATION_FAILED by the field of the time that is impossible, ARTICLE_UNCHANGED */
function checkTimes({ publishAt, endAt }: ArticleTimes, article: ArticleRow, now: Date): void {
  const invalid = (fields: Record<string, FieldMessage>) => apiError('VALIDATION_FAILED', { fields });
  const last = after(now, ARTICLE.scheduleAhead);
  const isOnline = article.status === 'published';
  if (publishAt === null && (endAt === null || !isOnline)) throw invalid({ publish_at: 'schedule_required' });
  if (publishAt && (publishAt <= now || publishAt > last)) {
    throw invalid({ publish_at: 'schedule_start_invalid' });
  }
  if (endAt && (endAt <= (publishAt ?? now) || endAt > last))
    throw invalid({ end_at: 'schedule_end_invalid' });
  if (publishAt && isOnline && !article.draft) throw apiError('ARTICLE_UNCHANGED');
}

/**
 * Schedules the publication of the draft at this revision, the end of the article, or both; replaces its schedule.
 * @throws ApiError ARTICLE_NOT_FOUND, EDIT_CONFLICT, ARTICLE_UNCHANGED, VALIDATION_FAILED
 */
export async function scheduleArticle(
  context: Context,
  actor: Actor,
  times: ArticleTimes,
): Promise<EditedArticle> {
  const { id, revision, publishAt, endAt } = times;
  return context.db.transaction(async (tx) => {
    const [article] = await tx.select().from(articles).where(eq(articles.id, id)).for('update');
    if (!article) throw apiError('ARTICLE_NOT_FOUND');
    if (article.revision !== revision) throw apiError('EDIT_CONFLICT', { revision: article.revision });
    checkTimes(times, article, context.clock.now());
    const values = { revision, publishAt, endAt, actorId: actor.userId, actor: actor.name };
    const [schedule] = await tx
      .insert(articleSchedules)
      .values({ articleId: id, ...values })
      .onConflictDoUpdate({ target: articleSchedules.articleId, set: values })
      .returning();
    if (!schedule) throw new Error('no schedule was stored');
    await audit(withTransaction(context, tx), actor, {
      action: 'article.schedule',
      target: `article:${id}`,
      details: { revision, publish_at: publishAt, end_at: endAt },
    });
    return { ...article, schedule };
  });
}

/**
 * Cancels the schedule of an article: what is online stays, and the draft waits for an editor.
 * @throws ApiError ARTICLE_NOT_FOUND, STATE_CHANGED when nothing is scheduled, or it has happened
 */
export async function unscheduleArticle(context: Context, actor: Actor, id: number): Promise<EditedArticle> {
  return context.db.transaction(async (tx) => {
    const [article] = await tx.select().from(articles).where(eq(articles.id, id)).for('update');
    if (!article) throw apiError('ARTICLE_NOT_FOUND');
    const [removed] = await tx.delete(articleSchedules).where(eq(articleSchedules.articleId, id)).returning();
    if (!removed) throw apiError('STATE_CHANGED');
    await audit(withTransaction(context, tx), actor, {
      action: 'article.unschedule',
      target: `article:${id}`,
      details: { publish_at: removed.publishAt, end_at: removed.endAt },
    });
    return { ...article, schedule: null };
  });
}

const ofArticle = eq(articles.id, articleSchedules.articleId);

/** Number of schedules, and of those that wait for an operator because the draft was changed afterwards. */
export async function countSchedules(db: Db): Promise<{ all: number; outdated: number }> {
  const outdated = db
    .select({ id: articleSchedules.articleId })
    .from(articleSchedules)
    .innerJoin(articles, ofArticle)
    .where(and(isNotNull(articleSchedules.publishAt), ne(articleSchedules.revision, articles.revision)));
  const [all, rows] = await Promise.all([db.$count(articleSchedules), outdated]);
  return { all, outdated: rows.length };
}

/**
 * Publishes and archives what is due, under the name of the operator who scheduled it. What a stopped server missed is
 * done as soon as it runs again.
 */
export const scheduledContent: Job = {
  name: 'content_schedule',
  every: 15_000,
  run: async (context) => {
    const { db, clock } = context;
    const now = clock.now();
    // All locks at once and none that has to be waited for: an editor holds one article and waits for the settings'
    // row, which the first publication below takes. What an editor holds is left to the next run.
    const due = await db
      .select({ article: articles, schedule: articleSchedules })
      .from(articleSchedules)
      .innerJoin(articles, ofArticle)
      .where(
        or(
          and(lte(articleSchedules.publishAt, now), eq(articleSchedules.revision, articles.revision)),
          and(isNull(articleSchedules.publishAt), lte(articleSchedules.endAt, now)),
        ),
      )
      .orderBy(asc(articleSchedules.publishAt), asc(articles.id))
      .for('update', { skipLocked: true });
    for (const { article, schedule } of due) {
      const { id, revision } = article;
      const actor: Actor = { userId: schedule.actorId, name: schedule.actor, via: 'job' };
      const live = schedule.publishAt ? await publishArticle(context, actor, { id, revision }) : article;
      if (schedule.endAt && schedule.endAt <= now) {
        await archiveArticle(context, actor, { id, revision: live.revision });
      }
    }
    return due.length;
  },
};
