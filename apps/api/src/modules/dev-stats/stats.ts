import { and, eq, gte, lte } from 'drizzle-orm';
import { DAY, type StatsBy } from '@yunduo/validation';
import type { Db } from '../../db/client.ts';
import { appDownloadDays, appVersions } from '../../db/schema/store.ts';

export interface StatsRange {
  /** First and last day, YYYY-MM-DD, both counted. */
  from: string;
  to: string;
  by: StatsBy;
}
export interface StatsSeries {
  versionId: number | null;
  version: string | null;
  total: number;
  counts: number[];
}

const moved = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

/** Every day of the range, in its order. */
function daysOf({ from, to }: Pick<StatsRange, 'from' | 'to'>): string[] {
  const length = (Date.parse(to) - Date.parse(from)) / DAY + 1;
  return Array.from({ length }, (_, index) => moved(from, index));
}

/**
 * Downloads of an app by day of Asia/Shanghai: of all versions together, or of each that was downloaded, the newest
 * version first. A day without downloads is a zero. `previousTotal` is that of as many days before.
 */
export async function downloadStats(db: Db, appId: number, range: StatsRange) {
  const days = daysOf(range);
  const places = new Map(days.map((day, index) => [day, index]));
  const first = moved(range.from, -days.length);
  const rows = await db
    .select({
      versionId: appDownloadDays.versionId,
      version: appVersions.version,
      versionKey: appVersions.versionKey,
      day: appDownloadDays.day,
      count: appDownloadDays.count,
    })
    .from(appDownloadDays)
    .innerJoin(appVersions, eq(appVersions.id, appDownloadDays.versionId))
    .where(
      and(
        eq(appDownloadDays.appId, appId),
        gte(appDownloadDays.day, first),
        lte(appDownloadDays.day, range.to),
      ),
    );

  const all: StatsSeries = { versionId: null, version: null, total: 0, counts: days.map(() => 0) };
  const byVersion = new Map<number, StatsSeries & { versionKey: number }>();
  let previousTotal = 0;
  for (const { versionId, version, versionKey, day, count } of rows) {
    const place = places.get(day);
    if (place === undefined) {
      previousTotal += count;
      continue;
    }
    const own = byVersion.get(versionId) ?? { ...emptySeries(days), versionId, version, versionKey };
    byVersion.set(versionId, own);
    for (const series of [all, own]) {
      series.counts[place] = (series.counts[place] ?? 0) + count;
      series.total += count;
    }
  }
  const series: StatsSeries[] =
    range.by === 'day'
      ? [all]
      : [...byVersion.values()].toSorted((left, right) => right.versionKey - left.versionKey);
  return { days, series, total: all.total, previousTotal };
}

const emptySeries = (days: readonly string[]): StatsSeries => ({
  versionId: null,
  version: null,
  total: 0,
  counts: days.map(() => 0),
});
