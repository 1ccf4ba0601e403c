import { eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { appPictures } from '../../db/schema/review.ts';
import { apps, appVersions } from '../../db/schema/store.ts';
import { apiError } from '../../http/errors.ts';
import type { SessionUser } from '../../http/route.ts';
import { discardFiles } from '../files/discard.ts';
import { ownApp, ownVersion } from './own.ts';
import { filesOf } from './pictures.ts';

/**
 * Deletes a version never submitted; its number becomes available again. Runs in the caller's transaction.
 * @throws ApiError VERSION_NOT_FOUND, VERSION_SUBMITTED: submitted versions stay on record
 */
export async function deleteVersion({ db }: Context, user: SessionUser, id: number): Promise<void> {
  const { app } = await ownVersion(db, user, id);
  // A submission locks the app too, so the two are serialised.
  await ownApp(db, user, app.id, { lock: true });
  const [version] = await db.select().from(appVersions).where(eq(appVersions.id, id)).for('update');
  if (!version) throw apiError('VERSION_NOT_FOUND');
  // Only a version never submitted is a draft: no later state leads back to it.
  if (version.reviewStatus !== 'draft') throw apiError('VERSION_SUBMITTED');
  await db.delete(appVersions).where(eq(appVersions.id, id));
}

/**
 * Deletes an app never submitted, with its draft, versions and tokens; its names become available again. Runs in the
 * caller's transaction.
 * @returns the files no longer referenced, to be removed after the transaction commits
 * @throws ApiError APP_NOT_FOUND, APP_SUBMITTED
 */
export async function deleteApp({ db, clock }: Context, user: SessionUser, id: number): Promise<string[]> {
  await ownApp(db, user, id, { lock: true });
  const versions = await db
    .select({ status: appVersions.reviewStatus })
    .from(appVersions)
    .where(eq(appVersions.appId, id));
  if (versions.some(({ status }) => status !== 'draft')) throw apiError('APP_SUBMITTED');
  const pictures = await db.delete(appPictures).where(eq(appPictures.appId, id)).returning();
  await db.delete(apps).where(eq(apps.id, id));
  const files = pictures.flatMap(filesOf);
  await discardFiles(db, files, clock.now());
  return files;
}
