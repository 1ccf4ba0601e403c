import { parseAppReference } from '@yunduo/validation';
import { eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { apps } from '../../db/schema/store.ts';
import { apiError } from '../../http/errors.ts';
import type { SessionUser } from '../../http/route.ts';
import { touchContent } from '../site/settings.ts';
import { writeEvent } from './events.ts';
import { asDeveloper, ownApp } from './own.ts';
import type { AppRow, TransitionActor } from './step.ts';

export type Replacement = Pick<AppRow, 'id' | 'appKey' | 'name' | 'status'>;

/** The app that replaces another, published or not; null if none is named. */
export async function replacementOf(
  db: Db,
  { replacedBy }: Pick<AppRow, 'replacedBy'>,
): Promise<Replacement | null> {
  if (replacedBy === null) return null;
  const [row] = await db
    .select({ id: apps.id, appKey: apps.appKey, name: apps.name, status: apps.status })
    .from(apps)
    .where(eq(apps.id, replacedBy));
  return row ?? null;
}

/**
 * Stores the app that replaces another; a change adds an event to the timeline.
 * @param written its key or the address of its store page; empty for none
 * @throws ApiError VALIDATION_FAILED for other text, an app that is not published, and the app itself
 */
export async function saveReplacement(
  context: Pick<Context, 'db' | 'config' | 'clock'>,
  app: Pick<AppRow, 'id' | 'replacedBy'>,
  written: string,
  actor: TransitionActor,
): Promise<number | null> {
  const { db, config } = context;
  const other = written === '' ? null : await findPublished(db, config.origin, app.id, written);
  const replacedBy = other?.id ?? null;
  if (replacedBy === app.replacedBy) return replacedBy;
  await db.update(apps).set({ replacedBy }).where(eq(apps.id, app.id));
  await writeEvent(context, {
    appId: app.id,
    versionId: null,
    action: 'replace',
    actor,
    text: other?.appKey ?? '',
  });
  return replacedBy;
}

const rejected = (replacement: 'replacement_invalid' | 'relation_unknown' | 'replacement_self') =>
  apiError('VALIDATION_FAILED', { fields: { replacement } });

async function findPublished(
  db: Db,
  ours: string,
  self: number,
  written: string,
): Promise<Pick<AppRow, 'id' | 'appKey'>> {
  const reference = parseAppReference(written);
  if (!reference) throw rejected('replacement_invalid');
  const byId = 'id' in reference;
  // Another site's page with the same path is another app.
  if (byId && reference.origin !== null && reference.origin !== ours) throw rejected('relation_unknown');
  const [row] = await db
    .select({ id: apps.id, appKey: apps.appKey, status: apps.status })
    .from(apps)
    .where(byId ? eq(apps.id, reference.id) : eq(apps.appKey, reference.appKey));
  if (row?.id === self) throw rejected('replacement_self');
  if (row?.status !== 'published') throw rejected('relation_unknown');
  return row;
}

/**
 * Names the app that replaces an unpublished one of the developer, or none.
 * @throws ApiError APP_NOT_FOUND, APP_TAKEN_DOWN, STATE_CHANGED for an app that is not unpublished, VALIDATION_FAILED
 */
export async function replaceApp(
  context: Context,
  user: SessionUser,
  { id, replacement }: { id: number; replacement: string },
): Promise<Replacement | null> {
  const { db, clock } = context;
  const app = await ownApp(db, user, id, { lock: true });
  if (app.takenDownAt) throw apiError('APP_TAKEN_DOWN');
  if (app.status !== 'unpublished') throw apiError('STATE_CHANGED');
  const replacedBy = await saveReplacement(context, app, replacement, asDeveloper(user));
  if (replacedBy !== app.replacedBy) {
    await db.update(apps).set({ updatedAt: clock.now() }).where(eq(apps.id, id));
    await touchContent(db);
  }
  return replacementOf(db, { replacedBy });
}
