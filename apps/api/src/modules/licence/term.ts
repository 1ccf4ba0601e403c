import { inShanghai, SHANGHAI } from '@yunduo/i18n';
import { DAY, PLAN_MONTHS, type LicencePlan } from '@yunduo/validation';

/**
 * Term of a licence. Months are calendar months in Asia/Shanghai (UTC+8, no summer time since 1991), and a term ends
 * with its last day, at 23:59:59 there: no hour is lost, and "valid until 21 December" holds whatever the hour of the
 * first bind.
 *
 * Consecutive terms are counted from the first day of the run, not from the end of the previous term: 31 January plus
 * one month is 28 February, plus another month is 31 March. Twelve renewals of a month end on the same day as one year.
 */

/** A day in Shanghai: year, month from 0, day of the month. */
interface Day {
  year: number;
  month: number;
  day: number;
}

function dayOf(moment: Date): Day {
  const there = inShanghai(moment.getTime());
  return { year: there.getUTCFullYear(), month: there.getUTCMonth(), day: there.getUTCDate() };
}

/** 23:59:59 of a day in Shanghai. */
const endOf = ({ year, month, day }: Day): Date =>
  new Date(Date.UTC(year, month, day) + DAY - 1000 - SHANGHAI);

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/** Last moment of `months` months from `start`; a day missing in the month becomes its last day. */
export function endOfMonths(start: Date, months: number): Date {
  const { year, month, day } = dayOf(start);
  const target = { year: year + Math.floor((month + months) / 12), month: (month + months) % 12 };
  return endOf({ ...target, day: Math.min(day, daysIn(target.year, target.month)) });
}

export interface Term {
  plan: LicencePlan;
  addedAt: Date;
}

/**
 * Expiry of a licence from the time of its first bind; null for never. A renewal counts from the expiry if the licence
 * is active, from its payment if it had expired.
 */
export function endOfTerms(startedAt: Date, terms: readonly Term[]): Date | null {
  let run: { start: Date; months: number; end: Date } | null = null;
  for (const { plan, addedAt } of terms.toSorted(
    (one, other) => one.addedAt.getTime() - other.addedAt.getTime(),
  )) {
    const more = PLAN_MONTHS[plan];
    if (more === null) return null;
    const goesOn: boolean = run !== null && addedAt < run.end;
    const start: Date =
      run && goesOn ? run.start : new Date(Math.max(startedAt.getTime(), addedAt.getTime()));
    const months: number = run && goesOn ? run.months + more : more;
    run = { start, months, end: endOfMonths(start, months) };
  }
  // No paid time: the term had ended before it began.
  return run ? run.end : startedAt;
}
