import { and, eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { apps, savedApps } from '../../db/schema/store.ts';
import { apiError } from '../../http/errors.ts';
import { isPublished } from './list.ts';

/**
 * Puts an app among those that a user keeps; one that is there already stays as it is.
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

/** Whether a user keeps an app. What is not in the store may still be kept. */
export async function isSaved({ db }: Context, userId: number, appId: number): Promise<boolean> {
  const stored = await db.$count(savedApps, and(eq(savedApps.userId, userId), eq(savedApps.appId, appId)));
  return stored > 0;
}

/** Takes it out again, also when it has left the store since. What was not kept is not kept afterwards either. */
export async function unsaveApp({ db }: Context, userId: number, appId: number): Promise<void> {
  await db.delete(savedApps).where(and(eq(savedApps.userId, userId), eq(savedApps.appId, appId)));
}
