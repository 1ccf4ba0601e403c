import { and, eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { apps, savedApps } from '../../db/schema/store.ts';
import { apiError } from '../../http/errors.ts';
import { isPublished } from './list.ts';

/**
 * Saves an app for a user; idempotent.
 * @throws ApiError APP_NOT_FOUND
 */
export async function saveApp({ db, clock }: Context, userId: number, appId: number): Promise<void> {
  const [app] = await db
    .select({ id: apps.id })
    .from(apps)
    .where(and(isPublished, eq(apps.id, appId)));
  if (!app) throw apiError('APP_NOT_FOUND');
  await db.insert(savedApps).values({ userId, appId, createdAt: clock.now() }).onConflictDoNothing();
}

/** Whether a user saved an app, even one no longer published. */
export async function isSaved({ db }: Context, userId: number, appId: number): Promise<boolean> {
  const stored = await db.$count(savedApps, and(eq(savedApps.userId, userId), eq(savedApps.appId, appId)));
  return stored > 0;
}

/** Removes a saved app, even one no longer published; idempotent. */
export async function unsaveApp({ db }: Context, userId: number, appId: number): Promise<void> {
  await db.delete(savedApps).where(and(eq(savedApps.userId, userId), eq(savedApps.appId, appId)));
}
