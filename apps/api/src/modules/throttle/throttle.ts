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

/** Moments as the database reads them back, without the reader's time zone in between. */
const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`;
const hitsSince = (at: Date) =>
  sql`(select count(*) from unnest(${throttles.hits}) as hit where hit > ${moment(at)})`;

/** The same limits, so many times as high. */
const times = (limits: readonly Limit[], share: number): Limit[] =>
  limits.map(({ count, window }) => ({ count: count * share, window }));

/**
 * Takes one turn, or tells how many milliseconds to wait for it. A key that names a /64 takes one of the /56 and of the
 * /48 around it too. The narrow network is asked first: calls that it refuses use up nothing of its neighbours.
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
 * One statement decides and counts, so ten calls at once on any number of processes get what one after the other would
 * have got.
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

/** How many turns of a key were taken since then. */
export async function turnsSince(db: Db, key: string, since: Date): Promise<number> {
  const [row] = await db
    .select({ count: hitsSince(since).mapWith(Number) })
    .from(throttles)
    .where(eq(throttles.key, key));
  return row?.count ?? 0;
}

/** Until the oldest turn that stands in the way is forgotten; not positive when none does. */
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
 * Refuses the call when no turn is left, and takes none: for limits of what went wrong, which is known only afterwards.
 * Calls at once may exceed such a limit by their number, so another limit should stand above it.
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
 * @throws ApiError `code`, TOO_MANY_REQUESTS unless told
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

/** Gives a turn back: what it was taken for turned out to be harmless. */
export async function giveTurnBack(db: Db, key: string, at: Date): Promise<void> {
  const keys = weighedKeys(key).map((one) => one.key);
  await db
    .update(throttles)
    .set({ hits: sql`array_remove(${throttles.hits}, ${moment(at)})` })
    .where(inArray(throttles.key, keys));
}
