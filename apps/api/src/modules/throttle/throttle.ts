import { eq, inArray, sql } from 'drizzle-orm';
import { after } from '../../clock.ts';
import type { Db } from '../../db/client.ts';
import { throttles } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import type { ErrorCode } from '@yunduo/api-contract';
import { weighedKeys } from './network.ts';

/** At most `count` times in any `window` milliseconds. */
export interface Limit {
  count: number;
  window: number;
}

/** Times as the database reads them back, independent of the client's time zone. */
const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`;
const hitsSince = (at: Date) =>
  sql`(select count(*) from unnest(${throttles.hits}) as hit where hit > ${moment(at)})`;

/** The same limits, multiplied. */
const times = (limits: readonly Limit[], share: number): Limit[] =>
  limits.map(({ count, window }) => ({ count: count * share, window }));

/**
 * Takes one turn, or returns the milliseconds to wait. A /64 key also takes one of its /56 and /48. The narrowest
 * network is checked first: calls that it refuses use up none of its neighbours' turns.
 */
export async function takeTurn(
  db: Db,
  key: string,
  now: Date,
  limits: readonly Limit[],
): Promise<number | null> {
  for (const { key: one, share } of weighedKeys(key)) {
    const wait = await takeOneTurn(db, one, now, times(limits, share));
    if (wait !== null) return wait;
  }
  return null;
}

/**
 * Checks and counts in one statement, so that concurrent calls in any number of processes get the same as sequential
 * ones.
 */
async function takeOneTurn(db: Db, key: string, now: Date, limits: readonly Limit[]): Promise<number | null> {
  const longest = Math.max(...limits.map(({ window }) => window));
  const stored = sql`(select coalesce(array_agg(hit order by hit), '{}') from unnest(${throttles.hits}) as hit where hit > ${moment(after(now, -longest))})`;
  const free = limits.map(({ count, window }) => sql`${hitsSince(after(now, -window))} < ${count}`);
  const taken = await db
    .insert(throttles)
    .values({ key, hits: [now], expiresAt: after(now, longest) })
    .onConflictDoUpdate({
      target: throttles.key,
      set: { hits: sql`${stored} || ${moment(now)}`, expiresAt: after(now, longest) },
      setWhere: sql.join(free, sql` and `),
    })
    .returning({ key: throttles.key });
  return taken.length > 0 ? null : Math.max(1, await waitFor(db, key, now, limits));
}

/** Number of turns taken by a key since a time. */
export async function turnsSince(db: Db, key: string, since: Date): Promise<number> {
  const [row] = await db
    .select({ count: hitsSince(since).mapWith(Number) })
    .from(throttles)
    .where(eq(throttles.key, key));
  return row?.count ?? 0;
}

/** Milliseconds until the oldest blocking turn expires; not positive if none blocks. */
async function waitFor(db: Db, key: string, now: Date, limits: readonly Limit[]): Promise<number> {
  const [row] = await db.select({ hits: throttles.hits }).from(throttles).where(eq(throttles.key, key));
  const hits = (row?.hits ?? []).map((hit) => new Date(hit).getTime()).sort((a, b) => b - a);
  const waits = limits.map(({ count, window }) => {
    const inTheWay = hits[count - 1];
    return inTheWay === undefined ? 0 : inTheWay + window - now.getTime();
  });
  return Math.max(0, ...waits);
}

/**
 * Refuses the call if no turn is left, without taking one: for limits on failures, which are known only afterwards.
 * Concurrent calls may exceed such a limit by their number, so another limit should apply before it.
 * @throws ApiError TOO_MANY_REQUESTS
 */
export async function requireTurn(db: Db, key: string, now: Date, limits: readonly Limit[]): Promise<void> {
  const waits: number[] = [];
  for (const { key: one, share } of weighedKeys(key))
    waits.push(await waitFor(db, one, now, times(limits, share)));
  const wait = Math.max(...waits);
  if (wait > 0) throw apiError('TOO_MANY_REQUESTS', { retryAfter: wait });
}

/**
 * Takes a turn or refuses the call, with the time to wait.
 * @throws ApiError `code`, default TOO_MANY_REQUESTS
 */
export async function throttle(
  db: Db,
  key: string,
  now: Date,
  limits: readonly Limit[],
  code: ErrorCode = 'TOO_MANY_REQUESTS',
): Promise<void> {
  const wait = await takeTurn(db, key, now, limits);
  if (wait !== null) throw apiError(code, { retryAfter: wait });
}

/** Returns a turn after a harmless call. */
export async function giveTurnBack(db: Db, key: string, at: Date): Promise<void> {
  const keys = weighedKeys(key).map((one) => one.key);
  await db
    .update(throttles)
    .set({ hits: sql`array_remove(${throttles.hits}, ${moment(at)})` })
    .where(inArray(throttles.key, keys));
}
