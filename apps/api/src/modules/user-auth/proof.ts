import type { Proof } from '@yunduo/api-contract';
import { FRESH_PROOF } from '@yunduo/validation';
import { and, eq, isNull } from 'drizzle-orm';
import { after } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { sessions } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import type { SessionUser } from '../../http/route.ts';
import { recordSecurityEvent } from '../security/events.ts';
import { userById } from './accounts.ts';
import { passwordMatches } from './passwords.ts';
import { accountKey } from './service.ts';
import { beginAttempt, signedInWith } from './sign-in-guard.ts';

/**
 * Lets a call pass whose session proved its owner lately, by signing in or again since.
 * @throws ApiError PROOF_REQUIRED, with the ways that the account has
 */
export function requireProof(user: SessionUser, proof: Proof, now: Date): void {
  // The call itself carries the password, and the account has nothing stronger.
  if (proof === 'factor') return;
  if (user.provedAt && user.provedAt > after(now, -FRESH_PROOF)) return;
  throw apiError('PROOF_REQUIRED', { proof: ['password'] });
}

/**
 * Proves once more who is signed in; the session's calls that ask for it pass until the answered moment.
 * @throws ApiError PASSWORD_WRONG, ACCOUNT_LOCKED, TOO_MANY_REQUESTS
 */
export async function prove(
  context: Context,
  user: SessionUser,
  { password }: { password: string },
): Promise<Date> {
  const { db, clock, config } = context;
  const now = clock.now();
  // Guesses here count with those at the door: a stolen session must not be a way around it.
  const attempt = await beginAttempt(db, accountKey(config, user.email), { now, hasTicket: true });
  const stored = await userById(db, user.id);
  if (!stored || !(await passwordMatches(stored.passwordHash, password))) {
    await recordSecurityEvent(context, 'password_refused', {
      userId: user.id,
      email: user.email,
      details: {},
    });
    throw apiError('PASSWORD_WRONG', { fields: { password: 'password_wrong' } });
  }
  await signedInWith(db, attempt);
  await db
    .update(sessions)
    .set({ provedAt: now })
    .where(and(eq(sessions.id, user.sessionId), isNull(sessions.revokedAt)));
  return after(now, FRESH_PROOF);
}
