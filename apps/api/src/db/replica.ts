import { drizzle } from 'drizzle-orm/node-postgres';
import { ApiError } from '../http/errors.ts';
import { StartError } from '../start-error.ts';
import type { Database, Db } from './client.ts';
import { databaseIsAway, driverError } from './errors.ts';
import { openPool } from './postgres.ts';
import * as schema from './schema/index.ts';

/** Short enough, in ms, to fall back to the primary within the time of one call. */
const TIMEOUT = { connect: 500, statement: 900 };
/** A replica further behind, in ms, is not used. */
const MAX_LAG = 2_000;
/** Interval between checks of both databases, ms. */
const LOOK_EVERY = 1_000;
/** After this time, ms, every replica in use has a given write. */
const SETTLED = MAX_LAG + 2 * LOOK_EVERY;

/** Source of public reads. */
export interface Reads {
  /** Runs a read, on the replica if it is near enough, otherwise on the primary. */
  run<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * The content revision that pages may be rendered for: with a replica, one that it certainly has. A reader who learns
   * a revision and then reads never gets older content.
   */
  settledRevision(current: number): number;
  /** Whether reads go to a replica now. */
  readonly onReplica: boolean;
  close(): Promise<void>;
}

/** Without a replica: all reads go to the one database. */
export const readsFrom = (db: Db): Reads => ({
  run: (work) => work(db),
  settledRevision: (current) => current,
  onReplica: false,
  close: () => Promise.resolve(),
});

/**
 * Identifies the cluster and the database. A log position belongs to the whole cluster: alone, it would let a database
 * pass for the replica of its neighbour.
 */
const IDENTITY = `(select system_identifier from pg_control_system()) || '/' ||
  (select oid from pg_database where datname = current_database())`;

/** `16/B374D848` as a comparable number. */
const position = (lsn: string): bigint => {
  const [high = '0', low = '0'] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
};

/**
 * Lag of a replica, from the log positions of both: their clocks are not compared, and an idle primary causes no lag.
 */
export class Lag {
  readonly #said: { at: number; place: bigint; revision: number }[] = [];
  #primary: string | null = null;
  #replica: { at: number; place: bigint; identity: string } | null = null;

  primarySaid(at: number, identity: string, lsn: string, revision: number): void {
    this.#primary = identity;
    this.#said.push({ at, place: position(lsn), revision });
    // Keeps one entry older than the settling time: it is the settled one.
    while ((this.#said[1]?.at ?? at) <= at - SETTLED) this.#said.shift();
  }

  /** @param lsn null when it is not a replica */
  replicaSaid(at: number, identity: string, lsn: string | null): void {
    this.#replica = lsn === null ? null : { at, place: position(lsn), identity };
  }

  replicaIsAway(): void {
    this.#replica = null;
  }

  /** Whether it is a replica of another database. */
  get isOther(): boolean {
    return this.#replica !== null && this.#primary !== null && this.#replica.identity !== this.#primary;
  }

  /** Whether the replica has what the primary had a short while ago, and both reported just now. */
  isNear(now: number): boolean {
    const replica = this.#replica;
    if (!replica || this.isOther || now - replica.at > MAX_LAG) return false;
    const had = this.#said.findLast(({ place }) => place <= replica.place);
    // Without an entry the lag is unknown; a position older than the first entry means an unknown lag.
    return had !== undefined && now - had.at <= MAX_LAG + LOOK_EVERY;
  }

  /** The primary's revision before the settling time began; undefined before the first check. */
  settledRevision(now: number): number | undefined {
    return (this.#said.findLast(({ at }) => at <= now - SETTLED) ?? this.#said[0])?.revision;
  }
}

interface Log {
  info(message: string): void;
  error(details: object, message: string): void;
}

/**
 * Reads from a streaming replica of PostgreSQL. If it is unavailable, behind, or interrupts a query, the primary
 * answers.
 * @throws StartError without a PostgreSQL that it could be a replica of
 */
export async function openReads(replicaUrl: string | null, database: Database, log: Log): Promise<Reads> {
  if (replicaUrl === null) return readsFrom(database.db);
  if (database.kind !== 'postgres') throw new StartError('DATABASE_REPLICA_URL needs DATABASE_URL');
  const pool = openPool(replicaUrl, 'yunduo-replica', log, TIMEOUT);
  const replica = drizzle(pool, { schema }) as unknown as Db;
  const lag = new Lag();
  let near = false;
  let other = false;

  const note = (): void => {
    if (lag.isOther !== other) {
      other = lag.isOther;
      if (other)
        log.error({}, 'DATABASE_REPLICA_URL names another database than DATABASE_URL: it is not read from');
    }
    const now = lag.isNear(performance.now());
    if (now === near) return;
    near = now;
    if (now) log.info('the store is read from the replica');
    else log.error({}, 'the replica is away or behind: the store is read from the primary');
  };
  const probe = async (): Promise<void> => {
    try {
      const { rows } = await database.db.execute<{ identity: string; lsn: string; revision: number | null }>(
        `select ${IDENTITY} as identity, pg_current_wal_lsn()::text as lsn,
          (select content_revision from site_settings) as revision`,
      );
      const [message] = rows;
      if (message) lag.primarySaid(performance.now(), message.identity, message.lsn, message.revision ?? 0);
    } catch {
      // The primary is unavailable: its last report ages, and the replica stops counting as near.
    }
    try {
      const { rows } = await pool.query<{ identity: string; lsn: string | null }>(
        `select ${IDENTITY} as identity,
          case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as lsn`,
      );
      const [message] = rows;
      if (message) lag.replicaSaid(performance.now(), message.identity, message.lsn);
    } catch {
      lag.replicaIsAway();
    }
    note();
  };
  let looking = Promise.resolve();
  let waiting = false;
  const timer = setInterval(() => {
    // One check at a time, however slow.
    if (waiting) return;
    waiting = true;
    looking = probe().finally(() => (waiting = false));
  }, LOOK_EVERY);
  timer.unref();
  await probe();

  return {
    async run(work) {
      if (!lag.isNear(performance.now())) return work(database.db);
      try {
        return await work(replica);
      } catch (error) {
        if (databaseIsAway(error)) {
          lag.replicaIsAway();
          note();
        } else if (!isMissing(error) && !isConflict(error)) throw error;
        return work(database.db);
      }
    },
    settledRevision: (current) => Math.min(current, lag.settledRevision(performance.now()) ?? current),
    get onReplica() {
      return near;
    },
    async close() {
      clearInterval(timer);
      await looking;
      await pool.end();
    },
  };
}

/** A missing row may be too new for the replica. */
const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** The replica cancelled the query because it had to remove rows in use. */
const isConflict = (error: unknown): boolean =>
  (driverError(error) as { code?: string } | null)?.code === '40001';
