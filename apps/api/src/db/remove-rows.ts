import { sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './client.ts';

/** Rows deleted per statement: far fewer than the statement timeout allows. */
const AT_ONCE = 20_000;
/** Statements per run: the rest of a flood waits for the next run. */
const STATEMENTS = 50;

/**
 * Deletes rows of a table that unauthenticated visitors can fill: in batches, so that a flood cannot make the clean-up
 * exceed its time limit. Rows locked by a concurrent write are left for the next run.
 * @returns the number of deleted rows
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
    const missing = await db
      .delete(table)
      .where(sql`ctid = any(array(${some}))`)
      .returning({ one: sql`1` });
    removed += missing.length;
    if (missing.length < atOnce) break;
  }
  return removed;
}
