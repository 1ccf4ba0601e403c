import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { StartError } from '../start-error.ts';
import type { Db } from './client.ts';
import { driverError } from './errors.ts';
import { migrate } from './migrate.ts';

/** Arbitrary, but the same in every process: migrations run one at a time. */
const MIGRATION_LOCK = 7_201_126;
/** Interval between attempts to take the lock, ms. */
const TURN = 200;

export interface Patience {
  /** Longest wait for another process that migrates the same database, ms. */
  other: number;
  /** Longest wait of a statement for a table lock, ms: later statements queue behind it. */
  table: number;
  /** Statement timeout, ms. */
  statement: number;
  /** Attempts when a table is locked, with a pause (ms) that lets other statements through. */
  tries: number;
  pause: number;
}

const TIMEOUT: Patience = { other: 600_000, table: 2_000, statement: 600_000, tries: 15, pause: 2_000 };

/** PostgreSQL's lock_not_available. */
const isTaken = (error: unknown): boolean => {
  const cause = driverError(error);
  return cause instanceof Error && (cause as { code?: string }).code === '55P03';
};

/**
 * Polls instead of waiting in the database: a concurrent index build in the other process waits for all running
 * statements, and a statement waiting for the lock would be one of them.
 */
async function takeTurn(db: Db, patience: number): Promise<void> {
  const until = performance.now() + patience;
  for (;;) {
    const { rows } = await db.execute<{ taken: boolean }>(
      sql`select pg_try_advisory_lock(${MIGRATION_LOCK}) as taken`,
    );
    if (rows[0]?.taken) return;
    if (performance.now() > until) {
      throw new StartError(
        `another process has been migrating this database for ${Math.ceil(patience / 60_000)} minutes: look at it first`,
      );
    }
    await pause(TURN);
  }
}

/**
 * Migrates a PostgreSQL that servers are using, over its own connection: one process at a time, and with a short lock
 * timeout, since a statement waiting for a table blocks all later ones.
 * @throws StartError when another process takes too long, or a table never becomes free.
 */
export async function migrateAlone(
  db: Db,
  options: { count?: number | undefined; folder?: string; patience?: Patience } = {},
): Promise<void> {
  const { count, folder, patience = TIMEOUT } = options;
  const limits = (lock: number, statement: number) =>
    db.execute(
      sql`select set_config('lock_timeout', ${`${lock}ms`}, false), set_config('statement_timeout', ${`${statement}ms`}, false)`,
    );
  await takeTurn(db, patience.other);
  for (let tried = 1; ; tried += 1) {
    await limits(patience.table, patience.statement);
    try {
      await migrate(db, count, folder);
      return;
    } catch (error) {
      if (!isTaken(error)) throw error;
      if (tried >= patience.tries) {
        throw new StartError(
          `the schema was not changed: a table was in use ${tried} times in a row. Long transactions stand in pg_stat_activity; end them and try again`,
          { cause: error },
        );
      }
      await pause(patience.pause);
    }
  }
}
