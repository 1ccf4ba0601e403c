import type { UserFactors } from '@yunduo/api-contract';
import { FACTOR, type ProofMethod } from '@yunduo/validation';
import { eq } from 'drizzle-orm';
import { within, type Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { users } from '../../db/schema/index.ts';
import { ApiError, apiError } from '../../http/errors.ts';
import { compose, loginLink } from '../mail/messages.ts';
import { recordSecurityEvent } from '../security/events.ts';
import { siteName } from '../site/settings.ts';
import { giveTurnBack, throttle } from '../throttle/throttle.ts';
import { forgetRecoveryCodes, makeRecoveryCodes, recoveryCodesLeft, takeRecoveryCode } from './recovery.ts';
import { removeTotp, takeTotpCode, totpSince } from './totp.ts';

/** What somebody gives as a second factor: a code of their app, or a recovery code, as typed. */
export interface GivenFactor {
  code?: string | undefined;
  recovery_code?: string | undefined;
}

/** The ways beside the password that an account can prove itself in; none where it has no second factor. */
export async function factorMethods(db: Db, userId: number): Promise<ProofMethod[]> {
  if ((await totpSince(db, userId)) === null) return [];
  return (await recoveryCodesLeft(db, userId)) > 0 ? ['totp', 'recovery'] : ['totp'];
}

/** Whether an account has nothing beside its password. */
export const lacksFactor = async (db: Db, { id }: { id: number }): Promise<boolean> =>
  (await totpSince(db, id)) === null;

/** The factors of an account as the wire has them. */
export async function presentFactors(db: Db, userId: number): Promise<UserFactors> {
  const since = await totpSince(db, userId);
  return {
    totp: since && { created_at: since.toISOString() },
    recovery_codes_left: since ? await recoveryCodesLeft(db, userId) : 0,
  };
}

/** Whose factor is asked for, and by whom. */
export interface Asked {
  user: { id: number; email: string };
  /** Tries of strangers are counted together, those of a known device or of a session apart from them. */
  by: string;
}

/**
 * Does `work` with a factor, in one transaction: `work` uses the factor up by `takeFactor`. A try of the app is counted
 * before it is compared, and the count is taken back when the code was right. Recovery codes are not counted: they cannot
 * be guessed, and must work for an owner whose tries a stranger used up.
 * @throws ApiError TOO_MANY_REQUESTS, FACTOR_INVALID
 */
export async function withFactor<T>(
  context: Context,
  { user: { id: userId, email }, by }: Asked,
  given: GivenFactor,
  work: (inside: Context) => Promise<T>,
): Promise<T> {
  const { db, clock } = context;
  const now = clock.now();
  const key = `factor:${userId}:${by}`;
  const counted = given.code !== undefined;
  if (counted) await throttle(db, key, now, FACTOR.tries);
  const done = await db
    .transaction((tx) => work(within(context, tx)))
    .catch(async (error: unknown) => {
      // Outside of the transaction, which is undone.
      if (error instanceof ApiError && error.code === 'FACTOR_INVALID')
        await recordSecurityEvent(context, 'second_factor_refused', { userId, email, details: {} });
      throw error;
    });
  if (counted) await giveTurnBack(db, key, now);
  return done;
}

/**
 * Uses up what was given, in the caller's transaction. The owner hears of every recovery code that is used.
 * @throws ApiError FACTOR_INVALID at the field of what was given
 */
export async function takeFactor(
  context: Context,
  { id: userId, email }: Asked['user'],
  given: GivenFactor,
): Promise<void> {
  const { db, clock } = context;
  if (given.code !== undefined) {
    if (await takeTotpCode(context, userId, given.code)) return;
    throw apiError('FACTOR_INVALID', { fields: { code: 'factor_code_wrong' } });
  }
  if (!(await takeRecoveryCode(db, userId, given.recovery_code ?? '', clock.now()))) {
    throw apiError('FACTOR_INVALID', { fields: { recovery_code: 'recovery_code_wrong' } });
  }
  const left = await recoveryCodesLeft(db, userId);
  await tellOwner(context, userId, 'recovery_code_used', { left });
  await recordSecurityEvent(context, 'recovery_code_used', { userId, email, details: { left } });
}

/**
 * Lets the transactions that change an account's factors pass one after the other. They take it first, as a sign-in does:
 * in another order two of them could wait for each other.
 */
export async function holdAccount(db: Db, userId: number): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}

/** Recovery codes for an account that has none left; null for one that has some. */
export async function firstRecoveryCodes({ db, clock }: Context, userId: number): Promise<string[] | null> {
  return (await recoveryCodesLeft(db, userId)) > 0 ? null : makeRecoveryCodes(db, userId, clock.now());
}

/** Takes every second factor away, recovery codes too; true if there was one. The owner hears of it. */
export async function removeFactors(
  context: Context,
  userId: number,
  message: 'factor_removed' | 'factor_reset',
): Promise<boolean> {
  const removed = await removeTotp(context.db, userId);
  await forgetRecoveryCodes(context.db, userId);
  if (removed) await tellOwner(context, userId, message);
  return removed;
}

/** Writes to the owner in their language, in the caller's transaction. */
export async function tellOwner(
  { db, mail, config }: Context,
  userId: number,
  message: 'factor_added' | 'factor_removed' | 'factor_reset' | 'recovery_code_used' | 'recovery_codes_made',
  values: Record<string, string | number> = {},
): Promise<void> {
  const [user] = await db
    .select({ email: users.email, locale: users.locale })
    .from(users)
    .where(eq(users.id, userId));
  if (!user) return;
  const { email, locale } = user;
  const brand = await siteName(db, locale);
  const link = loginLink(config.origin, locale, 'reset');
  await mail.enqueue(db, compose(locale, email, message, { brand, link, values }));
}
