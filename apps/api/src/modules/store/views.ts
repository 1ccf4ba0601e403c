import { shanghaiDay } from '@yunduo/i18n';
import { DAY, MINUTE, VIEWS } from '@yunduo/validation';
import { and, eq, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { apps, appViewDays } from '../../db/schema/store.ts';
import { apiError } from '../../http/errors.ts';
import { takeTurn, throttle } from '../throttle/throttle.ts';
import { keyedHash, type CallerFacts } from './caller.ts';
import { isPublished } from './list.ts';

/**
 * Counts a view of an app's page. Views of an app per network and day are limited: an office counts, constant reloading
 * does not. The network is a keyed hash that is deleted after a day; only the total is kept.
 * @returns whether it was counted
 * @throws ApiError APP_NOT_FOUND, RATE_LIMITED
 */
export async function countView(
  context: Context,
  appId: number,
  { network, userId }: CallerFacts,
): Promise<boolean> {
  const { db, clock } = context;
  const now = clock.now();
  const where = keyedHash(context, 'view', network);
  await throttle(db, `view:${where}`, now, [{ count: VIEWS.perMinute, window: MINUTE }], 'RATE_LIMITED');
  const [app] = await db
    .select({ developerId: apps.developerId })
    .from(apps)
    .where(and(isPublished, eq(apps.id, appId)));
  if (!app) throw apiError('APP_NOT_FOUND');
  if (userId !== null && app.developerId === userId) return false;
  const day = shanghaiDay(now);
  const limits = [{ count: VIEWS.perNetwork, window: DAY }];
  if ((await takeTurn(db, `views:${where}:${appId}:${day}`, now, limits)) !== null) return false;
  await db
    .insert(appViewDays)
    .values({ appId, day, count: 1 })
    .onConflictDoUpdate({
      target: [appViewDays.appId, appViewDays.day],
      set: { count: sql`${appViewDays.count} + 1` },
    });
  return true;
}
