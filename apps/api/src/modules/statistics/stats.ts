import { and, eq, gte, inArray, lte, sql } from 'drizzle-orm';
import { DAY, type StatsBy } from '@yunduo/validation';
import type { Db } from '../../db/client.ts';
import { appDownloadDays, appVersions, appViewDays, savedApps } from '../../db/schema/store.ts';

export interface StatsRange {
  /** First and last day, YYYY-MM-DD, inclusive. */
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

/** All days of the range, in order. */
function daysOf({ from, to }: Pick<StatsRange, 'from' | 'to'>): string[] {
  const length = (Date.parse(to) - Date.parse(from)) / DAY + 1;
  return Array.from({ length }, (_, index) => moved(from, index));
}

/**
 * Downloads of an app by day of Asia/Shanghai: of all versions together, or of each downloaded version, newest first. A
 * day without downloads is zero. `previousTotal` covers the same number of days before.
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

export interface Audience {
  views: number;
  saves: number;
  downloads: number;
}
export type Kind = keyof Audience;

interface DayRow {
  appId: number;
  day: string;
  count: number;
}

/** The day in Asia/Shanghai. */
const dayOfSave = sql<string>`to_char(${savedApps.createdAt} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`;

/**
 * Views, saves and downloads of these apps, by day of Asia/Shanghai and by app, with the totals of the same number of
 * days before. Only apps still saved count as saves.
 */
export async function audienceStats(db: Db, appIds: readonly number[], range: { from: string; to: string }) {
  const days = daysOf(range);
  const places = new Map(days.map((day, index) => [day, index]));
  const first = moved(range.from, -days.length);
  const zeros = () => days.map(() => 0);
  const nothing = (): Audience => ({ views: 0, saves: 0, downloads: 0 });
  const byDay: Record<Kind, number[]> = { views: zeros(), saves: zeros(), downloads: zeros() };
  const [totals, previous] = [nothing(), nothing()];
  const byApp = new Map(appIds.map((id) => [id, { ...nothing(), counts: zeros() }]));
  for (const [kind, rows] of Object.entries(await rowsOf(db, appIds, { first, last: range.to }))) {
    for (const { appId, day, count } of rows) {
      const name = kind as Kind;
      const place = places.get(day);
      if (place === undefined) {
        previous[name] += count;
        continue;
      }
      totals[name] += count;
      byDay[name][place] = (byDay[name][place] ?? 0) + count;
      const own = byApp.get(appId);
      if (!own) continue;
      own[name] += count;
      if (name === 'downloads') own.counts[place] = (own.counts[place] ?? 0) + count;
    }
  }
  return { days, totals, previous, byDay, byApp };
}

async function rowsOf(
  db: Db,
  appIds: readonly number[],
  { first, last }: { first: string; last: string },
): Promise<Record<Kind, DayRow[]>> {
  const ids = [...appIds];
  const views = await db
    .select({ appId: appViewDays.appId, day: appViewDays.day, count: appViewDays.count })
    .from(appViewDays)
    .where(and(inArray(appViewDays.appId, ids), gte(appViewDays.day, first), lte(appViewDays.day, last)));
  const saves = await db
    .select({ appId: savedApps.appId, day: dayOfSave, count: sql<number>`count(*)`.mapWith(Number) })
    .from(savedApps)
    .where(and(inArray(savedApps.appId, ids), gte(dayOfSave, first), lte(dayOfSave, last)))
    .groupBy(savedApps.appId, dayOfSave);
  const downloads = await db
    .select({
      appId: appDownloadDays.appId,
      day: appDownloadDays.day,
      count: sql<number>`sum(${appDownloadDays.count})`.mapWith(Number),
    })
    .from(appDownloadDays)
    .where(
      and(
        inArray(appDownloadDays.appId, ids),
        gte(appDownloadDays.day, first),
        lte(appDownloadDays.day, last),
      ),
    )
    .groupBy(appDownloadDays.appId, appDownloadDays.day);
  return { views, saves, downloads };
}
