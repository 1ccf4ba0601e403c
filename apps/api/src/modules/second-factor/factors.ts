import type { PasskeyProof, UserFactors } from '@yunduo/api-contract';
import { FACTOR, type ProofMethod, type Role } from '@yunduo/validation';
import { eq } from 'drizzle-orm';
import { withTransaction, type Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { users } from '../../db/schema/index.ts';
import { ApiError, apiError } from '../../http/errors.ts';
import { loginLink } from '../mail/messages.ts';
import { sendEmail } from '../mail/notify.ts';
import { recordSecurityEvent } from '../security/events.ts';
import { giveTurnBack, throttle } from '../throttle/throttle.ts';
import {
  checkPasskey,
  CounterBack,
  passkeyCount,
  presentPasskeys,
  removePasskeys,
  usePasskey,
  type BoundTo,
} from './passkeys.ts';
import { forgetRecoveryCodes, makeRecoveryCodes, recoveryCodesLeft, takeRecoveryCode } from './recovery.ts';
import { removeTotp, takeTotpCode, totpSince } from './totp.ts';

/** A second factor as given: a passkey assertion, an authenticator code, or a recovery code as typed. */
export interface GivenFactor {
  code?: string | undefined;
  recovery_code?: string | undefined;
  passkey?: PasskeyProof | undefined;
}

/** Roles that decide about other accounts. */
export const STAFF: readonly Role[] = ['reviewer', 'operator', 'admin'];

/** Proof methods an account has besides the password; empty without a second factor. */
export async function factorMethods(db: Db, userId: number): Promise<ProofMethod[]> {
  const own: ProofMethod[] = [
    ...((await passkeyCount(db, userId)) > 0 ? (['passkey'] as const) : []),
    ...((await totpSince(db, userId)) === null ? [] : (['totp'] as const)),
  ];
  if (own.length === 0) return [];
  return (await recoveryCodesLeft(db, userId)) > 0 ? [...own, 'recovery'] : own;
}

/** Whether an account has no second factor. */
export const lacksFactor = async (db: Db, { id }: { id: number }): Promise<boolean> =>
  (await passkeyCount(db, id)) === 0 && (await totpSince(db, id)) === null;

/** The factors of an account in wire format. */
export async function presentFactors(db: Db, userId: number): Promise<UserFactors> {
  const since = await totpSince(db, userId);
  const keys = await presentPasskeys(db, userId);
  return {
    totp: since && { created_at: since.toISOString() },
    passkeys: keys,
    recovery_codes_left: since || keys.length > 0 ? await recoveryCodesLeft(db, userId) : 0,
  };
}

/** The account, and the source of the attempt. */
export interface FactorAttempt {
  user: { id: number; email: string };
  /** Attempts from unknown clients share one counter; a known device or a session has its own. */
  by: string;
  /** Binding of the passkey challenge: a session or a sign-in ticket. */
  boundTo: BoundTo;
}

/**
 * Runs `work` with a factor, in one transaction: `work` uses the factor up by calling `take`. An authenticator attempt
 * is counted before comparison and uncounted if right. Recovery codes and passkeys are not counted: they cannot be
 * guessed, and must work for an owner whose attempts a stranger used up.
 * @throws ApiError TOO_MANY_REQUESTS, FACTOR_INVALID, PASSKEY_REFUSED
 */
export async function withFactor<T>(
  context: Context,
  { user, by, boundTo }: FactorAttempt,
  given: GivenFactor,
  work: (inside: Context, take: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const { db, clock } = context;
  const now = clock.now();
  const key = `factor:${user.id}:${by}`;
  const { passkey } = given;
  const counted = !passkey && given.code !== undefined;
  if (counted) await throttle(db, key, now, FACTOR.tries);
  const attempt = async () => {
    const signed = passkey && (await checkPasskey(context, user.id, boundTo, passkey));
    return db.transaction((tx) => {
      const inside = withTransaction(context, tx);
      return work(inside, () => (signed ? usePasskey(inside, signed) : takeFactor(inside, user, given)));
    });
  };
  const done = await attempt().catch(async (error: unknown) => {
    // Outside the transaction, which is rolled back.
    if (error instanceof ApiError && (error.code === 'FACTOR_INVALID' || error.code === 'PASSKEY_REFUSED')) {
      const event = error instanceof CounterBack ? 'passkey_counter_back' : 'second_factor_refused';
      await recordSecurityEvent(context, event, { userId: user.id, email: user.email, details: {} });
    }
    throw error;
  });
  if (counted) await giveTurnBack(db, key, now);
  return done;
}

/**
 * Uses up a typed factor, in the caller's transaction. The owner is notified of every used recovery code.
 * @throws ApiError FACTOR_INVALID at the submitted field
 */
async function takeFactor(
  context: Context,
  { id: userId, email }: FactorAttempt['user'],
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
  await notifyOwner(context, userId, 'recovery_code_used', { left });
  await recordSecurityEvent(context, 'recovery_code_used', { userId, email, details: { left } });
}

/**
 * Serialises transactions that change an account's factors. They take this lock first, as sign-in does: another order
 * could deadlock.
 */
export async function holdAccount(db: Db, userId: number): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}

/** New recovery codes for an account with none left; null if it has some. */
export async function firstRecoveryCodes({ db, clock }: Context, userId: number): Promise<string[] | null> {
  return (await recoveryCodesLeft(db, userId)) > 0 ? null : makeRecoveryCodes(db, userId, clock.now());
}

/**
 * Follows the removal of a factor by its owner, in the same transaction: recovery codes go with the last factor, and
 * staff must keep one. The owner is notified. Returns whether a factor is left.
 * @throws ApiError STAFF_FACTOR_LAST
 */
export async function afterRemoval(
  context: Context,
  user: { id: number; roles: readonly string[] },
  message: 'app_removed' | 'passkey_removed',
  values: Record<string, string> = {},
): Promise<boolean> {
  const { db, config } = context;
  if (!(await lacksFactor(db, user))) {
    await notifyOwner(context, user.id, message, values);
    return true;
  }
  if (config.staffFactor && STAFF.some((role) => user.roles.includes(role)))
    throw apiError('STAFF_FACTOR_LAST');
  await forgetRecoveryCodes(db, user.id);
  await notifyOwner(context, user.id, 'factor_removed');
  return false;
}

/** Removes all second factors and recovery codes; true if there were any. The owner is notified. */
export async function resetFactors(context: Context, userId: number): Promise<boolean> {
  const app = await removeTotp(context.db, userId);
  const keys = await removePasskeys(context.db, userId);
  await forgetRecoveryCodes(context.db, userId);
  if (app || keys) await notifyOwner(context, userId, 'factor_reset');
  return app || keys;
}

/** Mails the owner in their language, in the caller's transaction. */
export async function notifyOwner(
  { db, mail, config }: Context,
  userId: number,
  message:
    | 'factor_added'
    | 'factor_removed'
    | 'factor_reset'
    | 'app_removed'
    | 'passkey_added'
    | 'passkey_removed'
    | 'recovery_code_used'
    | 'recovery_codes_made',
  values: Record<string, string | number> = {},
): Promise<void> {
  const [user] = await db
    .select({ email: users.email, locale: users.locale })
    .from(users)
    .where(eq(users.id, userId));
  if (!user) return;
  const { email, locale } = user;
  const link = loginLink(config.origin, locale, 'reset');
  await sendEmail({ db, mail }, { email, locale }, message, { link, values });
}
