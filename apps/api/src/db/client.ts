import type { Assume } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Db as JobsDatabase } from 'pg-boss';
import type * as schema from './schema/index.ts';

interface RowsOf<T> {
  rows: T[];
}
/** What both drivers answer to `execute`. */
interface Rows extends PgQueryResultHKT {
  type: RowsOf<Assume<this['row'], Record<string, unknown>>>;
}

/** The typed database. A transaction is one too, so services take either. */
export type Db = PgDatabase<Rows, typeof schema>;

export interface Database {
  kind: 'pglite' | 'postgres';
  db: Db;
  /** What the job queue runs its statements on. */
  jobs: JobsDatabase;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  /** Of the pool that calls share, and calls that wait for one; null on PGlite, which has one. */
  connections(): { total: number; idle: number; waiting: number } | null;
  /**
   * Does upkeep that takes longer than a call may: on PostgreSQL over a connection of its own without time limits. On
   * PGlite it is the one connection, and everybody waits.
   */
  upkeep<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Brings the schema up to date; safe to run again, and by several processes at once. */
  migrate(): Promise<void>;
  /** As `migrate`, but only the first so many migrations: what an older backup fits into. */
  migrateTo(count: number): Promise<void>;
  close(): Promise<void>;
}
