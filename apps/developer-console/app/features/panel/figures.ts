import type { DataOf, devCenter } from '@yunduo/api-contract';
import { shanghaiDay } from '@yunduo/i18n';
import { DAY } from '@yunduo/validation';

export type Stats = DataOf<typeof devCenter.stats>;

/** Days that can be looked at. */
export const RANGES = [7, 30, 90] as const;
export type Range = (typeof RANGES)[number];

/** What a chart can show. */
export const METRICS = ['views', 'saves', 'downloads'] as const;
export type Metric = (typeof METRICS)[number];

/** Versions or apps that are told apart; the others go together, or the colours could not be. */
const TOLD_APART = 3;

/** First and last day (YYYY-MM-DD, Shanghai) of so many days up to now. */
export function rangeOf(days: Range, now: number): { from: string; to: string } {
  const dayAt = (time: number) => shanghaiDay(new Date(time));
  return { from: dayAt(now - (days - 1) * DAY), to: dayAt(now) };
}

/** A day as a moment of it, for the words of dates. */
export const momentOfDay = (day: string): string => `${day}T00:00:00+08:00`;

export interface Band {
  /** A version or an app; null: all others together. */
  name: string | null;
  total: number;
  counts: readonly number[];
}
export interface Figures {
  days: readonly string[];
  /** The newest version first, or the most downloaded app. One without a name is the whole. */
  bands: readonly Band[];
  /** Of each day. */
  sums: readonly number[];
  most: number;
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

/** The first few, and what the whole has beyond them as one. */
function bandsOf(all: readonly Band[], sums: readonly number[]): Band[] {
  const own = all.filter(({ total }) => total > 0).slice(0, TOLD_APART);
  const counts = sums.map((sum, place) => sum - sumOf(own.map((band) => band.counts[place] ?? 0)));
  const total = sumOf(counts);
  return total > 0 ? [...own, { name: null, total, counts }] : own;
}

/** What the chart of a metric draws: downloads by version of one app, or by app of all; the others as a whole. */
export function figuresOf(stats: Stats, metric: Metric): Figures {
  const sums = stats[metric];
  const parts = stats.app_id === null ? stats.apps : stats.versions;
  const named = parts.map((part) => ({
    name: 'version' in part ? part.version : part.name,
    total: 'version' in part ? part.total : part.downloads,
    counts: part.counts,
  }));
  return {
    days: stats.days,
    bands: metric === 'downloads' ? bandsOf(named, sums) : [],
    sums,
    most: Math.max(0, ...sums),
  };
}

/** Lines of a scale from 0 up to at least `most`: four to six steps of one digit (1, 2 or 5) and zeros. */
export function ticksOf(most: number): number[] {
  const least = Math.max(1, most) / 5;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = Math.max(1, [1, 2, 5, 10].map((digit) => digit * power).find((one) => one >= least) ?? 1);
  const count = Math.max(1, Math.ceil(Math.max(1, most) / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** Days whose dates stand below the chart: the first, the last, and some between at the same distance. */
export function datesOf(days: readonly string[], most = 5): number[] {
  const last = days.length - 1;
  if (last < most) return days.map((_, place) => place);
  return Array.from({ length: most }, (_, index) => Math.round((index * last) / (most - 1)));
}

/** 12846 → 12,846. */
export const grouped = (number: number): string => String(number).replace(/\B(?=(\d{3})+$)/g, ',');

/** The change against the time before, as a share without its sign; null without anything to compare. */
export function changeOf(
  total: number,
  before: number,
): { way: 'up' | 'down' | 'same'; share: string } | null {
  if (before === 0) return null;
  const way = total > before ? 'up' : total < before ? 'down' : 'same';
  const share = (Math.abs(total - before) / before) * 100;
  return { way, share: `${share < 10 ? share.toFixed(1) : grouped(Math.round(share))}%` };
}

/** Downloads for each view, as a share; null where nobody looked. */
export const conversionOf = ({ views, downloads }: { views: number; downloads: number }): string | null =>
  views === 0 ? null : `${((downloads / views) * 100).toFixed(1)}%`;
