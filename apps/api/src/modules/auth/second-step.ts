import type { Locale } from '@yunduo/i18n';
import { FACTOR, type ProofMethod } from '@yunduo/validation';
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { after } from '../../clock.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { signInTickets, users } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import { hashToken, looksLikeToken, newToken } from '../codes/tokens.ts';
import { factorMethods, withFactor, type GivenFactor } from '../second-factor/factors.ts';
import { askPasskey } from '../second-factor/passkeys.ts';
import { presentUser, userById, type UserRow } from './accounts.ts';
import { beginSession } from './begin-session.ts';
import { throttleIdentityOf, type Visitor } from './known-devices.ts';

export interface SecondStep {
  ticket: string;
  methods: ProofMethod[];
  until: string;
}

/** The second step required after a correct password; null if the account has no second factor. */
export async function openSecondStep(db: Db, user: UserRow, now: Date): Promise<SecondStep | null> {
  const methods = await factorMethods(db, user.id);
  if (methods.length === 0) return null;
  const ticket = newToken('step');
  const expiresAt = after(now, FACTOR.stepTtl);
  await db.insert(signInTickets).values({
    userId: user.id,
    tokenHash: hashToken(ticket),
    passwordMark: hashToken(user.passwordHash),
    createdAt: now,
    expiresAt,
  });
  return { ticket, methods, until: expiresAt.toISOString() };
}

const liveTicket = (ticket: string, now: Date) =>
  and(
    eq(signInTickets.tokenHash, hashToken(ticket)),
    isNull(signInTickets.usedAt),
    gt(signInTickets.expiresAt, now),
  );

/**
 * Passkey challenge for the second step.
 * @throws ApiError SECOND_STEP_OVER, STATE_CHANGED without a passkey, TOO_MANY_REQUESTS
 */
export async function askPasskeyOfStep(context: Context, ticket: string) {
  const [found] = looksLikeToken('step', ticket)
    ? await context.db
        .select({ id: signInTickets.id, userId: signInTickets.userId })
        .from(signInTickets)
        .where(and(liveTicket(ticket, context.clock.now()), lt(signInTickets.tries, FACTOR.stepTries)))
    : [];
  if (!found) throw apiError('SECOND_STEP_OVER');
  return askPasskey(context, found.userId, `step:${found.id}`);
}

interface SecondStepInput extends GivenFactor {
  ticket: string;
  visitor: Visitor;
  locale: Locale;
}

/**
 * Completes a sign-in with a second factor and opens its session. Every attempt is counted before comparison; ticket
 * and factor are used up together, so that of concurrent calls one succeeds. Known devices are not exempt: their cookie
 * proves nothing.
 * @throws ApiError SECOND_STEP_OVER, FACTOR_INVALID, PASSKEY_REFUSED, TOO_MANY_REQUESTS
 */
export async function takeSecondStep(context: Context, input: SecondStepInput) {
  const { ticket, visitor, locale, ...given } = input;
  const { db, clock } = context;
  const now = clock.now();
  const live = liveTicket(ticket, now);
  const [tried] = looksLikeToken('step', ticket)
    ? await db
        .update(signInTickets)
        .set({ tries: sql`${signInTickets.tries} + 1` })
        .where(and(live, lt(signInTickets.tries, FACTOR.stepTries)))
        .returning()
    : [];
  const owner = tried && (await userById(db, tried.userId));
  if (!owner) throw apiError('SECOND_STEP_OVER');
  const { kind, key } = await throttleIdentityOf(context, owner.id, visitor);
  const by = kind === 'stranger' ? kind : `${kind}:${key}`;
  const boundTo = `step:${tried.id}` as const;
  const signedIn = await withFactor(context, { user: owner, by, boundTo }, given, async (inside, take) => {
    const used = await inside.db
      .update(signInTickets)
      .set({ usedAt: now })
      .where(live)
      .returning({ id: signInTickets.id });
    const [user] = await inside.db
      .select()
      .from(users)
      .where(and(eq(users.id, owner.id), isNull(users.disabledAt)))
      // A concurrent password change ends all sessions: this one must not start after that.
      .for('no key update');
    if (used.length === 0 || !user || hashToken(user.passwordHash) !== tried.passwordMark) {
      throw apiError('SECOND_STEP_OVER');
    }
    await take();
    return { user, ...(await beginSession(inside, user, visitor, locale)) };
  });
  return { ...signedIn, user: await presentUser(context, signedIn.user) };
}
