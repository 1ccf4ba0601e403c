import type { Proof } from '@yunduo/api-contract';
import { FRESH_PROOF } from '@yunduo/validation';
import { and, eq, isNull } from 'drizzle-orm';
import { after } from '../../clock.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { sessions } from '../../db/schema/index.ts';
import { apiError, type ApiError } from '../../http/errors.ts';
import type { SessionUser } from '../../http/route.ts';
import { factorMethods, withFactor, type GivenFactor } from '../second-factor/factors.ts';
import { recordSecurityEvent } from '../security/events.ts';
import { userById, type UserRow } from './accounts.ts';
import { passwordMatches } from './passwords.ts';
import { sessionsKey } from './service.ts';
import { beginAttempt, signedInWith } from './sign-in-guard.ts';

/**
 * Requires a session that authenticated recently, by signing in or re-authenticating.
 * @throws ApiError PROOF_REQUIRED, with the account's methods
 */
export async function requireProof(db: Db, user: SessionUser, proof: Proof, now: Date): Promise<void> {
  if (user.provedAt && user.provedAt > after(now, -FRESH_PROOF)) return;
  const methods = await factorMethods(db, user.id);
  // The call itself carries the password, and the account has no stronger method.
  if (proof === 'factor' && methods.length === 0) return;
  throw apiError('PROOF_REQUIRED', { proof: methods.length > 0 ? methods : ['password'] });
}

/**
 * Re-authenticates the user; the session's protected calls are allowed until the returned time. An account with a
 * second factor must use it: the holder of a stolen session may also know the password.
 * @throws ApiError PROOF_REQUIRED when another method is needed, PASSWORD_WRONG, FACTOR_INVALID, PASSKEY_REFUSED,
 * ACCOUNT_LOCKED, TOO_MANY_REQUESTS
 */
export async function prove(
  context: Context,
  user: SessionUser,
  given: GivenFactor & { password?: string | undefined },
): Promise<Date> {
  const { db, clock } = context;
  const now = clock.now();
  const methods = await factorMethods(db, user.id);
  if (methods.length === 0) {
    await verifyOwnPassword(context, user, given.password ?? '');
    await noteProof(db, user, now);
  } else {
    if (given.code === undefined && given.recovery_code === undefined && !given.passkey) {
      throw apiError('PROOF_REQUIRED', { proof: methods });
    }
    const requested = { user, by: 'session', boundTo: `prove:${user.sessionId}` } as const;
    await withFactor(context, requested, given, async (inside, take) => {
      await take();
      await noteProof(inside.db, user, now);
    });
  }
  return after(now, FRESH_PROOF);
}

async function noteProof(db: Db, { sessionId }: SessionUser, now: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ provedAt: now })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)));
}

/**
 * Verifies the password of a signed-in user. Call it outside any transaction: the attempt stays counted, and hashing is
 * slow.
 * @throws ApiError PASSWORD_WRONG at `field`, ACCOUNT_LOCKED, TOO_MANY_REQUESTS
 */
export async function verifyOwnPassword(
  context: Context,
  user: SessionUser,
  password: string,
  field: 'password' | 'old_password' = 'password',
): Promise<UserRow> {
  const { db, clock, config } = context;
  const attempt = await beginAttempt(db, sessionsKey(config, user.email), {
    now: clock.now(),
    hasTicket: true,
  });
  const stored = await userById(db, user.id);
  if (!stored || !(await passwordMatches(stored.passwordHash, password))) {
    await recordSecurityEvent(context, 'password_refused', {
      userId: user.id,
      email: user.email,
      details: {},
    });
    throw passwordWrong(field);
  }
  await signedInWith(db, attempt);
  return stored;
}

export const passwordWrong = (field: 'password' | 'old_password'): ApiError =>
  apiError('PASSWORD_WRONG', { fields: { [field]: `${field}_wrong` as const } });
