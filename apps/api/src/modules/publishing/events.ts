import type { EventRole, TimelineAction } from '@yunduo/validation';
import { and, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { descNullsLast, paged, type PageInput } from '../../db/query.ts';
import { appEvents } from '../../db/schema/review.ts';
import { apps, appVersions } from '../../db/schema/store.ts';
import type { Actor } from '../audit/audit.ts';

export interface EventInput {
  appId: number;
  versionId: number | null;
  action: TimelineAction;
  actor: Actor & { role: EventRole };
  text?: string;
}

/** Adds an event to an app's timeline, in the transaction of the change. */
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

/** A page of the timeline, newest first, with the actor's role but not their name. */
export async function listEvents(
  db: Db,
  appId: number,
  { versionId, ...input }: PageInput & { versionId?: number | undefined },
) {
  const which = and(
    eq(appEvents.appId, appId),
    versionId === undefined ? undefined : eq(appEvents.versionId, versionId),
  );
  const replacement = alias(apps, 'replacement');
  const rows = db
    .select({
      id: appEvents.id,
      at: appEvents.at,
      action: appEvents.action,
      role: appEvents.actorRole,
      versionId: appEvents.versionId,
      version: appVersions.version,
      listing: appVersions.listing,
      text: appEvents.text,
      replacement: replacement.name,
    })
    .from(appEvents)
    .leftJoin(appVersions, eq(appVersions.id, appEvents.versionId))
    .leftJoin(replacement, and(eq(appEvents.action, 'replace'), eq(replacement.appKey, appEvents.text)))
    .where(which)
    .orderBy(descNullsLast(appEvents.at), descNullsLast(appEvents.id));
  return paged(input, rows, db.$count(appEvents, which));
}
