import { Worker } from 'node:worker_threads';
import { traceQuery } from '@yunduo/tracing';
import { DatabaseAway } from './errors.ts';
import type { QueryOptions, Ready, Reply, Request, WireError, WorkerSetup } from './pglite-protocol.ts';

interface Result<T = Record<string, unknown>> {
  rows: T[];
  affectedRows?: number;
  fields: { name: string; dataTypeID: number }[];
}
/**
 * Options that drizzle passes; functions cannot be sent to a thread, so custom parsers are sent as a flag for "dates as
 * text".
 */
interface DriverOptions {
  rowMode?: 'array' | 'object';
  parsers?: unknown;
}
export interface PgliteRunner {
  query<T>(sql: string, params?: unknown[], options?: DriverOptions): Promise<Result<T>>;
  exec(sql: string): Promise<Result[]>;
}

// Distributes Omit over the union.
type Question = Request extends infer R ? (R extends unknown ? Omit<R, 'id'> : never) : never;

// Next to this file, in source and build.
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './pglite-worker.ts' : './pglite-worker.js',
  import.meta.url,
);

/** PGlite on its own thread, with the part of its interface that drizzle and pg-boss use. */
export class PgliteClient implements PgliteRunner {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  private lastId = 0;
  /** Why it no longer answers. */
  private gone: string | null = null;

  private constructor(setup: WorkerSetup) {
    // Flags of the parent do not apply: a worker rejects a test runner's. Under `node --watch` a thread reports its
    // imports over the port that carries our messages.
    const env = { ...process.env };
    delete env['WATCH_REPORT_DEPENDENCIES'];
    this.worker = new Worker(workerFile, { workerData: setup, execArgv: [], env });
    // `node --watch` uses this channel too, to report the thread's imports.
    this.worker.on('message', (reply: Reply | object) => {
      if (!('id' in reply)) return;
      const waiting = this.waiting.get(reply.id);
      this.waiting.delete(reply.id);
      if ('error' in reply) waiting?.reject(asError(reply.error));
      else waiting?.resolve(reply.value);
    });
    const fail = (reason: string): void => {
      this.gone = reason;
      for (const { reject } of this.waiting.values()) reject(new DatabaseAway(reason));
      this.waiting.clear();
    };
    this.worker.on('error', (error) => fail(`the database thread failed: ${error.message}`));
    this.worker.on('exit', () => fail('the database is closed'));
  }

  static async open(setup: WorkerSetup): Promise<PgliteClient> {
    const client = new PgliteClient(setup);
    await new Promise<void>((resolve, reject) => {
      client.worker.on('message', (message: Ready | object) => {
        if (!('ready' in message)) return;
        if (message.ready) resolve();
        else reject(asError(message.error));
      });
      client.worker.once('error', reject);
      client.worker.once('exit', () => reject(new DatabaseAway('the database thread ended')));
    }).catch(async (error: unknown) => {
      await client.worker.terminate();
      throw error;
    });
    return client;
  }

  query<T>(sql: string, params: unknown[] = [], options: DriverOptions = {}): Promise<Result<T>> {
    return this.run(undefined).query<T>(sql, params, options);
  }

  exec(sql: string): Promise<Result[]> {
    return this.run(undefined).exec(sql);
  }

  async transaction<T>(work: (tx: PgliteRunner) => Promise<T>): Promise<T> {
    const transaction = (this.lastId += 1);
    await this.ask({ do: 'begin', transaction });
    let value: T;
    try {
      value = await work(this.run(transaction));
    } catch (error) {
      await this.ask({ do: 'rollback', transaction });
      throw error;
    }
    await this.ask({ do: 'commit', transaction });
    return value;
  }

  async close(): Promise<void> {
    if (this.gone !== null) return;
    await this.ask({ do: 'close' });
    await this.worker.terminate();
  }

  private run(transaction: number | undefined): PgliteRunner {
    const within = transaction === undefined ? {} : { transaction };
    return {
      query: <T>(sql: string, params: unknown[] = [], { rowMode, parsers }: DriverOptions = {}) => {
        const options: QueryOptions = { ...(rowMode && { rowMode }), textDates: parsers !== undefined };
        return this.ask({ do: 'query', sql, params, options, ...within }) as Promise<Result<T>>;
      },
      exec: (sql) => this.ask({ do: 'exec', sql, ...within }) as Promise<Result[]>,
    };
  }

  private ask(question: Question): Promise<unknown> {
    return traceQuery('sql' in question ? question.sql : question.do, {}, () => this.send(question));
  }

  private send(question: Question): Promise<unknown> {
    // An error of its own for each caller: the job queue adds its name to the message.
    if (this.gone !== null) return Promise.reject(new DatabaseAway(this.gone));
    const id = (this.lastId += 1);
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ ...question, id });
    });
  }
}

function asError({ message, ...rest }: WireError): Error {
  return Object.assign(new Error(message), rest);
}
