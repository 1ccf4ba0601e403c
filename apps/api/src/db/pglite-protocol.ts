/** What the main thread and the PGlite worker say to each other. */
export interface QueryOptions {
  rowMode?: 'array' | 'object';
  /** Dates as the database writes them (drizzle reads them itself); otherwise as `Date`. */
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
  /** SQLSTATE and what came with it. */
  code?: string;
  detail?: string;
  constraint?: string;
  table?: string;
  column?: string;
}

export type Reply = { id: number } & ({ value: unknown } | { error: WireError });

/** Sent once: the database is open, or why it is not. */
export type Ready = { ready: true } | { ready: false; error: WireError };

export interface WorkerSetup {
  /** Null: in memory. */
  folder: string | null;
}
