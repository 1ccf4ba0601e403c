import type { Assume } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Db as JobsDatabase } from 'pg-boss';
import type * as schema from './schema/index.ts';

interface RowsOf<T> {
  rows: T[];
}
/** Result of `execute` in both drivers. */
interface Rows extends PgQueryResultHKT {
  type: RowsOf<Assume<this['row'], Record<string, unknown>>>;
}

/** The typed database. A transaction has the same type, so services accept either. */
export type Db = PgDatabase<Rows, typeof schema>;

export interface Database {
  kind: 'pglite' | 'postgres';
  db: Db;
  /** Connection of the job queue. */
  jobs: JobsDatabase;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  /** Connections of the pool for calls, and calls waiting for one; null on PGlite, which has one connection. */
  connections(): { total: number; idle: number; waiting: number } | null;
  /**
   * Runs maintenance that takes longer than a call may: on PostgreSQL over its own connection without time limits. On
   * PGlite it uses the only connection and blocks all calls.
   */
  upkeep<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Migrates the schema to the current version; idempotent, and safe in concurrent processes. */
  migrate(): Promise<void>;
  /** As `migrate`, but only the first `count` migrations: the schema of an older backup. */
  migrateTo(count: number): Promise<void>;
  close(): Promise<void>;
}
