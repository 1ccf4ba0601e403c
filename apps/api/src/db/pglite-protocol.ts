/** Messages between the main thread and the PGlite worker. */
export interface QueryOptions {
  rowMode?: 'array' | 'object';
  /** Dates as text, which drizzle parses itself; otherwise as `Date`. */
  textDates?: boolean;
}

export type Request = { id: number } & (
  | { do: 'query'; sql: string; params: unknown[]; options: QueryOptions; transaction?: number }
  | { do: 'exec'; sql: string; transaction?: number }
  | { do: 'begin' | 'commit' | 'rollback'; transaction: number }
  | { do: 'close' }
);

export interface WireError {
  message: string;
  /** SQLSTATE and related fields. */
  code?: string;
  detail?: string;
  constraint?: string;
  table?: string;
  column?: string;
}

export type Reply = { id: number } & ({ value: unknown } | { error: WireError });

/** Sent once: the database is open, or the reason it is not. */
export type Ready = { ready: true } | { ready: false; error: WireError };

export interface WorkerSetup {
  /** Null for an in-memory database. */
  folder: string | null;
}
