import type { Locale } from '@yunduo/i18n';
import { EMAIL_CHANGE, HOUR } from '@yunduo/validation';
import { and, eq, gt, gte, isNull } from 'drizzle-orm';
import { after } from '../../clock.ts';
import { withTransaction, type Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { brokenUniqueIndex } from '../../db/errors.ts';
import { emailChanges, emailUndos, licenceTransfers, users } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import type { SessionUser } from '../../http/route.ts';
import { revokeBuildTokens } from '../build-token/tokens.ts';
import { loginLink } from '../mail/messages.ts';
import { sendEmail } from '../mail/notify.ts';
import { recordSecurityEvent } from '../security/events.ts';
import { codeKey, tryCode, useCode } from '../codes/email-codes.ts';
import { userById, type UserRow } from './accounts.ts';
import { hashToken, linkToken, looksLikeToken, newToken } from '../codes/tokens.ts';
import { holdAccount } from '../second-factor/factors.ts';
import { forgetDevices, rememberDevice, type Visitor } from './known-devices.ts';
import { endSessions } from './sessions.ts';

const SCENE = 'USER_INFO_CHANGE_EMAIL';
type Stage = 'verified' | 'confirmed';

interface ChangeToken {
  userId: number;
  token: string;
  stage: Stage;
  now: Date;
}

const alive = ({ userId, token, stage, now }: ChangeToken) =>
  and(
    eq(emailChanges.tokenHash, hashToken(token)),
    eq(emailChanges.userId, userId),
    eq(emailChanges.stage, stage),
    isNull(emailChanges.usedAt),
    gt(emailChanges.expiresAt, now),
  );

/**
 * Checks that a step is still valid.
 * @throws ApiError CHANGE_TOKEN_INVALID
 */
export async function findChange(db: Db, change: ChangeToken): Promise<void> {
  const [found] = looksLikeToken('change', change.token)
    ? await db.select({ id: emailChanges.id }).from(emailChanges).where(alive(change))
    : [];
  if (!found) throw apiError('CHANGE_TOKEN_INVALID');
}

/** Uses up a step; of concurrent calls one succeeds. */
async function takeStep(db: Db, change: ChangeToken): Promise<{ newEmail: string | null }> {
  const [taken] = await db
    .update(emailChanges)
    .set({ usedAt: change.now })
    .where(alive(change))
    .returning({ newEmail: emailChanges.newEmail });
  if (!taken) throw apiError('CHANGE_TOKEN_INVALID');
  return taken;
}

async function openStep(db: Db, userId: number, stage: Stage, now: Date, newEmail: string | null) {
  const token = newToken('change');
  await db.insert(emailChanges).values({
    userId,
    stage,
    tokenHash: hashToken(token),
    newEmail,
    createdAt: now,
    expiresAt: after(now, EMAIL_CHANGE.tokenTtl),
  });
  return { change_token: token, expires_in: EMAIL_CHANGE.tokenTtl / 1000 };
}

const ownCode = ({ id, email }: Pick<SessionUser, 'id' | 'email'>) =>
  ({ email, scene: SCENE, subject: id }) as const;

/**
 * Checks the code of step 1, outside any transaction: the attempt stays counted.
 * @throws ApiError CODE_INVALID
 */
export async function tryPresentEmail(context: Context, user: SessionUser, code: string) {
  await tryOwnCode(context, user, ownCode(user), code);
}

/** @throws ApiError CODE_INVALID */
async function tryOwnCode(
  context: Context,
  { id: userId, email }: Pick<SessionUser, 'id' | 'email'>,
  purpose: ReturnType<typeof ownCode>,
  code: string,
): Promise<void> {
  const { db, clock, config } = context;
  await tryCode(db, codeKey(config), purpose, code, clock.now()).catch(async (error: unknown) => {
    await recordSecurityEvent(context, 'code_refused', { userId, email, details: { scene: SCENE } });
    throw error;
  });
}

/**
 * Step 1: the current address is proved. An earlier change in progress is dropped. Returns the token of the next step.
 * @throws ApiError CODE_INVALID
 */
export async function verifyPresentEmail(context: Context, user: SessionUser, code: string) {
  const { db, clock, config } = context;
  const now = clock.now();
  return db.transaction(async (tx) => {
    await useCode(tx, codeKey(config), ownCode(user), code, now);
    await tx
      .update(emailChanges)
      .set({ usedAt: now })
      .where(and(eq(emailChanges.userId, user.id), isNull(emailChanges.usedAt)));
    const step = await openStep(tx, user.id, 'verified', now, null);
    const subject = { userId: user.id, email: user.email, details: {} };
    await recordSecurityEvent(withTransaction(context, tx), 'email_change_started', subject);
    return step;
  });
}

interface NewEmail {
  token: string;
  /** Normalised. */
  newEmail: string;
  code: string;
}

/**
 * Checks the code of step 2, outside any transaction: the attempt stays counted.
 * @throws ApiError CHANGE_TOKEN_INVALID, CODE_INVALID
 */
export async function tryNewEmail(context: Context, user: SessionUser, { token, newEmail, code }: NewEmail) {
  const { id } = user;
  await findChange(context.db, { userId: id, token, stage: 'verified', now: context.clock.now() });
  await tryOwnCode(context, user, ownCode({ id, email: newEmail }), code);
}

/**
 * Step 2: the new address is proved. Returns the token of the last step.
 * @throws ApiError CHANGE_TOKEN_INVALID, CODE_INVALID
 */
export async function confirmNewEmail(
  { db, clock, config }: Context,
  { id }: SessionUser,
  { token, newEmail, code }: NewEmail,
) {
  const now = clock.now();
  return db.transaction(async (tx) => {
    await takeStep(tx, { userId: id, token, stage: 'verified', now });
    await useCode(tx, codeKey(config), ownCode({ id, email: newEmail }), code, now);
    return openStep(tx, id, 'confirmed', now, newEmail);
  });
}

/**
 * Step 3: changes the address, ends other sessions, and mails the old address a link to undo it.
 * @throws ApiError CHANGE_TOKEN_INVALID, EMAIL_TAKEN
 */
export async function commitEmailChange(
  context: Context,
  user: SessionUser,
  token: string,
  locale: Locale,
): Promise<UserRow> {
  const { db, clock, config, mail } = context;
  const now = clock.now();
  return db
    .transaction(async (tx) => {
      await holdAccount(tx, user.id);
      const { newEmail } = await takeStep(tx, { userId: user.id, token, stage: 'confirmed', now });
      const before = await userById(tx, user.id);
      if (!before || newEmail === null) throw apiError('CHANGE_TOKEN_INVALID');
      const changes = { email: newEmail, updatedAt: now };
      await tx.update(users).set(changes).where(eq(users.id, user.id));
      // Offers to the old address name the account from then on: it keeps them, the next owner of the address gets none,
      // and the sender does not learn the new one.
      await tx
        .update(licenceTransfers)
        .set({ toUserId: user.id })
        .where(
          and(
            eq(licenceTransfers.toEmail, before.email),
            isNull(licenceTransfers.toUserId),
            eq(licenceTransfers.status, 'offered'),
            gt(licenceTransfers.expiresAt, now),
          ),
        );
      const sessions = await endSessions(tx, user.id, now, { except: user.sessionId });
      const undo = newToken('undo');
      await tx.insert(emailUndos).values({
        userId: user.id,
        oldEmail: before.email,
        tokenHash: hashToken(undo),
        createdAt: now,
        expiresAt: after(now, EMAIL_CHANGE.undoTtl),
      });
      await sendEmail({ db: tx, mail }, { email: before.email, locale }, 'email_changed', {
        link: loginLink(config.origin, locale, 'undo-email', { token: undo }),
        values: { new_email: newEmail, hours: EMAIL_CHANGE.undoTtl / HOUR },
      });
      const subject = { userId: user.id, email: newEmail, details: { sessions } };
      await recordSecurityEvent(withTransaction(context, tx), 'email_changed', subject);
      return { ...before, ...changes };
    })
    .catch((error: unknown) => {
      throw brokenUniqueIndex(error) === 'users_email'
        ? apiError('EMAIL_TAKEN', { fields: { new_email: 'field_invalid' } })
        : error;
    });
}

/**
 * Restores the old address. The change may have been an attacker's: every session ends, undo links of the attacker's
 * own changes become invalid, and only the device that opened the link stays known. Returns the address, and whose
 * sessions ended. Opened again, the link returns the same and ends no session, while it is valid and the account has
 * the restored address.
 * @throws ApiError UNDO_INVALID
 */
export async function undoEmailChange(
  context: Context,
  link: string,
  visitor: Visitor,
): Promise<{ email: string; ended: number | null }> {
  const { db, clock } = context;
  const token = linkToken('undo', link);
  if (token === null) throw apiError('UNDO_INVALID');
  const now = clock.now();
  const lives = and(eq(emailUndos.tokenHash, hashToken(token)), gt(emailUndos.expiresAt, now));
  return db
    .transaction(async (tx) => {
      // The account is locked first, as by every call that ends sessions: another order could deadlock.
      const [change] = await tx.select({ userId: emailUndos.userId }).from(emailUndos).where(lives);
      if (!change) throw apiError('UNDO_INVALID');
      await holdAccount(tx, change.userId);
      const [undo] = await tx
        .update(emailUndos)
        .set({ usedAt: now })
        .where(and(lives, isNull(emailUndos.usedAt)))
        .returning();
      if (!undo) {
        const [done] = await tx
          .select({ email: users.email })
          .from(emailUndos)
          .innerJoin(users, and(eq(users.id, emailUndos.userId), eq(users.email, emailUndos.oldEmail)))
          .where(lives);
        if (!done) throw apiError('UNDO_INVALID');
        return { email: done.email, ended: null };
      }
      const { userId, oldEmail, id } = undo;
      await tx.update(users).set({ email: oldEmail, updatedAt: now }).where(eq(users.id, userId));
      await tx
        .update(emailUndos)
        .set({ usedAt: now })
        .where(and(eq(emailUndos.userId, userId), gte(emailUndos.id, id), isNull(emailUndos.usedAt)));
      await tx
        .update(emailChanges)
        .set({ usedAt: now })
        .where(and(eq(emailChanges.userId, userId), isNull(emailChanges.usedAt)));
      const sessions = await endSessions(tx, userId, now);
      // An attacker may have created build tokens.
      await revokeBuildTokens(tx, userId, now);
      const inside = withTransaction(context, tx);
      await forgetDevices(tx, userId);
      await rememberDevice(inside, userId, visitor);
      const subject = { userId, email: oldEmail, details: { sessions } };
      await recordSecurityEvent(inside, 'email_change_undone', subject);
      return { email: oldEmail, ended: userId };
    })
    .catch((error: unknown) => {
      // Another account has registered the old address meanwhile.
      throw brokenUniqueIndex(error) === 'users_email' ? apiError('UNDO_INVALID') : error;
    });
}
