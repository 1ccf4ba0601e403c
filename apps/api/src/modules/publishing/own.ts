import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../../db/client.ts';
import { appDrafts, type AppContent } from '../../db/schema/review.ts';
import { apps, appVersions } from '../../db/schema/store.ts';
import { apiError } from '../../http/errors.ts';
import { signedIn, tokenReaches, type SessionUser } from '../../http/route.ts';
import { actorOf } from '../audit/audit.ts';
import type { AppRow, TransitionActor, VersionRow } from './step.ts';

/**
 * The caller as a developer; an account without the role is refused.
 * @throws ApiError UNAUTHENTICATED, FORBIDDEN
 */
export function developerOf(request: FastifyRequest): SessionUser {
  const user = signedIn(request);
  if (!user.roles.includes('developer') && !user.roles.includes('admin')) throw apiError('FORBIDDEN');
  return user;
}

/** The caller as the actor of a transition of their own app. */
export const asDeveloper = (user: SessionUser): TransitionActor => ({ ...actorOf(user), role: 'developer' });

/**
 * An app of this developer, within the scope of their token. `lock` holds its row until the transaction ends.
 * @throws ApiError APP_NOT_FOUND, for another developer's as for none
 */
export async function ownApp(db: Db, user: SessionUser, id: number, { lock = false } = {}): Promise<AppRow> {
  const query = db.select().from(apps).where(eq(apps.id, id)).$dynamic();
  const [app] = await (lock ? query.for('update') : query);
  if (!app || app.developerId !== user.id || !tokenReaches(user, app.id)) throw apiError('APP_NOT_FOUND');
  return app;
}

/**
 * A version of an app of this developer.
 * @throws ApiError VERSION_NOT_FOUND, for another developer's as for none
 */
export async function ownVersion(
  db: Db,
  user: SessionUser,
  id: number,
): Promise<{ app: AppRow; version: VersionRow }> {
  const [found] = await db
    .select({ app: apps, version: appVersions })
    .from(appVersions)
    .innerJoin(apps, eq(apps.id, appVersions.appId))
    .where(eq(appVersions.id, id));
  if (!found || found.app.developerId !== user.id || !tokenReaches(user, found.app.id))
    throw apiError('VERSION_NOT_FOUND');
  return found;
}

/**
 * The draft of a developer's app; every app has one.
 * @throws ApiError APP_NOT_FOUND when the app was deleted concurrently
 */
export async function draftOf(db: Db, appId: number): Promise<AppContent> {
  const [draft] = await db
    .select({ content: appDrafts.content })
    .from(appDrafts)
    .where(eq(appDrafts.appId, appId));
  if (!draft) throw apiError('APP_NOT_FOUND');
  return draft.content;
}
