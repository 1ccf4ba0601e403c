import { sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './client.ts';

/** So many rows go with one statement: far fewer than its limit of time would allow. */
const AT_ONCE = 20_000;
/** So many statements at most: what is left after a flood waits for the next time. */
const STATEMENTS = 50;

/**
 * Removes rows of a table that any stranger can fill: in parts, so that a flood cannot make the clean-up too long to ever
 * end. A row that somebody is just writing is left for the next time.
 * @returns how many went
 */
export async function removeRows(
  db: Db,
  table: PgTable,
  which: SQL | undefined,
  { atOnce = AT_ONCE, statements = STATEMENTS } = {},
): Promise<number> {
  let removed = 0;
  for (let statement = 0; statement < statements; statement += 1) {
    const some = db
      .select({ row: sql`ctid` })
      .from(table)
      .where(which)
      .limit(atOnce)
      .for('update', { skipLocked: true });
    const gone = await db
      .delete(table)
      .where(sql`ctid = any(array(${some}))`)
      .returning({ one: sql`1` });
    removed += gone.length;
    if (gone.length < atOnce) break;
  }
  return removed;
}
