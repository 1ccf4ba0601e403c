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

/** The row of an app stands in many indexes: what is more is added after it, so that nobody waits long for these. */
const ROWS_AT_ONCE = 500;

export interface Download {
  appKey: string;
  version: string;
  /** What the client calls itself; empty when it says nothing. */
  clientId: string;
}

/**
 * Counts a download once for a version, client and day of Asia/Shanghai. A client is what calls itself by one name from
 * one network: the device headers are the same for all and tell nothing. Names cost nothing to make up, so a network
 * counts for a limited number of them; what is beyond is answered like any other and not counted.
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

/** Whether this address still counts for this version today. */
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
 * Adds what was counted to the numbers that the store shows and sorts by. Not with each download: every one would write
 * the app's row with all its search indexes, wait for the one before it, and drop every cached page.
 * @returns how many numbers were added
 */
export async function addDownloads(context: Context): Promise<number> {
  let added = 0;
  // Until nothing is left: otherwise the apps that come first, downloaded all the time, keep the others out.
  for (;;) {
    const rows = await context.db.transaction((tx) => addSome(withTransaction(context, tx)));
    added += rows;
    if (rows < ROWS_AT_ONCE) return added;
  }
}

/** Answers how many rows of a day, app and version it added. */
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
  // In the order of ids, as an editor who moves several apps locks them; their keys stay free for whoever refers to them.
  await db
    .select({ id: apps.id })
    .from(apps)
    .where(inArray(apps.id, [...byApp.keys()]))
    .orderBy(apps.id)
    .for('no key update');
  await db.execute(sql`update ${apps} set download_count = download_count + grown.by
    from unnest(${list([...byApp.keys()])}::int[], ${list([...byApp.values()])}::int[]) as grown(id, by)
    where ${apps.id} = grown.id`);
  // By their keys: what was counted in between is in rows of its own, and waits for the next time.
  await db.execute(sql`update ${appDownloadDays} set added = count
    from unnest(${list(grown.map(({ appId }) => appId))}::int[], ${list(grown.map(({ day }) => day))}::date[],
      ${list(grown.map(({ versionId }) => versionId))}::int[]) as done(app, on_day, version)
    where app_id = done.app and day = done.on_day and version_id = done.version`);
  await touchContent(db);
  return grown.length;
}

/** As PostgreSQL writes an array: drizzle would make one parameter of each element. */
const list = (values: readonly (number | string)[]) => sql`${`{${values.join(',')}}`}`;

/** Forgets who was counted, once no further download of theirs could meet it. */
async function forgetClients({ db, clock }: Context): Promise<number> {
  const oldest = shanghaiDay(new Date(clock.now().getTime() - DOWNLOADS.retentionDays * DAY));
  return removeRows(db, appDownloads, lt(appDownloads.day, oldest));
}

export const downloadJobs: readonly Job[] = [
  { name: 'app-downloads', every: 5 * MINUTE, run: addDownloads, long: true },
  { name: 'app-download-clients', every: DAY / 4, run: forgetClients },
];
