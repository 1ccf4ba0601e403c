import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../app.ts';
import type { Database } from '../db/client.ts';
import { openPostgres } from '../db/postgres.ts';
import { callerOf, type TestApp } from './app.ts';
import { testTemplate } from './environment.ts';
import { databaseUrl } from './server.ts';

export type SecondApp = Pick<TestApp, 'app' | 'db' | 'call' | 'close'>;

/** URL of a test app's database; PostgreSQL only. */
async function urlOf(api: TestApp): Promise<string> {
  const { rows } = await api.db.execute<{ name: string }>(sql`select current_database() as name`);
  return databaseUrl(testTemplate().postgres ?? '', rows[0]?.name ?? '');
}

/** Builds the app again on this database. */
async function builtAgain(api: TestApp, database: Database): Promise<FastifyInstance> {
  const app = await buildApp({
    config: api.app.config,
    database,
    clock: api.clock,
    files: api.app.files,
    deliverMails: false,
    runJobs: false,
    maxEventLoopDelay: 0,
    maxHeapUsed: 0,
    handlerTimeout: 20_000,
  });
  await app.ready();
  return app;
}

/**
 * A second process of the same product, as far as one process can simulate it: own pool, own app, the same database.
 */
export async function secondApp(api: TestApp): Promise<SecondApp> {
  const database = await openPostgres(await urlOf(api), { error: () => undefined });
  const app = await builtAgain(api, database);
  return {
    app,
    db: database.db,
    call: callerOf(app),
    async close() {
      await app.close();
      await database.close();
    },
  };
}

/** Runs `work` with the app restarted on the same database. */
export async function restarted<T>(api: TestApp, work: (call: TestApp['call']) => Promise<T>): Promise<T> {
  const app = await builtAgain(api, api.database);
  try {
    return await work(callerOf(app));
  } finally {
    await app.close();
  }
}
