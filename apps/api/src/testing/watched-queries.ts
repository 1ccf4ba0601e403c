import type pg from 'pg';
import type { Database } from '../db/client.ts';
import type { PgliteDatabase } from '../db/pglite.ts';
import { requestOrigin } from '../http/request-origin.ts';

/** What a query sorts its rows by, and the number of the parameter that limits them: those in parentheses are others. */
function orderOf(query: string): { order?: string | undefined; limit?: string | undefined } {
  let outside = query.replace(/'[^']*'/g, '');
  for (let before = ''; before !== outside;) {
    before = outside;
    outside = before.replace(/\([^()]*\)/g, '');
  }
  const [, order] = /\border\s+by\s+(.+?)(?:\s+(?:limit|offset|for)\b.*)?$/is.exec(outside) ?? [];
  const [, limit] = /\blimit \$(\d+)/i.exec(outside) ?? [];
  return { order, limit };
}

/** What leaves no ties as the last column of an order: unique in its table, or among the rows of one owner. */
const NO_TIES =
  /\b(?:id|version_key|round|position|day|published_at|email|role|device_hash)"?(?: (?:asc|desc))?(?: nulls (?:first|last))?$/;

/** Asks whether there are more than so many, and uses all otherwise. */
const COUNTED = /\) "matching_users" limit \$\d+$/;

/** Whether the rows of a query change places, or others are cut off, from one time to the next. */
function hasTies(query: string, params: unknown): boolean {
  const { order, limit } = orderOf(query);
  if (order !== undefined) {
    // Rows of the ordered column alone: equal ones are the same.
    const [, alone] = /^select (?:distinct )?(?:"\w+"\.)?("\w+") from/.exec(query) ?? [];
    const [last] = /"\w+"(?= (?:asc|desc)$|$)/.exec(order) ?? [];
    return !NO_TIES.test(order) && (alone === undefined || alone !== last);
  }
  // A limit of one asks whether there is any.
  const cut = limit !== undefined && Array.isArray(params) && params[Number(limit) - 1] !== 1;
  return cut && !COUNTED.test(query);
}

/** The one table whose only row is changed without a WHERE. */
const ONE_ROW = /^update "site_settings"/;

/** Locks until the end of the transaction. A statement that changes what it locks needs no other. */
const LOCKS = /^select\b.*(?:\bfor (?:no key )?update\b|\bfor (?:key )?share\b|\bpg_advisory_xact_lock\b)/is;

/** Written with a change that it reports, or never: events, mails, deliveries, and the files that it left. */
const GOES_WITH_A_CHANGE =
  /^insert into "(?:app_events|licence_events|webhook_deliveries|discarded_files)"|^[^;]*\binsert into pgboss\.j/i;

/** Audit entries of what changes nothing, or not in one transaction. */
const ALONE = ['payment.refuse_notice', 'job.run', 'backup.take', 'licence.reseal'];

/** Whether a query outside a transaction belongs into that of its change. Tests write rows of their own. */
function isApart(query: string, params: unknown): boolean {
  if (/^insert into "audit_log"/.test(query))
    return !ALONE.some((action) => Array.isArray(params) && params.includes(action));
  return requestOrigin() !== null && GOES_WITH_A_CHANGE.test(query);
}

/** A query on its way to the database. */
interface Asked {
  query: string;
  params: unknown;
  /** What its transaction is known by; null outside of one. */
  transaction: unknown;
}

/** Queries of a test's database that no test may send, by the database. */
const wrongQueries = new WeakMap<Database, Set<string>>();

export const wrongQueriesOf = (database: Database): string[] => [...(wrongQueries.get(database) ?? [])];

/**
 * Watches the queries of a test's database, so that tests meet what few rows and a fast database hide.
 *
 * Rows that no ORDER BY sorts have no order, but PostgreSQL returns few of them as they were written: the last comes
 * first. An order that leaves ties, or a limit without an order, returns other rows at another time. A transaction sends
 * one query after the other: two at a time mean that one is not awaited. A call changes and deletes rows that it names,
 * never all of a table. A row stays locked until its transaction ends: without one the lock protects nothing. What
 * reports a change is written in its transaction.
 */
function watch(database: Database) {
  const wrong = new Set<string>();
  const running = new Set<unknown>();
  wrongQueries.set(database, wrong);
  return async <T>({ query, params, transaction }: Asked, send: () => Promise<T>): Promise<T> => {
    if (transaction !== null && running.has(transaction))
      wrong.add(`beside another of its transaction: ${query}`);
    if (
      requestOrigin() &&
      /^(?:update|delete)\b/i.test(query) &&
      !/\bwhere\b/i.test(query) &&
      !ONE_ROW.test(query)
    )
      wrong.add(`every row: ${query}`);
    if (transaction === null && LOCKS.test(query)) wrong.add(`a lock that ends at once: ${query}`);
    if (transaction === null && isApart(query, params))
      wrong.add(`not in the transaction of its change: ${query}`);
    const reads = /^(?:select|with)\b/i.test(query);
    if (reads && requestOrigin() && hasTies(query, params)) wrong.add(`rows in an order of chance: ${query}`);
    if (transaction !== null) running.add(transaction);
    const value = await send().finally(() => running.delete(transaction));
    if (reads && orderOf(query).order === undefined) (value as { rows?: unknown[] }).rows?.reverse();
    return value;
  };
}

/** Watches an embedded database; its transactions have numbers. */
export function watchPglite(database: PgliteDatabase): void {
  const { client } = database;
  const watched = watch(database);
  const send = client['send'].bind(client);
  client['send'] = (question) =>
    watched(
      {
        query: 'sql' in question ? question.sql.trim() : question.do,
        params: 'params' in question ? question.params : [],
        transaction: ('transaction' in question && question.transaction) || null,
      },
      () => send(question),
    );
}

/** Watches a database on PostgreSQL: a connection that is taken from the pool is one of a transaction. */
export function watchPostgres(database: Database): void {
  const watched = watch(database);
  const { $client: pool } = database.db as unknown as { $client: pg.Pool };
  const watchedQuery = <Query extends pg.Pool['query'] | pg.PoolClient['query']>(
    query: Query,
    transaction: unknown,
  ): Query =>
    ((...args: unknown[]): unknown => {
      const [first, values] = args;
      const sent = () => (query as (...args: unknown[]) => unknown)(...args);
      const config =
        typeof first === 'string' ? { text: first } : (first as { text?: unknown; values?: unknown });
      // A callback is that of the pool itself, whose query is watched already.
      if (typeof config.text !== 'string' || args.some((arg) => typeof arg === 'function')) return sent();
      return watched(
        { query: config.text.trim(), params: values ?? config.values ?? [], transaction },
        sent as () => Promise<unknown>,
      );
    }) as Query;
  pool.query = watchedQuery(pool.query.bind(pool), null);
  const connect = pool.connect.bind(pool) as (callback?: unknown) => unknown;
  pool.connect = ((callback?: unknown) => {
    if (callback !== undefined) return connect(callback);
    return (connect() as Promise<pg.PoolClient>).then((client) => {
      client.query = watchedQuery(client.query.bind(client), client);
      return client;
    });
  }) as typeof pool.connect;
  const { executeSql } = database.jobs;
  database.jobs.executeSql = (query, params) =>
    watched({ query: query.trim(), params, transaction: null }, () => executeSql(query, params));
}
