import { inShanghai, SHANGHAI } from '@yunduo/i18n';
import { PUBLIC_HOLIDAYS, REVIEW_WORKING_DAYS, WORKING_DAY } from '@yunduo/validation';
import { and, gte, lte } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { calendarDays } from '../../db/schema/index.ts';

/**
 * The review clock (specification §4: finished within three working days). It runs through all of each working day in
 * Asia/Shanghai, midnight to midnight, and stops on every other day. Three working days are thus three times 24 hours
 * of working days: a submission on a working day at 15:00 is due on the third working day after it at 15:00; a
 * submission on a holiday starts with the next working day and is due when the third of them ends.
 *
 * The clock also stops while it is the developer's turn: a resubmission gets the time left when changes were requested,
 * at least one working day (`dueAfterReturn`).
 */

/** Days read at once; far longer than any holiday. */
const WINDOW = 40;

const dayOf = (moment: number): number => Math.floor((moment + SHANGHAI) / WORKING_DAY);
const startOf = (day: number): number => day * WORKING_DAY - SHANGHAI;
const nameOf = (day: number): string => new Date(day * WORKING_DAY).toISOString().slice(0, 10);
/** 1 January 1970 was a Thursday. */
const isWeekday = (day: number): boolean => ((((day + 4) % 7) + 7) % 7) % 6 !== 0;

/** Called once for each year missing from the calendar. */
let warn: (year: string) => void = () => undefined;
const looked = new Set<string>();

/** Registers the listener for years missing from the calendar: their holidays count as working days. */
export function onUnknownYear(listener: (year: string) => void): void {
  warn = listener;
  looked.clear();
}

/** Whether each of these days is a working day: by the calendar, else by its weekday. */
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

/** Reports, once, that days of a year missing from the calendar were counted. */
async function noticeUnknownYears(db: Db, first: number, last: number): Promise<void> {
  for (let year = Number(nameOf(first).slice(0, 4)); year <= Number(nameOf(last).slice(0, 4)); year += 1) {
    if (looked.has(String(year))) continue;
    looked.add(String(year));
    if (!isYearKnown(await calendarOfYear(db, year))) warn(String(year));
  }
}

/**
 * Deadline of a review that starts now, or has `workingMs` left. The end of a working day and the start of the next are
 * the same to the clock; the end is the one promised.
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

/** Working time between two times, ms; 0 when the second is not later. */
export async function workingTimeBetween(db: Db, from: Date, to: Date): Promise<number> {
  return (await workingTimesBetween(db, [{ from, to }]))[0] ?? 0;
}

/** The same for several intervals, with one read of the calendar. */
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
 * Deadline of a resubmission: the time left when it became the developer's turn, at least one working day, counted from
 * the resubmission. A reviewer who was already late gets that one day.
 */
export async function dueAfterReturn(
  db: Db,
  { dueAt, handedBackAt, now }: { dueAt: Date; handedBackAt: Date; now: Date },
): Promise<Date> {
  const left = await workingTimeBetween(db, handedBackAt, dueAt);
  return dueAfter(db, now, Math.max(left, WORKING_DAY));
}

/** The calendar exceptions of a year, in order. */
export function calendarOfYear(db: Db, year: number) {
  return db
    .select()
    .from(calendarDays)
    .where(and(gte(calendarDays.day, `${year}-01-01`), lte(calendarDays.day, `${year}-12-31`)))
    .orderBy(calendarDays.day);
}

/** Whether the holidays of a year are entered: a single day or festival set manually is not enough. */
export const isYearKnown = (days: readonly { working: boolean }[]): boolean =>
  days.filter(({ working }) => !working).length >= PUBLIC_HOLIDAYS;

/** From the first of this month (0-based) the next year must be known: it is announced in November. */
const ANNOUNCED_BY = 11;

/** A year in which review deadlines fall, or soon will, and whose holidays are missing; null when there is none. */
export async function yearToImport(db: Db, now: Date): Promise<number | null> {
  const there = inShanghai(now.getTime());
  const year = there.getUTCFullYear();
  const years = there.getUTCMonth() >= ANNOUNCED_BY ? [year, year + 1] : [year];
  for (const one of years) {
    if (!isYearKnown(await calendarOfYear(db, one))) return one;
  }
  return null;
}
