import type { Locale } from '@yunduo/i18n';
import { RATES, SIGN_IN } from '@yunduo/validation';
import { and, eq, isNull } from 'drizzle-orm';
import { withTransaction, type Context } from '../../context.ts';
import { brokenUniqueIndex } from '../../db/errors.ts';
import { users } from '../../db/schema/index.ts';
import { ApiError, apiError } from '../../http/errors.ts';
import { consumeTicket } from '../captcha/service.ts';
import { revokeBuildTokens } from '../build-token/tokens.ts';
import { loginLink } from '../mail/messages.ts';
import { sendEmail } from '../mail/notify.ts';
import { recordSecurityEvent } from '../security/events.ts';
import { settingsOfSite } from '../site/settings.ts';
import { giveTurnBack, throttle } from '../throttle/throttle.ts';
import { createAccount, presentUser, recordConsents, userByEmail } from './accounts.ts';
import { codeKey, tryCode, useCode } from '../codes/email-codes.ts';
import { beginSession } from './begin-session.ts';
import {
  deviceHash,
  forgetDevices,
  networkHash,
  rememberDevice,
  throttleIdentityOf,
  type ThrottleIdentity,
  type Visitor,
} from './known-devices.ts';
import { guessable, hashPassword, passwordMatches, renewedHash } from './passwords.ts';
import { openSecondStep } from './second-step.ts';
import { endSessions } from './sessions.ts';
import { beginAttempt, forgetFailures, needsCaptcha, signedInWith, wrongPassword } from './sign-in-guard.ts';
import { keyedHash } from '../codes/tokens.ts';

const SIGN_INS_PER_IP = [{ count: SIGN_IN.perIp, window: SIGN_IN.window }];

/** Counter key of sign-in attempts, derived from the address. */
export const accountKey = (config: Context['config'], email: string): string =>
  keyedHash(codeKey(config), 'account', email);

/**
 * Counter key of password attempts by an account's sessions. Separate from sign-in: a stranger's wrong passwords must not
 * keep the owner from changing theirs. All sessions share it: a stolen one cannot guess without limit.
 */
export const sessionsKey = (config: Context['config'], email: string): string =>
  keyedHash(codeKey(config), 'account', email, 'sessions');

/** A known device or network has its own counter; strangers share one. */
const attemptKey = (config: Context['config'], email: string, { kind, key }: ThrottleIdentity): string =>
  kind === 'stranger' ? accountKey(config, email) : keyedHash(codeKey(config), 'account', email, kind, key);

/** @throws ApiError PASSWORD_COMMON, PASSWORD_PERSONAL, PASSWORD_PRODUCT */
export async function rejectGuessablePassword(
  password: string,
  owner: { email: string; nickname?: string },
): Promise<void> {
  const reason = await guessable(password, owner);
  if (reason === 'common') throw apiError('PASSWORD_COMMON', { fields: { password: 'password_common' } });
  if (reason === 'personal')
    throw apiError('PASSWORD_PERSONAL', { fields: { password: 'password_personal' } });
  if (reason === 'product') throw apiError('PASSWORD_PRODUCT', { fields: { password: 'password_product' } });
}

export interface NewPassword {
  /** Normalised. */
  email: string;
  code: string;
  password: string;
  visitor: Visitor;
  locale: Locale;
}

/**
 * Checks the code for a new password, and hashes the password. Outside any transaction: the attempt stays counted, and
 * hashing is slow.
 * @throws ApiError PASSWORD_COMMON, PASSWORD_PERSONAL, PASSWORD_PRODUCT, CODE_INVALID, TOO_MANY_REQUESTS
 */
export async function tryNewPassword(
  context: Context,
  scene: 'AUTH_REGISTER_EMAIL' | 'AUTH_RESET_PWD',
  { email, code, password, visitor: { network } }: NewPassword,
): Promise<string> {
  const { db, clock, config } = context;
  const now = clock.now();
  await rejectGuessablePassword(password, { email });
  await throttle(db, `code-ip:${network}`, now, RATES.codeTries);
  await tryCode(db, codeKey(config), { email, scene, network }, code, now).catch(async (error: unknown) => {
    await recordSecurityEvent(context, 'code_refused', { userId: null, email, details: { scene } });
    throw error;
  });
  // Only after the code: a caller without it must not learn the nickname, nor that the account exists.
  const owner = await userByEmail(db, email);
  if (owner) await rejectGuessablePassword(password, owner);
  return hashPassword(password);
}

/** Creates the account of a verified address and opens its session, in the caller's transaction. */
export async function openAccount(
  context: Context,
  { email, visitor, locale }: Pick<NewPassword, 'email' | 'visitor' | 'locale'>,
  passwordHash: string,
) {
  const { db, clock } = context;
  const user = await createAccount(db, { email, passwordHash, locale, now: clock.now() });
  await recordSecurityEvent(context, 'account_registered', { userId: user.id, email, details: {} });
  return { user, ...(await beginSession(context, user, visitor, locale)) };
}

/**
 * Creates an account for the verified address with the hash from `tryNewPassword`, and opens its session.
 * @throws ApiError CODE_INVALID (also for a registered address)
 */
export async function register(
  context: Context,
  { email, code, visitor, locale }: NewPassword,
  passwordHash: string,
) {
  const { db, clock, config } = context;
  const now = clock.now();
  const signedIn = await db
    .transaction(async (tx) => {
      await useCode(tx, codeKey(config), { email, scene: 'AUTH_REGISTER_EMAIL' }, code, now);
      return openAccount(withTransaction(context, tx), { email, visitor, locale }, passwordHash);
    })
    .catch((error: unknown) => {
      throw brokenUniqueIndex(error) === 'users_email' ? apiError('CODE_INVALID') : error;
    });
  return { ...signedIn, user: await presentUser(context, signedIn.user) };
}

export interface Credentials {
  /** Normalised. */
  email: string;
  password: string;
  captchaTicket: string | undefined;
  visitor: Visitor;
  locale: Locale;
}

/**
 * Opens a session, or the second step of an account with a second factor. A wrong address and a wrong password give the
 * same answer after the same work; a second step is revealed only after the correct password.
 * @throws ApiError SECOND_FACTOR_REQUIRED with the ticket of the second step, CREDENTIALS_INVALID, CAPTCHA_REQUIRED,
 * CAPTCHA_TICKET_INVALID, TOO_MANY_REQUESTS, ACCOUNT_LOCKED
 */
export async function signIn(context: Context, credentials: Credentials) {
  const { db, clock, config } = context;
  const { email, password, captchaTicket, visitor, locale } = credentials;
  const { network } = visitor;
  const now = clock.now();
  await throttle(db, `sign-in:${network}`, now, SIGN_INS_PER_IP);
  const user = await userByEmail(db, email);
  const identity = await throttleIdentityOf(context, user?.id ?? 0, visitor);
  const account = attemptKey(config, email, identity);

  let hasTicket = false;
  if (captchaTicket !== undefined && (await needsCaptcha(db, account, now))) {
    await consumeTicket(db, { ticket: captchaTicket, scene: 'login', network }, now);
    hasTicket = true;
  }
  const attempt = await beginAttempt(db, account, { now, hasTicket }).catch(async (error: unknown) => {
    const reason = error instanceof ApiError ? error.code : 'unknown';
    await recordSecurityEvent(context, 'sign_in_refused', { userId: null, email, details: { reason } });
    throw error;
  });
  const matches = await passwordMatches(user?.passwordHash ?? null, password);
  if (user?.disabledAt && matches) {
    const details = { reason: 'ACCOUNT_DISABLED' };
    await recordSecurityEvent(context, 'sign_in_refused', { userId: user.id, email, details });
    // The password was correct: its owner may learn that the account is disabled, and whom to contact.
    throw apiError('ACCOUNT_DISABLED', { words: { support: (await settingsOfSite(db)).supportEmail } });
  }
  if (!user || !matches) {
    const subject = { userId: user?.id ?? null, email, details: {} };
    await recordSecurityEvent(context, 'sign_in_failed', subject);
    if (attempt.failures >= SIGN_IN.failuresForLock)
      await recordSecurityEvent(context, 'sign_in_locked', subject);
    throw wrongPassword(attempt);
  }
  const renewed = await renewedHash(user.passwordHash, password);

  const signedIn = await db.transaction(async (tx) => {
    // A concurrent password change ended all sessions: this one must not start after that.
    const [still] = await tx
      .update(users)
      .set({ locale, ...(renewed !== null && { passwordHash: renewed }) })
      .where(
        and(
          eq(users.id, user.id),
          eq(users.email, email),
          eq(users.passwordHash, user.passwordHash),
          isNull(users.disabledAt),
        ),
      )
      .returning();
    if (!still) throw wrongPassword(attempt);
    await signedInWith(tx, attempt);
    await recordConsents(tx, still.id, now);
    const secondStep = await openSecondStep(tx, still, now);
    if (secondStep) return { secondStep };
    return { user: still, ...(await beginSession(withTransaction(context, tx), still, visitor, locale)) };
  });
  await giveTurnBack(db, `sign-in:${network}`, now);
  if ('secondStep' in signedIn) throw apiError('SECOND_FACTOR_REQUIRED', signedIn);
  return { ...signedIn, user: await presentUser(context, signedIn.user) };
}

/**
 * Sets the password that `tryNewPassword` hashed for the owner of the mailbox; all their sessions end, and all build
 * tokens are revoked.
 * @throws ApiError CODE_INVALID
 */
export async function resetPassword(
  context: Context,
  { email, code, locale, visitor }: NewPassword,
  passwordHash: string,
): Promise<void> {
  const { db, clock, config, mail } = context;
  const now = clock.now();
  await db.transaction(async (tx) => {
    await useCode(tx, codeKey(config), { email, scene: 'AUTH_RESET_PWD' }, code, now);
    const [user] = await tx
      .update(users)
      .set({ passwordHash, updatedAt: now })
      .where(eq(users.email, email))
      .returning({ id: users.id });
    if (!user) throw apiError('CODE_INVALID');
    const sessions = await endSessions(tx, user.id, now);
    const count = await revokeBuildTokens(tx, user.id, now);
    // The visitor's own counters too: the next sign-in from here uses the same device and network again.
    await forgetFailures(tx, [
      accountKey(config, email),
      sessionsKey(config, email),
      attemptKey(config, email, { kind: 'device', key: deviceHash(config, user.id, visitor) }),
      attemptKey(config, email, { kind: 'network', key: networkHash(config, user.id, visitor) }),
    ]);
    // Known devices may include an attacker's; only access to the mailbox proves the owner.
    await forgetDevices(tx, user.id);
    await rememberDevice(withTransaction(context, tx), user.id, visitor);
    const link = loginLink(config.origin, locale, 'reset');
    const message = count > 0 ? 'password_reset_tokens' : 'password_changed';
    await sendEmail({ db: tx, mail }, { email, locale }, message, { link, values: { count } });
    const details = { sessions, tokens: count };
    await recordSecurityEvent(withTransaction(context, tx), 'password_reset', {
      userId: user.id,
      email,
      details,
    });
  });
}
