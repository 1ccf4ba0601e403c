import { drizzle } from 'drizzle-orm/node-postgres';
import { ApiError } from '../http/errors.ts';
import { StartError } from '../start-error.ts';
import type { Database, Db } from './client.ts';
import { databaseIsAway, driverError } from './errors.ts';
import { openPool } from './postgres.ts';
import * as schema from './schema/index.ts';

/** Short enough to ask the primary afterwards, within the time of one call. */
const PATIENCE = { connect: 500, statement: 900 };
/** A replica that is further behind, in ms, is not read from. */
const MAX_LAG = 2_000;
/** Both databases are looked at this often. */
const LOOK_EVERY = 1_000;
/** After this long every replica that is read from has what was written. */
const SETTLED = MAX_LAG + 2 * LOOK_EVERY;

/** Where what everybody may read is read from. */
export interface Reads {
  /** Runs a reading, on the replica when there is one that is near enough, otherwise on the primary. */
  run<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * The revision of content that pages may be made for: with a replica the one that it surely has. Whoever hears of a
   * revision and then reads never gets what was before it.
   */
  settledRevision(current: number): number;
  /** Whether readings go to a replica now. */
  readonly onReplica: boolean;
  close(): Promise<void>;
}

/** Without a replica: everything from the one database. */
export const readsFrom = (db: Db): Reads => ({
  run: (work) => work(db),
  settledRevision: (current) => current,
  onReplica: false,
  close: () => Promise.resolve(),
});

/**
 * Which database of which cluster answers. A place in the log is the whole cluster's: by it alone a database would pass
 * for the replica of its neighbour.
 */
const IDENTITY = `(select system_identifier from pg_control_system()) || '/' ||
  (select oid from pg_database where datname = current_database())`;

/** `16/B374D848` as a number that compares. */
const position = (lsn: string): bigint => {
  const [high = '0', low = '0'] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
};

/**
 * How far a replica is behind, from what both say of their place in the log: no clock of theirs is compared, and a
 * primary at rest makes nobody late.
 */
export class Lag {
  readonly #said: { at: number; place: bigint; revision: number }[] = [];
  #primary: string | null = null;
  #replica: { at: number; place: bigint; identity: string } | null = null;

  primarySaid(at: number, identity: string, lsn: string, revision: number): void {
    this.#primary = identity;
    this.#said.push({ at, place: position(lsn), revision });
    // One that is older than what counts as settled is kept: it is the settled one.
    while ((this.#said[1]?.at ?? at) <= at - SETTLED) this.#said.shift();
  }

  /** @param lsn null when it is no replica */
  replicaSaid(at: number, identity: string, lsn: string | null): void {
    this.#replica = lsn === null ? null : { at, place: position(lsn), identity };
  }

  replicaIsAway(): void {
    this.#replica = null;
  }

  /** Whether it is the replica of another database. */
  get isOther(): boolean {
    return this.#replica !== null && this.#primary !== null && this.#replica.identity !== this.#primary;
  }

  /** Whether the replica has what the primary had a short while ago, and both said so just now. */
  isNear(now: number): boolean {
    const replica = this.#replica;
    if (!replica || this.isOther || now - replica.at > MAX_LAG) return false;
    const had = this.#said.findLast(({ place }) => place <= replica.place);
    // Before the first look of all nothing is known; what is older than the first is behind by an unknown time.
    return had !== undefined && now - had.at <= MAX_LAG + LOOK_EVERY;
  }

  /** The revision that the primary had when the settling time was not over yet; undefined before anybody looked. */
  settledRevision(now: number): number | undefined {
    return (this.#said.findLast(({ at }) => at <= now - SETTLED) ?? this.#said[0])?.revision;
  }
}

interface Log {
  info(message: string): void;
  error(details: object, message: string): void;
}

/**
 * Reads from a streaming replica of PostgreSQL. One that is away, behind, or breaks off costs nobody an answer: the
 * primary gives it.
 * @throws StartError when there is no PostgreSQL that it could be a replica of
 */
export async function openReads(replicaUrl: string | null, database: Database, log: Log): Promise<Reads> {
  if (replicaUrl === null) return readsFrom(database.db);
  if (database.kind !== 'postgres') throw new StartError('DATABASE_REPLICA_URL needs DATABASE_URL');
  const pool = openPool(replicaUrl, 'yunduo-replica', log, PATIENCE);
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
  const look = async (): Promise<void> => {
    try {
      const { rows } = await database.db.execute<{ identity: string; lsn: string; revision: number | null }>(
        `select ${IDENTITY} as identity, pg_current_wal_lsn()::text as lsn,
          (select content_revision from site_settings) as revision`,
      );
      const [said] = rows;
      if (said) lag.primarySaid(performance.now(), said.identity, said.lsn, said.revision ?? 0);
    } catch {
      // The primary is away: what it said last grows old, and with it the replica's nearness.
    }
    try {
      const { rows } = await pool.query<{ identity: string; lsn: string | null }>(
        `select ${IDENTITY} as identity,
          case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as lsn`,
      );
      const [said] = rows;
      if (said) lag.replicaSaid(performance.now(), said.identity, said.lsn);
    } catch {
      lag.replicaIsAway();
    }
    note();
  };
  let looking = Promise.resolve();
  let waiting = false;
  const timer = setInterval(() => {
    // One look at a time, however slow an answer is.
    if (waiting) return;
    waiting = true;
    looking = look().finally(() => (waiting = false));
  }, LOOK_EVERY);
  timer.unref();
  await look();

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

/** What is not there may be so new that the replica does not have it yet. */
const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** The replica broke the reading off because it had to remove rows that it was looking at. */
const isConflict = (error: unknown): boolean =>
  (driverError(error) as { code?: string } | null)?.code === '40001';
