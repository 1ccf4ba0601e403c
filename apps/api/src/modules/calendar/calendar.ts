import { eq, inArray } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { calendarDays } from '../../db/schema/index.ts';
import type { Bilingual } from '../../db/schema/bilingual.ts';
import { audit, type Actor } from '../audit/audit.ts';
import { calendarOfYear } from './clock.ts';

export interface CalendarEdit {
  year: number;
  /** Days of the year that differ from their weekday. */
  days: readonly { day: string; working: boolean; name: Bilingual }[];
  /** Days to reset to their weekday. */
  remove: readonly string[];
}
export type CalendarRow = typeof calendarDays.$inferSelect;

/**
 * Sets calendar days of a year, in the caller's transaction; returns the whole year. Without a day it only reads.
 * Existing deadlines are unchanged: developers were told a date.
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
  const missing =
    remove.length === 0
      ? []
      : await db
          .delete(calendarDays)
          .where(inArray(calendarDays.day, [...remove]))
          .returning({ day: calendarDays.day });
  if (changed.length + missing.length > 0) {
    await audit(context, actor, {
      action: 'calendar.save',
      target: `calendar:${year}`,
      details: { set: changed, removed: missing.map(({ day }) => day) },
    });
  }
  return calendarOfYear(db, year);
}
