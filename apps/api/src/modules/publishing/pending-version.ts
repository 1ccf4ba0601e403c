import { and, desc, eq, gt, gte, inArray, isNull, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../db/client.ts';
import { apps, appVersions } from '../../db/schema/store.ts';
import type { VersionRow } from './step.ts';

/** States of a version before a final decision; an app has at most one such version. */
export const OPEN = ['draft', 'in_review', 'changes_requested', 'withdrawn'] as const;

const live = alias(appVersions, 'live_then');
const isOpen = inArray(appVersions.reviewStatus, [...OPEN]);
/**
 * Decided, with a release or appeal still possible: no higher version was released since, or for a listing no later
 * submission.
 */
const isDecided = and(
  inArray(appVersions.reviewStatus, ['approved', 'rejected']),
  or(
    isNull(live.versionKey),
    gt(appVersions.versionKey, live.versionKey),
    and(appVersions.listing, or(isNull(live.submittedAt), gte(appVersions.submittedAt, live.submittedAt))),
  ),
);
/** Regardless of version numbers: versions in progress first, then approved ones, then rejected ones. */
const order = [
  sql`case when ${isOpen} then 0 when ${appVersions.reviewStatus} = 'approved' then 1 else 2 end`,
  desc(appVersions.versionKey),
];

/** The pending version of an app, as a lateral join of `apps`. */
export function pendingVersions(db: Db) {
  return db
    .select({
      id: appVersions.id,
      version: appVersions.version,
      listing: appVersions.listing,
      reviewStatus: appVersions.reviewStatus,
      round: appVersions.round,
      dueAt: appVersions.dueAt,
      createdAt: sql<Date>`${appVersions.createdAt}`.mapWith(appVersions.createdAt).as('coming_created_at'),
      submittedAt: appVersions.submittedAt,
      decidedAt: appVersions.decidedAt,
      appealedAt: appVersions.appealedAt,
    })
    .from(appVersions)
    .leftJoin(live, eq(live.id, apps.currentVersionId))
    .where(and(eq(appVersions.appId, apps.id), or(isOpen, isDecided)))
    .orderBy(...order)
    .limit(1)
    .as('coming');
}

/** The pending version of one app; null when none was created since the last release. */
export async function pendingVersion(db: Db, appId: number): Promise<VersionRow | null> {
  const [row] = await db
    .select({ version: appVersions })
    .from(appVersions)
    .innerJoin(apps, eq(apps.id, appVersions.appId))
    .leftJoin(live, eq(live.id, apps.currentVersionId))
    .where(and(eq(appVersions.appId, appId), or(isOpen, isDecided)))
    .orderBy(...order)
    .limit(1);
  return row?.version ?? null;
}

/** The version in preparation or under review; at most one. */
export async function openVersionOf(db: Db, appId: number): Promise<VersionRow | null> {
  const [row] = await db
    .select()
    .from(appVersions)
    .where(and(eq(appVersions.appId, appId), isOpen));
  return row ?? null;
}
