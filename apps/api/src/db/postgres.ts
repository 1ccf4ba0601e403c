import { traceQuery } from '@yunduo/tracing';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { StartError } from '../start-error.ts';
import type { Database, Db } from './client.ts';
import { databaseIsAway } from './errors.ts';
import { migrateAlone } from './migrate-alone.ts';
import * as schema from './schema/index.ts';

const POOL_SIZE = 20;
/** A call is answered within 3 s even when the database does not respond: each wait, in ms, is shorter. */
const CONNECT_TIMEOUT = 1_800;
const STATEMENT_TIMEOUT = 2_200;
/** The job queue has its own connections: its maintenance takes longer than a call may. */
const JOBS_POOL_SIZE = 3;

/** The queries of a pool or a connection, each as a span; those with a callback are part of another. */
function withSpans<Query extends (...args: never[]) => unknown>(
  query: Query,
  url: string | undefined,
): Query {
  const server = serverOf(url);
  return ((...args: Parameters<Query>): unknown => {
    const [first, ...rest] = args as unknown[];
    const text = typeof first === 'string' ? first : (first as { text?: unknown } | undefined)?.text;
    if (typeof text !== 'string' || rest.some((arg) => typeof arg === 'function')) return query(...args);
    return traceQuery(text, server, async () => query(...args));
  }) as Query;
}

/** The server of a URL in the words of OpenTelemetry. */
function serverOf(url: string | undefined): Record<string, string | number> {
  if (!url || !URL.canParse(url)) return {};
  const { hostname, port, pathname } = new URL(url);
  return {
    ...(hostname && { 'server.address': hostname }),
    ...(port && { 'server.port': Number(port) }),
    'db.namespace': pathname.slice(1),
  };
}

/**
 * A connection whose statement timed out still has a result pending, which its next user would read: it is closed
 * instead of returned to the pool. So is one that the server closed between two statements of a transaction.
 */
class CarefulPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void;
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | void {
    if (callback) return super.connect(callback);
    return super.connect().then((client) => {
      let broken: Error | undefined;
      const onError = (error: Error): void => void (broken = error);
      client.on('error', onError);
      const { query, release } = client;
      const traced = withSpans(query.bind(client), this.options.connectionString);
      client.query = ((...args: Parameters<typeof query>) => {
        const result: unknown = traced(...args);
        if (result instanceof Promise) {
          result.catch((error: unknown) => {
            if (error instanceof Error && databaseIsAway(error)) broken = error;
          });
        }
        return result;
      }) as typeof query;
      client.release = (error) => {
        client.query = query;
        client.release = release;
        client.off('error', onError);
        release.call(client, error ?? broken);
      };
      return client;
    });
  }
}

/** Longest wait for a connection and for a statement, ms. */
interface Patience {
  connect: number;
  statement: number;
}

/** A pool for calls: all waits are bounded, whatever the server does. */
export function openPool(
  url: string,
  name: string,
  log: { error(details: object, message: string): void },
  patience: Patience = { connect: CONNECT_TIMEOUT, statement: STATEMENT_TIMEOUT },
): pg.Pool {
  const pool = new CarefulPool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: patience.connect,
    statement_timeout: patience.statement,
    query_timeout: patience.statement + 200,
    idle_in_transaction_session_timeout: 10_000,
    application_name: name,
    // JIT compilation of a search takes longer than the search: its estimated cost is high by design, so that indexes
    // are used.
    options: '-c jit=off',
  });
  pool.query = withSpans(pool.query.bind(pool), url);
  hearErrors(pool);
  pool.on('error', (err) => log.error({ err }, 'idle database connection failed'));
  return pool;
}

/**
 * Opens a pool on PostgreSQL.
 * @throws StartError when the server is unreachable or the database is not encoded in UTF-8.
 */
export async function openPostgres(
  url: string,
  log: { error(details: object, message: string): void },
): Promise<Database> {
  const pool = openPool(url, 'yunduo-api', log);
  try {
    const { rows } = await pool.query<{ encoding: string }>(
      "select current_setting('server_encoding') as encoding",
    );
    const encoding = rows[0]?.encoding;
    if (encoding !== 'UTF8')
      // Other encodings would count lengths in bytes or lack some characters.
      throw new StartError(`the database has the encoding ${encoding}: create it with encoding 'UTF8'`);
  } catch (error) {
    await pool.end();
    if (error instanceof StartError) throw error;
    throw new StartError(`the database cannot be reached: ${reason(error)}`);
  }
  const jobs = new pg.Pool({
    connectionString: url,
    max: JOBS_POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    application_name: 'yunduo-jobs',
  });
  hearErrors(jobs);
  jobs.on('error', (err) => log.error({ err }, 'idle database connection failed'));

  async function upkeep<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT,
      application_name: 'yunduo-upkeep',
    });
    // A broken idle connection emits an event; the next query fails.
    client.on('error', (err) => log.error({ err }, 'database connection failed'));
    client.query = withSpans(client.query.bind(client), url);
    await client.connect();
    try {
      return await work(drizzle(client, { schema }) as unknown as Db);
    } finally {
      await client.end();
    }
  }
  const migrateTo = (count?: number): Promise<void> => upkeep((db) => migrateAlone(db, { count }));

  return {
    kind: 'postgres',
    db: drizzle(pool, { schema }) as unknown as Db,
    jobs: {
      executeSql: async (text, values) => {
        const result = (await jobs.query(text, values)) as pg.QueryResult | pg.QueryResult[];
        return { rows: Array.isArray(result) ? result.flatMap(({ rows }) => rows) : result.rows };
      },
    },
    ping: async () => {
      await pool.query('select 1');
    },
    connections: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    upkeep,
    migrate: () => migrateTo(),
    migrateTo,
    close: async () => {
      // A pool cannot be ended twice.
      await Promise.all([pool, jobs].map((one) => (one.ending ? undefined : one.end())));
    },
  };
}

function reason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reason).join(', ');
  return error instanceof Error ? error.message : String(error);
}

/**
 * A connection that the server closes while checked out emits `error`; its next query fails too. The pool listens to
 * idle connections only, and an unhandled `error` event ends the process.
 */
function hearErrors(pool: pg.Pool): void {
  pool.on('connect', (client) => void client.on('error', () => undefined));
}
