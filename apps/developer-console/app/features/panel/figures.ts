import type { DataOf, devCenter } from '@yunduo/api-contract';
import { shanghaiDay } from '@yunduo/i18n';
import { DAY } from '@yunduo/validation';

export type Stats = DataOf<typeof devCenter.stats>;

/** Selectable periods in days. */
export const RANGES = [7, 30, 90] as const;
export type Range = (typeof RANGES)[number];

export const METRICS = ['views', 'saves', 'downloads'] as const;
export type Metric = (typeof METRICS)[number];

/**
 * Number of versions or apps with their own colours; the rest is one band, since more colours are not distinguishable.
 */
const TOLD_APART = 3;

/** First and last day (YYYY-MM-DD, Shanghai) of a period that ends now. */
export function rangeOf(days: Range, now: number): { from: string; to: string } {
  const dayAt = (time: number) => shanghaiDay(new Date(time));
  return { from: dayAt(now - (days - 1) * DAY), to: dayAt(now) };
}

/** A moment of a day, for date formatting. */
export const momentOfDay = (day: string): string => `${day}T00:00:00+08:00`;

export interface Band {
  /** A version or an app; null: all others. */
  name: string | null;
  total: number;
  counts: readonly number[];
}
export interface Figures {
  days: readonly string[];
  /** Newest version or most downloaded app first. A single band without a name is the total. */
  bands: readonly Band[];
  /** Per day. */
  sums: readonly number[];
  most: number;
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

/** The first bands, and the rest of the total as one. */
function bandsOf(all: readonly Band[], sums: readonly number[]): Band[] {
  const own = all.filter(({ total }) => total > 0).slice(0, TOLD_APART);
  const counts = sums.map((sum, place) => sum - sumOf(own.map((band) => band.counts[place] ?? 0)));
  const total = sumOf(counts);
  return total > 0 ? [...own, { name: null, total, counts }] : own;
}

/** Data of a metric's chart: downloads by version for one app, by app for all; other metrics as a total. */
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

/** Scale lines from 0 to at least `most`: four to six steps of 1, 2 or 5 times a power of ten. */
export function ticksOf(most: number): number[] {
  const least = Math.max(1, most) / 5;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = Math.max(1, [1, 2, 5, 10].map((digit) => digit * power).find((one) => one >= least) ?? 1);
  const count = Math.max(1, Math.ceil(Math.max(1, most) / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** Days with a label below the chart: the first, the last, and some between at equal distances. */
export function datesOf(days: readonly string[], most = 5): number[] {
  const last = days.length - 1;
  if (last < most) return days.map((_, place) => place);
  return Array.from({ length: most }, (_, index) => Math.round((index * last) / (most - 1)));
}

/** 12846 → 12,846. */
export const grouped = (number: number): string => String(number).replace(/\B(?=(\d{3})+$)/g, ',');

/** The change from the previous period, as a percentage without sign; null if there is nothing to compare. */
export function changeOf(
  total: number,
  before: number,
): { way: 'up' | 'down' | 'same'; share: string } | null {
  if (before === 0) return null;
  const way = total > before ? 'up' : total < before ? 'down' : 'same';
  const share = (Math.abs(total - before) / before) * 100;
  return { way, share: `${share < 10 ? share.toFixed(1) : grouped(Math.round(share))}%` };
}

/** Downloads per view, as a percentage; null without views. */
export const conversionOf = ({ views, downloads }: { views: number; downloads: number }): string | null =>
  views === 0 ? null : `${((downloads / views) * 100).toFixed(1)}%`;
