import { inShanghai, SHANGHAI } from '@yunduo/i18n';
import { PUBLIC_HOLIDAYS, REVIEW_WORKING_DAYS, WORKING_DAY } from '@yunduo/validation';
import { and, gte, lte } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { calendarDays } from '../../db/schema/index.ts';

/**
 * The review clock (specification §4: finished within three working days). It runs through the whole of each working
 * day of Asia/Shanghai, midnight to midnight, and stands still on every other day. So three working days are three
 * times 24 hours of working days: what is submitted on a working day at 15:00 is due on the third working day after it
 * at 15:00; what is submitted on a holiday starts with the next working day and is due when the third of them ends.
 *
 * While the developer has the turn the clock stands, too: what was left when changes were asked for is what a
 * resubmission gets, one working day at least (`dueAfterReturn`).
 */

/** How many days are looked at in one go; longer than any holiday by far. */
const WINDOW = 40;

const dayOf = (moment: number): number => Math.floor((moment + SHANGHAI) / WORKING_DAY);
const startOf = (day: number): number => day * WORKING_DAY - SHANGHAI;
const nameOf = (day: number): string => new Date(day * WORKING_DAY).toISOString().slice(0, 10);
/** The first of January 1970 was a Thursday. */
const isWeekday = (day: number): boolean => ((((day + 4) % 7) + 7) % 7) % 6 !== 0;

/** Hears of a year that the calendar does not know, once for each. */
let warn: (year: string) => void = () => undefined;
const looked = new Set<string>();

/** Where the log is told that a year is not in the calendar: holidays in it count as working days. */
export function onUnknownYear(listener: (year: string) => void): void {
  warn = listener;
  looked.clear();
}

/** Whether each of these days is a working day: the calendar's word, and the weekday's where it has none. */
async function workingDays(db: Db, first: number, last: number): Promise<Map<number, boolean>> {
  const rows = await db
    .select({ day: calendarDays.day, working: calendarDays.working })
    .from(calendarDays)
    .where(and(gte(calendarDays.day, nameOf(first)), lte(calendarDays.day, nameOf(last))));
  const exceptions = new Map(rows.map(({ day, working }) => [day, working]));
  const days = new Map<number, boolean>();
  for (let day = first; day <= last; day += 1) days.set(day, exceptions.get(nameOf(day)) ?? isWeekday(day));
  return days;
}

/** Says so, once, when days of a year that the calendar does not know were counted. */
async function noticeUnknownYears(db: Db, first: number, last: number): Promise<void> {
  for (let year = Number(nameOf(first).slice(0, 4)); year <= Number(nameOf(last).slice(0, 4)); year += 1) {
    if (looked.has(String(year))) continue;
    looked.add(String(year));
    if (!isYearKnown(await calendarOfYear(db, year))) warn(String(year));
  }
}

/**
 * The moment at which a review is due that begins now, or has `workingMs` left. The end of a working day and the start
 * of the next one are the same to the clock; the end is what is promised.
 */
export async function dueAfter(
  db: Db,
  from: Date,
  workingMs: number = REVIEW_WORKING_DAYS * WORKING_DAY,
): Promise<Date> {
  let left = workingMs;
  let moment = from.getTime();
  if (left <= 0) return from;
  for (let first = dayOf(moment); ; first += WINDOW) {
    for (const [day, working] of await workingDays(db, first, first + WINDOW - 1)) {
      if (!working) continue;
      const begin = Math.max(moment, startOf(day));
      const room = startOf(day + 1) - begin;
      if (left <= room) {
        await noticeUnknownYears(db, dayOf(from.getTime()), day);
        return new Date(begin + left);
      }
      left -= room;
      moment = startOf(day + 1);
    }
  }
}

/** Milliseconds of working time from one moment to a later one; 0 when it is not later. */
export async function workingTimeBetween(db: Db, from: Date, to: Date): Promise<number> {
  return (await workingTimesBetween(db, [{ from, to }]))[0] ?? 0;
}

/** The same for several stretches, with one look at the calendar. */
export async function workingTimesBetween(
  db: Db,
  stretches: readonly { from: Date; to: Date }[],
): Promise<number[]> {
  const forward = stretches.filter(({ from, to }) => to > from);
  if (forward.length === 0) return stretches.map(() => 0);
  const first = dayOf(Math.min(...forward.map(({ from }) => from.getTime())));
  const last = dayOf(Math.max(...forward.map(({ to }) => to.getTime())));
  const days = await workingDays(db, first, last);
  await noticeUnknownYears(db, first, last);
  return stretches.map(({ from, to }) => {
    if (to <= from) return 0;
    let total = 0;
    for (let day = dayOf(from.getTime()); startOf(day) < to.getTime(); day += 1) {
      if (!days.get(day)) continue;
      total += Math.min(to.getTime(), startOf(day + 1)) - Math.max(from.getTime(), startOf(day));
    }
    return total;
  });
}

/**
 * When a resubmission is due: what was left of the promise when the developer got the turn, one working day at least,
 * counted from the resubmission. A reviewer who was late then has that one day.
 */
export async function dueAfterReturn(
  db: Db,
  { dueAt, handedBackAt, now }: { dueAt: Date; handedBackAt: Date; now: Date },
): Promise<Date> {
  const left = await workingTimeBetween(db, handedBackAt, dueAt);
  return dueAfter(db, now, Math.max(left, WORKING_DAY));
}

/** The days that a year's calendar makes an exception of, in their order. */
export function calendarOfYear(db: Db, year: number) {
  return db
    .select()
    .from(calendarDays)
    .where(and(gte(calendarDays.day, `${year}-01-01`), lte(calendarDays.day, `${year}-12-31`)))
    .orderBy(calendarDays.day);
}

/** Whether the holidays of a year are there: a day or a festival that somebody set by hand is not yet its calendar. */
export const isYearKnown = (days: readonly { working: boolean }[]): boolean =>
  days.filter(({ working }) => !working).length >= PUBLIC_HOLIDAYS;

/** By the first of this month, from 0, the coming year must be known: it is announced in November. */
const ANNOUNCED_BY = 11;

/** A year that reviews are, or are about to be, counted in and of which the calendar lacks holidays; null when there is none. */
export async function yearToImport(db: Db, now: Date): Promise<number | null> {
  const there = inShanghai(now.getTime());
  const year = there.getUTCFullYear();
  const years = there.getUTCMonth() >= ANNOUNCED_BY ? [year, year + 1] : [year];
  for (const one of years) {
    if (!isYearKnown(await calendarOfYear(db, one))) return one;
  }
  return null;
}
