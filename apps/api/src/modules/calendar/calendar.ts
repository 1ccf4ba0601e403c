import { eq, inArray } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { calendarDays } from '../../db/schema/index.ts';
import type { Bilingual } from '../../db/schema/bilingual.ts';
import { audit, type Actor } from '../audit/audit.ts';
import { calendarOfYear } from './clock.ts';

export interface CalendarEdit {
  year: number;
  /** Days of that year that are not what their weekday says. */
  days: readonly { day: string; working: boolean; name: Bilingual }[];
  /** Days that are what their weekday says again. */
  remove: readonly string[];
}
export type CalendarRow = typeof calendarDays.$inferSelect;

/**
 * Sets days of a year's calendar, in the caller's transaction; answers the whole year. Without a day it only reads.
 * Promises that were made stay: a developer was told a date.
 */
export async function saveCalendar(
  context: Context,
  actor: Actor,
  { year, days, remove }: CalendarEdit,
): Promise<CalendarRow[]> {
  const { db, clock } = context;
  const changed: string[] = [];
  for (const { day, working, name } of days) {
    const [before] = await db.select().from(calendarDays).where(eq(calendarDays.day, day)).for('update');
    const same =
      before && before.working === working && before.name.zh === name.zh && before.name.en === name.en;
    if (same) continue;
    const set = { working, name, editedAt: clock.now() };
    await db
      .insert(calendarDays)
      .values({ day, ...set })
      .onConflictDoUpdate({ target: calendarDays.day, set });
    changed.push(`${day} ${working ? 'working' : 'holiday'}`);
  }
  const gone =
    remove.length === 0
      ? []
      : await db
          .delete(calendarDays)
          .where(inArray(calendarDays.day, [...remove]))
          .returning({ day: calendarDays.day });
  if (changed.length + gone.length > 0) {
    await audit(context, actor, {
      action: 'calendar.save',
      target: `calendar:${year}`,
      details: { set: changed, removed: gone.map(({ day }) => day) },
    });
  }
  return calendarOfYear(db, year);
}
