import type { AdminApp } from '@yunduo/api-contract';
import type { Locale } from '@yunduo/i18n';
import { and, asc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { withTransaction, type Context } from '../../context.ts';
import { descNullsLast } from '../../db/query.ts';
import { appEvents } from '../../db/schema/review.ts';
import { apps } from '../../db/schema/store.ts';
import { apiError } from '../../http/errors.ts';
import { audit, rejectConflictOfInterest, type Actor } from '../audit/audit.ts';
import { transition } from '../publishing/transitions.ts';
import { touchContent } from '../site/settings.ts';
import { localized } from '../text/localized.ts';

/**
 * What operators do with an app. Each runs in one transaction with its audit row and moves the content revision; none
 * does so to an app of the operator's own (CONFLICT_OF_INTEREST).
 */
type AppRow = typeof apps.$inferSelect;

/** An app as operators see it, whether it is in the store or not. */
export function presentAdminApp(app: AppRow, locale: Locale): AdminApp {
  return {
    id: app.id,
    app_key: app.appKey,
    name: localized(app.name, locale),
    status: app.status,
    certified: app.certified,
    recommended_rank: app.recommendedRank,
    taken_down_at: app.takenDownAt?.toISOString() ?? null,
    taken_down_reason: app.takenDownAt ? app.takenDownReason : null,
  };
}

/** Locked, so that what is decided upon is what is written. */
async function lockApp({ db }: Context, actor: Actor, id: number): Promise<AppRow> {
  const [app] = await db.select().from(apps).where(eq(apps.id, id)).for('no key update');
  if (!app) throw apiError('APP_NOT_FOUND');
  rejectConflictOfInterest(actor, app.developerId);
  return app;
}

async function appNow({ db }: Context, id: number): Promise<AppRow> {
  const [app] = await db.select().from(apps).where(eq(apps.id, id));
  if (!app) throw apiError('APP_NOT_FOUND');
  return app;
}

/**
 * The id of an app by its key, for a command line.
 * @throws ApiError APP_NOT_FOUND
 */
export async function appIdOf({ db }: Pick<Context, 'db'>, appKey: string): Promise<number> {
  const [app] = await db.select({ id: apps.id }).from(apps).where(eq(apps.appKey, appKey));
  if (!app) throw apiError('APP_NOT_FOUND');
  return app.id;
}

/**
 * Says that we have tried the app ourselves, or no longer say so. What is so already stays so.
 * @throws ApiError APP_NOT_FOUND
 */
export async function certifyApp(
  context: Context,
  actor: Actor,
  { id, certified }: { id: number; certified: boolean },
): Promise<AppRow> {
  return context.db.transaction(async (tx) => {
    const inside = withTransaction(context, tx);
    const app = await lockApp(inside, actor, id);
    if (app.certified === certified) return app;
    await tx.update(apps).set({ certified, updatedAt: context.clock.now() }).where(eq(apps.id, id));
    await touchContent(tx);
    await audit(inside, actor, {
      action: certified ? 'app.certify' : 'app.uncertify',
      target: `app:${id}`,
      details: { app: app.appKey },
    });
    return { ...app, certified };
  });
}

/** Any number, the same in every process. */
const SELECTION_LOCK = 7_201_127;
const placeOf = ({ recommendedRank }: AppRow): number => recommendedRank ?? Infinity;

/**
 * Puts an app at a place of the editors' selection; those from that place on move one down, and a gap closes. A place
 * behind the last is the last. Null takes the app out.
 * @throws ApiError APP_NOT_FOUND
 */
export async function featureApp(
  context: Context,
  actor: Actor,
  { id, rank }: { id: number; rank: number | null },
): Promise<AppRow> {
  return context.db.transaction(async (tx) => {
    const inside = withTransaction(context, tx);
    // One editor at a time: the order is a whole, also for an app that joins it just now.
    await tx.execute(sql`select pg_advisory_xact_lock(${SELECTION_LOCK})`);
    // In the order of ids, as the job that adds downloads does: two that lock several never wait for each other.
    const locked = await tx
      .select()
      .from(apps)
      .where(or(eq(apps.id, id), isNotNull(apps.recommendedRank)))
      .orderBy(asc(apps.id))
      .for('no key update');
    const app = locked.find((one) => one.id === id);
    if (!app) throw apiError('APP_NOT_FOUND');
    rejectConflictOfInterest(actor, app.developerId);
    const selected = locked
      .filter((one) => one.recommendedRank !== null)
      .toSorted((one, other) => placeOf(one) - placeOf(other) || other.downloadCount - one.downloadCount);
    const order = selected.filter((other) => other.id !== id).map((other) => other.id);
    if (rank !== null) order.splice(rank - 1, 0, id);
    for (const [index, appId] of order.entries()) {
      if (selected.find((other) => other.id === appId)?.recommendedRank === index + 1) continue;
      await tx
        .update(apps)
        .set({ recommendedRank: index + 1 })
        .where(eq(apps.id, appId));
    }
    if (rank === null) await tx.update(apps).set({ recommendedRank: null }).where(eq(apps.id, id));
    await touchContent(tx);
    const now = await appNow(inside, id);
    await audit(inside, actor, {
      action: rank === null ? 'app.unfeature' : 'app.feature',
      target: `app:${id}`,
      details: { app: app.appKey, from: app.recommendedRank, to: now.recommendedRank },
    });
    return now;
  });
}

/**
 * Keeps an app out of the store: unpublished, with a reason that its developer is sent, and the developer cannot bring
 * it back. One that is not in the store is kept from coming there.
 * @throws ApiError APP_NOT_FOUND, STATE_CHANGED when it is taken down already
 */
export async function takeDownApp(
  context: Context,
  actor: Actor,
  { id, reason }: { id: number; reason: string },
): Promise<AppRow> {
  return context.db.transaction(async (tx) => {
    const inside = withTransaction(context, tx);
    const app = await lockApp(inside, actor, id);
    if (app.takenDownAt) throw apiError('STATE_CHANGED');
    if (app.status === 'published' && app.currentVersionId !== null) {
      await transition(inside, {
        version: app.currentVersionId,
        action: 'unpublish',
        actor: { ...actor, role: 'operator' },
        details: { text: reason },
      });
    }
    await tx
      .update(apps)
      .set({ takenDownAt: context.clock.now(), takenDownReason: reason })
      .where(eq(apps.id, id));
    await audit(inside, actor, {
      action: 'app.takedown',
      target: `app:${id}`,
      details: { app: app.appKey, reason },
    });
    return appNow(inside, id);
  });
}

/**
 * Ends a takedown. What was in the store until then is there again; what was not, its developer may bring there.
 * @throws ApiError APP_NOT_FOUND, STATE_CHANGED when it is not taken down
 */
export async function liftTakedown(context: Context, actor: Actor, { id }: { id: number }): Promise<AppRow> {
  return context.db.transaction(async (tx) => {
    const inside = withTransaction(context, tx);
    const app = await lockApp(inside, actor, id);
    if (!app.takenDownAt) throw apiError('STATE_CHANGED');
    if (app.currentVersionId !== null && (await leftByOperator(inside, id))) {
      await transition(inside, {
        version: app.currentVersionId,
        action: 'relist',
        actor: { ...actor, role: 'operator' },
      });
    }
    await tx.update(apps).set({ takenDownAt: null, takenDownReason: null }).where(eq(apps.id, id));
    await audit(inside, actor, {
      action: 'app.lift_takedown',
      target: `app:${id}`,
      details: { app: app.appKey },
    });
    return appNow(inside, id);
  });
}

/** Whether it was an operator who took it out of the store, and not its developer before that. */
async function leftByOperator({ db }: Context, appId: number): Promise<boolean> {
  const [last] = await db
    .select({ action: appEvents.action, role: appEvents.actorRole })
    .from(appEvents)
    .where(and(eq(appEvents.appId, appId), inArray(appEvents.action, ['release', 'unpublish', 'relist'])))
    .orderBy(descNullsLast(appEvents.at), descNullsLast(appEvents.id))
    .limit(1);
  return last?.action === 'unpublish' && last.role === 'operator';
}
