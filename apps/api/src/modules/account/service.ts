import type { Locale } from '@yunduo/i18n';
import { PICTURE_WIDTHS, type Gender } from '@yunduo/validation';
import { and, eq } from 'drizzle-orm';
import { withTransaction, type Context } from '../../context.ts';
import { apps, users } from '../../db/schema/index.ts';
import { randomName } from '../../files.ts';
import { apiError } from '../../http/errors.ts';
import type { SessionUser } from '../../http/route.ts';
import { liveBuildTokens } from '../build-token/tokens.ts';
import { discardFiles, removeAtOnce } from '../files/discard.ts';
import { openPicture, squares, type Uploader } from '../files/picture.ts';
import { discardIfGone } from '../files/upload.ts';
import { loginLink } from '../mail/messages.ts';
import { sendEmail } from '../mail/notify.ts';
import { recordSecurityEvent } from '../security/events.ts';
import { touchContent } from '../site/settings.ts';
import { pictureUrl, userById, type UserRow } from '../auth/accounts.ts';
import { hashPassword } from '../auth/passwords.ts';
import { passwordWrong, verifyOwnPassword } from '../auth/proof.ts';
import { rejectGuessablePassword } from '../auth/service.ts';
import { endSessions } from '../auth/sessions.ts';

/** Avatars are shown small: the largest width is never requested. */
const AVATAR_WIDTHS = PICTURE_WIDTHS.slice(0, 2);

export interface Profile {
  nickname: string;
  gender: Gender;
  birthday: string;
}

/**
 * Writes nickname, gender and birthday (a plain date), all three as submitted, and returns the account.
 * @throws ApiError UNAUTHENTICATED when the account was deleted concurrently
 */
export async function saveProfile(
  { db, clock }: Context,
  userId: number,
  profile: Profile,
): Promise<UserRow> {
  const { nickname, gender, birthday } = profile;
  return db.transaction(async (tx) => {
    const [before] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
    const [user] = await tx
      .update(users)
      .set({ nickname, gender, birthday, updatedAt: clock.now() })
      .where(eq(users.id, userId))
      .returning();
    if (!before || !user) throw apiError('UNAUTHENTICATED');
    // The store shows the developer's name on their apps.
    const inStore = and(eq(apps.developerId, userId), eq(apps.status, 'published'));
    if (nickname !== before.nickname && (await tx.$count(apps, inStore)) > 0) await touchContent(tx);
    return user;
  });
}

/**
 * Stores the picture in every width under a new random name; the previous one is removed.
 * @throws ApiError FILE_TYPE, PICTURE_UNREADABLE
 */
export async function saveAvatar(context: Context, by: Uploader, bytes: Uint8Array): Promise<string> {
  const { db, clock, files } = context;
  const { userId } = by;
  const stem = `avatars/${randomName()}`;
  const pictures = await squares(await openPicture(bytes), AVATAR_WIDTHS, by);
  for (const [width, picture] of pictures) await files.put(`${stem}-${width}.webp`, picture);
  await discardIfGone(files, by, avatarFiles(stem));
  const missing = await db.transaction(async (tx) => {
    // Row lock: of two concurrent uploads, the second sees and removes the first one's files.
    const [user] = await tx
      .select({ headImage: users.headImage })
      .from(users)
      .where(eq(users.id, userId))
      .for('update');
    await tx.update(users).set({ headImage: stem, updatedAt: clock.now() }).where(eq(users.id, userId));
    const before = user?.headImage ? avatarFiles(user.headImage) : [];
    await discardFiles(tx, before, clock.now());
    return before;
  });
  await removeAtOnce(context, missing);
  return pictureUrl(files, stem) ?? '';
}

/** The stored files of an avatar. */
export const avatarFiles = (stem: string): string[] => AVATAR_WIDTHS.map((width) => `${stem}-${width}.webp`);

/** Hashes of the old and the new password. */
interface PasswordChange {
  from: string;
  to: string;
}

/**
 * Verifies the old password and hashes the new one, outside any transaction: the attempt stays counted, and hashing is
 * slow.
 * @throws ApiError PASSWORD_COMMON, PASSWORD_PERSONAL, PASSWORD_PRODUCT, PASSWORD_WRONG, ACCOUNT_LOCKED,
 * TOO_MANY_REQUESTS
 */
export async function tryOldPassword(
  context: Context,
  user: SessionUser,
  { oldPassword, password }: { oldPassword: string; password: string },
): Promise<PasswordChange> {
  await rejectGuessablePassword(password, (await userById(context.db, user.id)) ?? user);
  const { passwordHash } = await verifyOwnPassword(context, user, oldPassword, 'old_password');
  return { from: passwordHash, to: await hashPassword(password) };
}

/**
 * Replaces the password with the hash from `tryOldPassword` and ends the user's other sessions. Build tokens stay
 * valid, and the mail mentions them.
 * @throws ApiError PASSWORD_WRONG
 */
export async function changePassword(
  context: Context,
  user: SessionUser,
  { from, to }: PasswordChange,
  locale: Locale,
): Promise<void> {
  const { db, clock, config, mail } = context;
  const now = clock.now();
  await db.transaction(async (tx) => {
    const [changed] = await tx
      .update(users)
      .set({ passwordHash: to, updatedAt: now })
      .where(and(eq(users.id, user.id), eq(users.passwordHash, from)))
      .returning({ email: users.email });
    // A concurrent change replaced the hash: the old password is no longer valid.
    if (!changed) throw passwordWrong('old_password');
    const sessions = await endSessions(tx, user.id, now, { except: user.sessionId });
    const link = loginLink(config.origin, locale, 'reset');
    const count = await liveBuildTokens(tx, user.id, now);
    const message = count > 0 ? 'password_changed_tokens' : 'password_changed';
    const recipient = { email: changed.email, locale };
    await sendEmail({ db: tx, mail }, recipient, message, { link, values: { count } });
    const subject = { userId: user.id, email: changed.email, details: { sessions } };
    await recordSecurityEvent(withTransaction(context, tx), 'password_changed', subject);
  });
}
