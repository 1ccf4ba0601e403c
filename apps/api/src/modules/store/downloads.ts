import { shanghaiDay } from '@yunduo/i18n';
import { DAY, DOWNLOADS, MINUTE } from '@yunduo/validation';
import { and, eq, gt, inArray, lt, not, sql } from 'drizzle-orm';
import { withTransaction, type Context } from '../../context.ts';
import { removeRows } from '../../db/remove-rows.ts';
import { appDownloadDays, appDownloads, apps, appVersions } from '../../db/schema/store.ts';
import { apiError } from '../../http/errors.ts';
import type { Job } from '../jobs/jobs.ts';
import { touchContent } from '../site/settings.ts';
import { takeTurn, throttle } from '../throttle/throttle.ts';
import { keyedHash, type CallerFacts } from './caller.ts';
import { READABLE } from './detail.ts';
import { isPublished } from './list.ts';

/** An app's row is in many indexes: the rest follows in further statements, so that locks are short. */
const ROWS_AT_ONCE = 500;

export interface Download {
  appKey: string;
  version: string;
  /** The client's self-chosen id; may be empty. */
  clientId: string;
}

/**
 * Counts a download once per version, client and day of Asia/Shanghai. A client is an id on a network: the device
 * headers are the same for all and do not identify one. Ids can be invented, so a network counts for a limited number
 * of them; further ones get the same answer and are not counted.
 * @returns whether it was counted
 * @throws ApiError APP_NOT_FOUND, VERSION_NOT_FOUND for one that was never released or was yanked, RATE_LIMITED
 */
export async function countDownload(
  context: Context,
  { appKey, version, clientId }: Download,
  { network }: CallerFacts,
): Promise<boolean> {
  const { clock } = context;
  const now = clock.now();
  const where = keyedHash(context, 'download', network);
  const perMinute = [{ count: DOWNLOADS.perMinute, window: MINUTE }];
  await throttle(context.db, `download:${where}`, now, perMinute, 'RATE_LIMITED');
  const { appId, versionId } = await releasedVersion(context, appKey, version);
  const day = shanghaiDay(now);
  const clientHash = keyedHash(context, 'download', network, clientId);
  return context.db.transaction(async (tx) => {
    const inside = withTransaction(context, tx);
    const first = await tx
      .insert(appDownloads)
      .values({ versionId, day, clientHash })
      .onConflictDoNothing()
      .returning({ versionId: appDownloads.versionId });
    if (first.length === 0) return false;
    if (!(await hasRoom(inside, where, versionId, day))) return false;
    await tx
      .insert(appDownloadDays)
      .values({ appId, versionId, day, count: 1 })
      .onConflictDoUpdate({
        target: [appDownloadDays.appId, appDownloadDays.day, appDownloadDays.versionId],
        set: { count: sql`${appDownloadDays.count} + 1` },
      });
    return true;
  });
}

/** Whether this network is below its limit for this version today. */
async function hasRoom(
  { db, clock }: Context,
  where: string,
  versionId: number,
  day: string,
): Promise<boolean> {
  const limits = [{ count: DOWNLOADS.clientsPerAddress, window: DAY }];
  return (await takeTurn(db, `downloads:${where}:${versionId}:${day}`, clock.now(), limits)) === null;
}

async function releasedVersion({ db }: Context, appKey: string, version: string) {
  const [app] = await db
    .select({ id: apps.id })
    .from(apps)
    .where(and(isPublished, eq(apps.appKey, appKey)));
  if (!app) throw apiError('APP_NOT_FOUND');
  const [row] = await db
    .select({ id: appVersions.id })
    .from(appVersions)
    .where(
      and(
        eq(appVersions.appId, app.id),
        eq(appVersions.version, version),
        inArray(appVersions.reviewStatus, [...READABLE]),
        not(appVersions.listing),
      ),
    );
  if (!row) throw apiError('VERSION_NOT_FOUND');
  return { appId: app.id, versionId: row.id };
}

/**
 * Adds new downloads to the numbers that the store shows and sorts by. Not on each download, which would write the
 * app's row with all search indexes, wait for the previous write, and invalidate every cached page.
 * @returns how many numbers were added
 */
export async function addDownloads(context: Context): Promise<number> {
  let added = 0;
  // Until nothing is left: otherwise the first apps, downloaded constantly, would starve the others.
  for (;;) {
    const rows = await context.db.transaction((tx) => addSome(withTransaction(context, tx)));
    added += rows;
    if (rows < ROWS_AT_ONCE) return added;
  }
}

/** Returns how many rows of a day, app and version it added. */
async function addSome({ db }: Context): Promise<number> {
  const grown = await db
    .select({
      appId: appDownloadDays.appId,
      versionId: appDownloadDays.versionId,
      day: appDownloadDays.day,
      by: sql<number>`${appDownloadDays.count} - ${appDownloadDays.added}`,
    })
    .from(appDownloadDays)
    .where(gt(appDownloadDays.count, appDownloadDays.added))
    .orderBy(appDownloadDays.appId, appDownloadDays.day, appDownloadDays.versionId)
    .limit(ROWS_AT_ONCE)
    .for('update');
  if (grown.length === 0) return 0;
  const byApp = new Map<number, number>();
  for (const { appId, by } of grown) byApp.set(appId, (byApp.get(appId) ?? 0) + by);
  // In ascending order of id, as an editor who moves several apps locks them; `no key update` does not block foreign
  // keys.
  await db
    .select({ id: apps.id })
    .from(apps)
    .where(inArray(apps.id, [...byApp.keys()]))
    .orderBy(apps.id)
    .for('no key update');
  await db.execute(sql`update ${apps} set download_count = download_count + grown.by
    from unnest(${list([...byApp.keys()])}::int[], ${list([...byApp.values()])}::int[]) as grown(id, by)
    where ${apps.id} = grown.id`);
  // By primary key: downloads counted meanwhile are in other rows, and wait for the next run.
  await db.execute(sql`update ${appDownloadDays} set added = count
    from unnest(${list(grown.map(({ appId }) => appId))}::int[], ${list(grown.map(({ day }) => day))}::date[],
      ${list(grown.map(({ versionId }) => versionId))}::int[]) as done(app, on_day, version)
    where app_id = done.app and day = done.on_day and version_id = done.version`);
  await touchContent(db);
  return grown.length;
}

/** A PostgreSQL array literal: drizzle would create one parameter per element. */
const list = (values: readonly (number | string)[]) => sql`${`{${values.join(',')}}`}`;

/** Deletes counted clients once a repeated download can no longer match them. */
async function forgetClients({ db, clock }: Context): Promise<number> {
  const oldest = shanghaiDay(new Date(clock.now().getTime() - DOWNLOADS.retentionDays * DAY));
  return removeRows(db, appDownloads, lt(appDownloads.day, oldest));
}

export const downloadJobs: readonly Job[] = [
  { name: 'app-downloads', every: 5 * MINUTE, run: addDownloads, long: true },
  { name: 'app-download-clients', every: DAY / 4, run: forgetClients },
];
