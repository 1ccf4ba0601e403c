import type { DataOf, devApp } from '@yunduo/api-contract';
import { shanghaiDay } from '@yunduo/i18n';
import { DAY } from '@yunduo/validation';

export type Stats = DataOf<typeof devApp.stats>;

/** Days that can be looked at. */
export const RANGES = [7, 30, 90] as const;
export type Range = (typeof RANGES)[number];

/** Versions that are told apart; whatever is older goes together, or the colours could not be. */
const TOLD_APART = 3;

/** First and last day (YYYY-MM-DD, Shanghai) of so many days up to now. */
export function rangeOf(days: Range, now: number): { from: string; to: string } {
  const dayAt = (time: number) => shanghaiDay(new Date(time));
  return { from: dayAt(now - (days - 1) * DAY), to: dayAt(now) };
}

/** A day as a moment of it, for the words of dates. */
export const momentOfDay = (day: string): string => `${day}T00:00:00+08:00`;

export interface Band {
  /** Null: every older version together. */
  version: string | null;
  total: number;
  counts: readonly number[];
}
export interface Figures {
  days: readonly string[];
  /** The newest version first. */
  bands: readonly Band[];
  /** Of each day. */
  sums: readonly number[];
  most: number;
}

/** Downloads by day and version, with the older versions in one. */
export function figuresOf({ days, series }: Stats): Figures {
  const sumOf = (rows: Stats['series'], place: number) =>
    rows.reduce((sum, { counts }) => sum + (counts[place] ?? 0), 0);
  const named = series.filter(({ version }) => version !== null);
  const own = named.slice(0, TOLD_APART);
  const rest = series.filter((row) => !own.includes(row));
  const bands: Band[] = own.map(({ version, total, counts }) => ({ version, total, counts }));
  if (rest.length > 0) {
    bands.push({
      version: null,
      total: rest.reduce((sum, { total }) => sum + total, 0),
      counts: days.map((_, place) => sumOf(rest, place)),
    });
  }
  const sums = days.map((_, place) => sumOf(series, place));
  return { days, bands, sums, most: Math.max(0, ...sums) };
}

/** The next number with one digit and zeros, or half of it, so that the scale has a readable end: 37 → 40, 12 → 15. */
export function roundedUp(number: number): number {
  if (number <= 5) return 5;
  const step = 10 ** Math.floor(Math.log10(number)) / 2;
  return Math.ceil(number / step) * step;
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
