import { shanghaiDay } from '@yunduo/i18n';
import { DAY } from '@yunduo/validation';
import { asc, isNotNull } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { appDownloadDays, apps, appVersions, appViewDays } from '../db/schema/store.ts';
import { daysBefore } from './builders.ts';

/** Days with figures. */
const DAYS = 120;
/** The last day's share of all downloads: the seeded apps are years old. */
const DAILY_SHARE = 1 / 900;
/** Weights from Monday to Sunday: servers are set up during the week. */
const WEEK = [1.15, 1.2, 1.15, 1.1, 1, 0.65, 0.6];

/** Deterministic for an id and day, between 0.8 and 1.2. */
const chance = (id: number, day: number): number => 0.8 + (((id * 7919 + day * 104_729) % 401) / 401) * 0.4;

interface Released {
  id: number;
  appId: number;
  releasedAt: Date;
}

/**
 * Creates the downloads of each version on each of the last days. A release overtakes the previous one within two
 * weeks. The apps' totals already include them.
 */
export async function seedDownloads(db: Db, now: Date): Promise<void> {
  const counts = new Map(
    (await db.select({ id: apps.id, count: apps.downloadCount }).from(apps)).map(({ id, count }) => [
      id,
      count,
    ]),
  );
  const released = (
    await db
      .select({ id: appVersions.id, appId: appVersions.appId, releasedAt: appVersions.releasedAt })
      .from(appVersions)
      .where(isNotNull(appVersions.releasedAt))
      .orderBy(asc(appVersions.appId), asc(appVersions.versionKey))
  ).filter((row): row is Released => row.releasedAt !== null);
  const rows = Array.from({ length: DAYS }, (_, ago) => {
    const moment = daysBefore(now, ago);
    return released.flatMap((version) => {
      const share = shareOf(version, released, moment);
      const daily =
        (counts.get(version.appId) ?? 0) * DAILY_SHARE * (WEEK[(moment.getUTCDay() + 6) % 7] ?? 1);
      const count = Math.round(daily * share * chance(version.id, ago));
      return count > 0
        ? [{ appId: version.appId, versionId: version.id, day: shanghaiDay(moment), count, added: count }]
        : [];
    });
  }).flat();
  const views = new Map<string, { appId: number; day: string; count: number }>();
  for (const { appId, day, count } of rows) {
    const seen = views.get(`${appId} ${day}`) ?? { appId, day, count: 2 };
    // Most viewers do not install; even a small app has a few viewers.
    seen.count += Math.round(count * (3 + (appId % 5)));
    views.set(`${appId} ${day}`, seen);
  }
  await db.insert(appViewDays).values([...views.values()]);
  // In batches: a statement accepts 65,535 parameters.
  for (let from = 0; from < rows.length; from += 5000) {
    await db.insert(appDownloadDays).values(rows.slice(from, from + 5000));
  }
}

/** A version's share of the downloads of a day. */
function shareOf(version: Released, all: readonly Released[], moment: Date): number {
  const age = (one: Released): number => (moment.getTime() - one.releasedAt.getTime()) / DAY;
  if (age(version) < 0) return 0;
  const takenOver = (one: Released | undefined): number =>
    one ? Math.min(1, Math.max(0, age(one) / 14)) : 0;
  const siblings = all.filter(({ appId }) => appId === version.appId);
  const index = siblings.indexOf(version);
  const newer = siblings.slice(index + 1).map(takenOver);
  const own = index === 0 ? 1 : takenOver(version);
  return newer.reduce((left, part) => left * (1 - part), own);
}
