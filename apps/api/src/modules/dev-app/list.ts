import type { InputOf, devApp } from '@yunduo/api-contract';
import { PAGE_SIZE } from '@yunduo/validation';
import { alias } from 'drizzle-orm/pg-core';
import { and, count, desc, eq, notInArray, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { apps, appVersions } from '../../db/schema/store.ts';

/** What was live once is history; everything else is on its way. */
const PAST = ['released', 'superseded', 'yanked'] as const;

/** A page of the apps of one developer, the newest change first, with what is on its way to the store. */
export async function listOwnApps(db: Db, developerId: number, input: InputOf<typeof devApp.list>) {
  const page = input.page ?? 1;
  const pageSize = input.page_size ?? PAGE_SIZE.default;
  const mine = eq(apps.developerId, developerId);
  const live = alias(appVersions, 'live');
  const coming = db
    .select({
      version: appVersions.version,
      reviewStatus: appVersions.reviewStatus,
      dueAt: appVersions.dueAt,
    })
    .from(appVersions)
    .where(and(eq(appVersions.appId, apps.id), notInArray(appVersions.reviewStatus, [...PAST])))
    .orderBy(desc(appVersions.versionKey))
    .limit(1)
    .as('coming');
  const [rows, [counted]] = await Promise.all([
    db
      .select({
        id: apps.id,
        appKey: apps.appKey,
        name: apps.name,
        intro: apps.intro,
        logo: apps.logo,
        status: apps.status,
        reviewStatus: coming.reviewStatus,
        version: sql<string | null>`coalesce(${live.version}, ${coming.version})`,
        dueAt: coming.dueAt,
        downloadCount: apps.downloadCount,
        updatedAt: apps.updatedAt,
      })
      .from(apps)
      .leftJoin(live, eq(live.id, apps.currentVersionId))
      .leftJoinLateral(coming, sql`true`)
      .where(mine)
      .orderBy(desc(apps.updatedAt), desc(apps.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    db.select({ total: count() }).from(apps).where(mine),
  ]);
  return { rows, total: counted?.total ?? 0, page, pageSize };
}
