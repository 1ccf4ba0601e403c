import { DAY } from '@yunduo/validation';
import chineseDays from 'chinese-days';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { calendarDays } from '../db/schema/developer.ts';

/** First year with reviews; earlier dates are never counted. */
const FIRST_YEAR = 2024;
/** A year's holidays are published in the preceding November: no package knows many years ahead. */
const YEARS = 16;

export interface HolidaySeed {
  day: string;
  working: boolean;
  name: { zh: string; en: string };
}

/** China's public holidays and make-up working days, for the years that the package covers. */
export function publicHolidays(first = FIRST_YEAR, last = FIRST_YEAR + YEARS): HolidaySeed[] {
  const days: HolidaySeed[] = [];
  for (let time = Date.UTC(first, 0, 1); time < Date.UTC(last + 1, 0, 1); time += DAY) {
    const day = new Date(time).toISOString().slice(0, 10);
    const { work, name } = chineseDays.getDayDetail(day);
    // A holiday is named `National Day,国庆节,3`, any other day by its weekday.
    const [en, zh] = name.split(',');
    if (en === undefined || zh === undefined) continue;
    days.push({
      day,
      working: work,
      name: work ? { zh: `${zh}调休上班`, en: `Working day in lieu of ${en}` } : { zh, en },
    });
  }
  return days;
}

/** Imports the package's days; days edited by an operator are kept. Returns how many were new or changed. */
export async function seedCalendar(db: Db, days: readonly HolidaySeed[] = publicHolidays()): Promise<number> {
  if (days.length === 0) return 0;
  const written = await db
    .insert(calendarDays)
    .values([...days])
    .onConflictDoUpdate({
      target: calendarDays.day,
      set: { working: sql`excluded.working`, name: sql`excluded.name` },
      setWhere: sql`${calendarDays.editedAt} is null and (${calendarDays.working}, ${calendarDays.name})
        is distinct from (excluded.working, excluded.name)`,
    })
    .returning({ day: calendarDays.day });
  return written.length;
}
