import { drizzle } from 'drizzle-orm/pglite';
import type { PGlite } from '@electric-sql/pglite';
import { fromPglite } from 'pg-boss';
import type { Database, Db } from './client.ts';
import { migrate } from './migrate.ts';
import { PgliteClient } from './pglite-client.ts';
import type { WorkerSetup } from './pglite-protocol.ts';
import * as schema from './schema/index.ts';

const CHECKPOINT_INTERVAL = 5 * 60_000;

export interface PgliteDatabase extends Database {
  client: PgliteClient;
}

/** Opens the embedded database on its own thread. */
export async function openPglite(
  setup: WorkerSetup,
  log: { error(details: object, message: string): void },
): Promise<PgliteDatabase> {
  const client = await PgliteClient.open(setup);
  // PGlite truncates its WAL only at a checkpoint: without one, reopening replays everything.
  const checkpoints = setInterval(() => {
    client.exec('CHECKPOINT').catch((err: unknown) => log.error({ err }, 'checkpoint failed'));
  }, CHECKPOINT_INTERVAL);
  checkpoints.unref();
  // The client implements the two methods that drizzle calls, not the whole class.
  const db = drizzle(client as unknown as PGlite, { schema }) as unknown as Db;
  return {
    kind: 'pglite',
    client,
    db,
    jobs: fromPglite(client),
    ping: async () => {
      await client.query('select 1');
    },
    connections: () => null,
    upkeep: (work) => work(db),
    migrate: () => migrate(db),
    migrateTo: (count) => migrate(db, count),
    close: async () => {
      clearInterval(checkpoints);
      await client.close();
    },
  };
}
