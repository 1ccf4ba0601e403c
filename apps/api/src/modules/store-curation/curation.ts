import type { AdminApp } from '@yunduo/api-contract';
import { localePath, type Locale } from '@yunduo/i18n';
import { and, asc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { withTransaction, type Context } from '../../context.ts';
import { descNullsLast } from '../../db/query.ts';
import { appEvents } from '../../db/schema/review.ts';
import { apps } from '../../db/schema/store.ts';
import { apiError } from '../../http/errors.ts';
import { audit, rejectConflictOfInterest, type Actor } from '../audit/audit.ts';
import { notify } from '../mail/notify.ts';
import { transition } from '../publishing/transitions.ts';
import { touchContent } from '../site/settings.ts';
import { localized } from '../text/localized.ts';

/**
 * Operators' actions on an app. Each runs in one transaction with its audit row and increments the content revision;
 * none is allowed on the operator's own app (CONFLICT_OF_INTEREST).
 */
type AppRow = typeof apps.$inferSelect;

/** An app as operators see it, published or not. */
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

/** Locks the row, so that the checked state is the one updated. */
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
 * The id of an app by its key, for the command line.
 * @throws ApiError APP_NOT_FOUND
 */
export async function appIdOf({ db }: Pick<Context, 'db'>, appKey: string): Promise<number> {
  const [app] = await db.select({ id: apps.id }).from(apps).where(eq(apps.appKey, appKey));
  if (!app) throw apiError('APP_NOT_FOUND');
  return app.id;
}

/**
 * Certifies an app (we have tested it), or removes the certification. Idempotent.
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

/** Arbitrary, but the same in every process. */
const SELECTION_LOCK = 7_201_127;
const placeOf = ({ recommendedRank }: AppRow): number => recommendedRank ?? Infinity;

/**
 * Sets an app's position in the editors' selection; those from there on move down by one, and a gap closes. A position
 * beyond the last means the last. Null removes the app.
 * @throws ApiError APP_NOT_FOUND
 */
export async function featureApp(
  context: Context,
  actor: Actor,
  { id, rank }: { id: number; rank: number | null },
): Promise<AppRow> {
  return context.db.transaction(async (tx) => {
    const inside = withTransaction(context, tx);
    // One editor at a time: the order is changed as a whole, including apps just being added.
    await tx.execute(sql`select pg_advisory_xact_lock(${SELECTION_LOCK})`);
    // In ascending order of id, as in the job that adds downloads, to avoid deadlocks.
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
 * Takes an app down: it is unpublished, its developer is sent the reason and cannot publish it again. An app not in the
 * store is kept from being published.
 * @throws ApiError APP_NOT_FOUND, STATE_CHANGED when it is already taken down
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
    } else {
      await tellDeveloper(inside, app, 'app_taken_down', { reason });
      // The error page of an unpublished app, which is cached, names it: not once it is taken down.
      await touchContent(tx);
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
 * Lifts a takedown. An app that was in the store before is published again; any other may be published by its
 * developer.
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
    } else {
      await tellDeveloper(inside, app, 'app_takedown_lifted');
      await touchContent(tx);
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

/** Mails the developer of an app that is not in the store: the steps of a published one mail by themselves. */
async function tellDeveloper(
  context: Context,
  { id, name, appKey, developerId }: AppRow,
  message: 'app_taken_down' | 'app_takedown_lifted',
  values: { reason?: string } = {},
): Promise<void> {
  await notify(context, developerId, message, ({ locale }) => ({
    link: `${context.config.origin}${localePath(locale, '/developer-center/app-versions')}?id=${id}`,
    values: { app: localized(name, locale) || appKey, ...values },
  }));
}

/** Whether an operator unpublished it, and not its developer before that. */
async function leftByOperator({ db }: Context, appId: number): Promise<boolean> {
  const [last] = await db
    .select({ action: appEvents.action, role: appEvents.actorRole })
    .from(appEvents)
    .where(and(eq(appEvents.appId, appId), inArray(appEvents.action, ['release', 'unpublish', 'relist'])))
    .orderBy(descNullsLast(appEvents.at), descNullsLast(appEvents.id))
    .limit(1);
  return last?.action === 'unpublish' && last.role === 'operator';
}
