import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { StartError } from '../start-error.ts';
import type { Db } from './client.ts';
import { driverError } from './errors.ts';
import { migrate } from './migrate.ts';

/** Any number, the same in every process: migrations run one after the other. */
const MIGRATION_LOCK = 7_201_126;
/** Milliseconds between two questions whether it is our turn. */
const TURN = 200;

export interface Patience {
  /** Milliseconds to wait for another process that migrates the same database. */
  other: number;
  /** Milliseconds that a statement waits for a table: everybody who comes after it waits behind it. */
  table: number;
  /** Milliseconds that a statement may take. */
  statement: number;
  /** How often it is tried when a table is taken, with a pause (ms) in which others get their turn. */
  tries: number;
  pause: number;
}

const PATIENCE: Patience = { other: 600_000, table: 2_000, statement: 600_000, tries: 15, pause: 2_000 };

/** PostgreSQL's lock_not_available. */
const isTaken = (error: unknown): boolean => {
  const cause = driverError(error);
  return cause instanceof Error && (cause as { code?: string }).code === '55P03';
};

/**
 * Asks again and again instead of waiting in the database: an index that the other one builds concurrently waits for
 * every statement that is under way, and ours would be one that waits for it.
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
 * Brings a PostgreSQL up to date beside servers that use it, over a connection of its own: one process at a time, and
 * never waiting long for a table, since a statement that waits for one holds up everybody behind it.
 * @throws StartError when another process takes too long, or a table is never free.
 */
export async function migrateAlone(
  db: Db,
  options: { count?: number | undefined; folder?: string; patience?: Patience } = {},
): Promise<void> {
  const { count, folder, patience = PATIENCE } = options;
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
