import { parentPort, workerData } from 'node:worker_threads';
import { PGlite, types, type Transaction } from '@electric-sql/pglite';
import { makeDataFolder, pgliteOptions, readInitdb, startingFrom } from './initdb.ts';
import type { QueryOptions, Ready, Reply, Request, WireError, WorkerSetup } from './pglite-protocol.ts';

// PGlite blocks its thread: in a worker it blocks only the queries that wait for it anyway.
const port = parentPort;
if (!port) throw new Error('pglite-worker runs as a worker thread');

const asText = (value: string): string => value;
/** Types that drizzle expects as text: dates, times and their arrays. */
const textParsers = Object.fromEntries(
  [types.TIMESTAMP, types.TIMESTAMPTZ, types.INTERVAL, types.DATE, 1231, 1115, 1185, 1187, 1182].map(
    (oid) => [oid, asText],
  ),
);

function wire(error: unknown): WireError {
  const { message, code, detail, constraint, table, column } = error as WireError;
  return {
    message: String(message ?? error),
    ...(code !== undefined && { code }),
    ...(detail !== undefined && { detail }),
    ...(constraint !== undefined && { constraint }),
    ...(table !== undefined && { table }),
    ...(column !== undefined && { column }),
  };
}

interface Open {
  tx: Transaction;
  settle(how: 'commit' | 'rollback'): void;
  done: Promise<void>;
}
class RolledBack extends Error {}

const { folder } = workerData as WorkerSetup;

async function start(): Promise<void> {
  if (folder !== null) await makeDataFolder(folder);
  const pglite = await PGlite.create({
    ...pgliteOptions,
    ...(folder === null ? startingFrom(readInitdb()) : { dataDir: folder }),
  });
  const open = new Map<number, Open>();

  /** Resolves when the transaction has started; it stays open until `settle`. */
  function begin(id: number): Promise<void> {
    return new Promise((started, failed) => {
      let settle: Open['settle'] = () => undefined;
      const settled = new Promise<'commit' | 'rollback'>((resolve) => (settle = resolve));
      const done = pglite
        .transaction(async (tx) => {
          open.set(id, { tx, settle, done });
          started();
          if ((await settled) === 'rollback') throw new RolledBack();
        })
        .catch((error: unknown) => {
          if (!(error instanceof RolledBack)) throw error;
        });
      done.catch(failed);
    });
  }

  async function end(id: number, how: 'commit' | 'rollback'): Promise<void> {
    const transaction = open.get(id);
    if (!transaction) return;
    open.delete(id);
    transaction.settle(how);
    await transaction.done;
  }

  const runner = (transaction: number | undefined): Pick<PGlite, 'query' | 'exec'> => {
    if (transaction === undefined) return pglite;
    const found = open.get(transaction);
    if (!found) throw new Error('the transaction has ended');
    return found.tx;
  };
  const queryOptions = ({ rowMode, textDates }: QueryOptions) => ({
    ...(rowMode && { rowMode }),
    ...(textDates && { parsers: textParsers }),
  });

  async function answer(request: Request): Promise<unknown> {
    switch (request.do) {
      case 'query':
        return runner(request.transaction).query(request.sql, request.params, queryOptions(request.options));
      case 'exec':
        return runner(request.transaction).exec(request.sql);
      case 'begin':
        return begin(request.transaction);
      case 'commit':
      case 'rollback':
        return end(request.transaction, request.do);
      case 'close':
        return pglite.close();
    }
  }

  port?.on('message', (request: Request) => {
    answer(request).then(
      (value) => port?.postMessage({ id: request.id, value } satisfies Reply),
      (error: unknown) => port?.postMessage({ id: request.id, error: wire(error) } satisfies Reply),
    );
  });
}

start().then(
  () => port.postMessage({ ready: true } satisfies Ready),
  (error: unknown) => port.postMessage({ ready: false, error: wire(error) } satisfies Ready),
);
