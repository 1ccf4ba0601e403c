import { SIGN_IN } from '@yunduo/validation';
import { eq, inArray, sql } from 'drizzle-orm';
import { after } from '../../clock.ts';
import type { Db } from '../../db/client.ts';
import { signInGuards as guards } from '../../db/schema/index.ts';
import { apiError, type ApiError } from '../../http/errors.ts';

const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`;
/** The column's times that still count, as an array and as a number. */
const recent = (column: typeof guards.failures, since: Date) =>
  sql`(select coalesce(array_agg(f), '{}') from unnest(${column}) as f where f > ${moment(since)})`;
const countRecent = (column: typeof guards.failures, since: Date) =>
  sql`(select count(*) from unnest(${column}) as f where f > ${moment(since)})`;

interface Attempt {
  account: string;
  at: Date;
  /** Counted failures, including this attempt until it succeeds. */
  failures: number;
}

const windows = (now: Date) => ({
  failuresSince: after(now, -SIGN_IN.window),
  refusedSince: after(now, -SIGN_IN.checkedPasswordsWindow),
});

/** Whether the next attempt for an account needs a captcha ticket. */
export async function needsCaptcha(db: Db, account: string, now: Date): Promise<boolean> {
  const [row] = await db
    .select({ failures: countRecent(guards.failures, windows(now).failuresSince).mapWith(Number) })
    .from(guards)
    .where(eq(guards.account, account));
  return (row?.failures ?? 0) >= SIGN_IN.failuresForCaptcha;
}

/**
 * Admits one password attempt. It counts as failed from here on, in the same statement that admits it: concurrent
 * guesses cost as much as sequential ones. `signedInWith` undoes it.
 * @throws ApiError ACCOUNT_LOCKED, TOO_MANY_REQUESTS, CAPTCHA_REQUIRED
 */
export async function beginAttempt(
  db: Db,
  account: string,
  { now, hasTicket }: { now: Date; hasTicket: boolean },
): Promise<Attempt> {
  const { failuresSince, refusedSince } = windows(now);
  const failures = countRecent(guards.failures, failuresSince);
  const beyondCaptcha = sql`(${failures} + 1 - ${SIGN_IN.failuresForCaptcha})`;
  const [row] = await db
    .insert(guards)
    .values({ account, failures: [now], refused: [now], nextAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: guards.account,
      set: {
        failures: sql`${recent(guards.failures, failuresSince)} || ${moment(now)}`,
        refused: sql`${recent(guards.refused, refusedSince)} || ${moment(now)}`,
        // 2 s, 4 s, 8 s … after the failures that already require the captcha.
        nextAt: sql`${moment(now)} + make_interval(secs => case when ${beyondCaptcha} > 0 then power(2, ${beyondCaptcha}) else 0 end)`,
        lockedUntil: sql`case when ${failures} + 1 >= ${SIGN_IN.failuresForLock} then ${moment(after(now, SIGN_IN.lock))} end`,
        updatedAt: now,
      },
      setWhere: sql`(${guards.lockedUntil} is null or ${guards.lockedUntil} <= ${moment(now)})
        and ${guards.nextAt} <= ${moment(now)}
        and ${countRecent(guards.refused, refusedSince)} < ${SIGN_IN.checkedPasswords}
        and (${hasTicket} or ${failures} < ${SIGN_IN.failuresForCaptcha})`,
    })
    .returning({ failures: sql`cardinality(${guards.failures})`.mapWith(Number) });
  if (!row) throw await rejectionFor(db, account, now);
  return { account, at: now, failures: row.failures };
}

async function rejectionFor(db: Db, account: string, now: Date): Promise<ApiError> {
  const [row] = await db.select().from(guards).where(eq(guards.account, account));
  const captchaRequired = true;
  if (row?.lockedUntil && row.lockedUntil > now) {
    return apiError('ACCOUNT_LOCKED', {
      retryAfter: row.lockedUntil.getTime() - now.getTime(),
      captchaRequired,
    });
  }
  const waits = [
    (row?.nextAt.getTime() ?? 0) - now.getTime(),
    waitForChecks(
      (row?.refused ?? []).map((at) => new Date(at)),
      now,
    ),
  ];
  const wait = Math.max(...waits);
  if (wait > 0) return apiError('TOO_MANY_REQUESTS', { retryAfter: wait, captchaRequired });
  return apiError('CAPTCHA_REQUIRED', { captchaRequired });
}

function waitForChecks(rejected: Date[], now: Date): number {
  const times = rejected.map((at) => at.getTime()).sort((a, b) => b - a);
  const inTheWay = times[SIGN_IN.checkedPasswords - 1];
  return inTheWay === undefined ? 0 : inTheWay + SIGN_IN.checkedPasswordsWindow - now.getTime();
}

/** The password was correct: earlier failures are cleared, refused passwords stay counted. */
export async function signedInWith(db: Db, { account, at }: Attempt): Promise<void> {
  await db
    .update(guards)
    .set({
      failures: [],
      refused: sql`array_remove(${guards.refused}, ${moment(at)})`,
      nextAt: at,
      lockedUntil: null,
    })
    .where(eq(guards.account, account));
}

/** The password was wrong; from the fifth failure on the next attempt needs the captcha. */
export function wrongPassword({ failures }: Attempt): ApiError {
  return apiError('CREDENTIALS_INVALID', {
    ...(failures >= SIGN_IN.failuresForCaptcha && { captchaRequired: true }),
  });
}

/** Clears counters, and with them a lockout: the owner of the address set a new password, or the account is deleted. */
export async function forgetFailures(db: Db, accounts: readonly string[]): Promise<void> {
  await db.delete(guards).where(inArray(guards.account, [...accounts]));
}
