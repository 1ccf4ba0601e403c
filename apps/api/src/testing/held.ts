import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import type { OrderApp } from './orders.ts';

/**
 * Plays what happens between a look and a decision, on PostgreSQL: `hold` locks or writes in a transaction that stays
 * open, `act` begins and has to wait for it, `change` is what becomes of the thing meanwhile. Answers what `act` came to
 * after the transaction ended, and whether it waited at all.
 */
export async function whileHeld<T>(
  api: Pick<OrderApp, 'db'>,
  hold: (tx: Db) => Promise<unknown>,
  act: () => Promise<T>,
  change: (tx: Db) => Promise<unknown> = () => Promise.resolve(),
): Promise<{ answer: T; waited: boolean }> {
  let acting: Promise<T> | undefined;
  let waited = false;
  await api.db.transaction(async (tx) => {
    await hold(tx);
    let over = false;
    acting = act();
    const ended = () => {
      over = true;
    };
    acting.then(ended, ended);
    const behindUs = sql`select pid from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))`;
    while (!over && !waited) waited = (await tx.execute(behindUs)).rows.length > 0;
    await change(tx);
  });
  if (!acting) throw new Error('nothing was done');
  return { answer: await acting, waited };
}
