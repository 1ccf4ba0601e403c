import type { DeveloperAction, EventRole } from '@yunduo/validation';
import { and, count, eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { falling } from '../../db/falling.ts';
import { appEvents } from '../../db/schema/review.ts';
import { appVersions } from '../../db/schema/store.ts';
import type { Actor } from '../audit/audit.ts';

export interface EventInput {
  appId: number;
  versionId: number | null;
  action: DeveloperAction;
  actor: Actor & { role: EventRole };
  text?: string;
}

/** Adds a line to the timeline of an app, in the transaction of what it tells. */
export async function writeEvent(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { appId, versionId, action, actor, text = '' }: EventInput,
): Promise<void> {
  await db.insert(appEvents).values({
    appId,
    versionId,
    at: clock.now(),
    action,
    actorRole: actor.role,
    actorId: actor.userId,
    text,
  });
}

/** A page of the timeline, newest first: who as a role, never as a name. */
export async function listEvents(
  db: Db,
  appId: number,
  { versionId, page, pageSize }: { versionId?: number; page: number; pageSize: number },
) {
  const which = and(
    eq(appEvents.appId, appId),
    versionId === undefined ? undefined : eq(appEvents.versionId, versionId),
  );
  const rows = await db
    .select({
      id: appEvents.id,
      at: appEvents.at,
      action: appEvents.action,
      role: appEvents.actorRole,
      versionId: appEvents.versionId,
      version: appVersions.version,
      text: appEvents.text,
    })
    .from(appEvents)
    .leftJoin(appVersions, eq(appVersions.id, appEvents.versionId))
    .where(which)
    .orderBy(falling(appEvents.at), falling(appEvents.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const [counted] = await db.select({ total: count() }).from(appEvents).where(which);
  return { rows, total: counted?.total ?? 0 };
}
