import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import type { OrderApp } from './orders.ts';

/**
 * Simulates a race on PostgreSQL: `hold` locks or writes in a transaction that stays open, `act` starts and has to wait
 * for it, `change` modifies the object meanwhile. Returns the result of `act` after the transaction ended, whether it
 * waited, the statement that waited, and the mode of the row lock it waited for.
 */
export async function whileHeld<T>(
  api: Pick<OrderApp, 'db'>,
  hold: (tx: Db) => Promise<unknown>,
  act: () => Promise<T>,
  change: (tx: Db) => Promise<unknown> = () => Promise.resolve(),
): Promise<{ answer: T; waited: boolean; statement: string; mode: string | null }> {
  let acting: Promise<T> | undefined;
  let waited = false;
  let statement = '';
  let mode: string | null = null;
  await api.db.transaction(async (tx) => {
    await hold(tx);
    let over = false;
    acting = act();
    const ended = () => {
      over = true;
    };
    acting.then(ended, ended);
    const [us] = (await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)).rows;
    // Queried outside: a transaction sees the same activity snapshot throughout.
    const ofRow = sql`select mode from pg_locks where pg_locks.pid = pg_stat_activity.pid and locktype = 'tuple'`;
    const behindUs = sql`select query, (${ofRow}) as mode from pg_stat_activity where ${us?.pid}::int = any(pg_blocking_pids(pid))`;
    const waiting = async () => (await api.db.execute<{ query: string; mode: string | null }>(behindUs)).rows;
    while (!over && !waited) waited = (await waiting()).length > 0;
    // The first read may still show the previous statement.
    if (waited) [{ query: statement, mode } = { query: '', mode }] = await waiting();
    await change(tx);
  });
  if (!acting) throw new Error('nothing was done');
  return { answer: await acting, waited, statement, mode };
}
