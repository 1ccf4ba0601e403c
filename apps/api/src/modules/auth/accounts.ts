import { randomInt } from 'node:crypto';
import type { Locale } from '@yunduo/i18n';
import { desc, eq, lte } from 'drizzle-orm';
import { PICTURE_WIDTHS, type ProtocolSlug, type Role } from '@yunduo/validation';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { consents, protocolVersions, userRoles, users } from '../../db/schema/index.ts';
import { newToken } from '../codes/tokens.ts';
import { shownEmail } from '../text/shown-email.ts';

export type UserRow = typeof users.$inferSelect;

/** @param email normalised, see `normalEmail` */
export async function userByEmail(db: Db, email: string): Promise<UserRow | null> {
  const [user] = await db.select().from(users).where(eq(users.email, email));
  return user ?? null;
}

/** The account, or null when it does not exist. */
export async function userById(db: Db, id: number): Promise<UserRow | null> {
  const [user] = await db.select().from(users).where(eq(users.id, id));
  return user ?? null;
}

/** The user in wire format. */
export async function presentUser({ db, files }: Pick<Context, 'db' | 'files'>, user: UserRow) {
  const granted = await db
    .select({ role: userRoles.role })
    .from(userRoles)
    .where(eq(userRoles.userId, user.id));
  const roles: Role[] = ['user', ...granted.map(({ role }) => role)];
  return {
    id: user.id,
    email: shownEmail(user.email),
    nickname: user.nickname,
    gender: user.gender,
    birthday: user.birthday,
    head_image: pictureUrl(files, user.headImage),
    tb_id: user.tbId,
    yt_token: user.ytToken,
    roles,
  };
}

/** URL of an avatar in its smallest width; null for none. */
export const pictureUrl = (files: Context['files'], stem: string | null): string | null =>
  stem === null ? null : files.url(`${stem}-${PICTURE_WIDTHS[0]}.webp`);

// Omits characters that are easily confused.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Initial nickname: `用户7k3m9p`, `user7k3m9p`. */
function firstNickname(locale: Locale): string {
  const tail = Array.from({ length: 6 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${locale === 'zh' ? '用户' : 'user'}${tail}`;
}

const newForumToken = (): string => newToken('ticket').slice(4, 36);

const AGREED_AT_THE_DOOR: readonly ProtocolSlug[] = ['user-agreement', 'privacy-policy'];

/** Records consent to the current agreements; consent to the same version again changes nothing. */
export async function recordConsents(db: Db, userId: number, now: Date): Promise<void> {
  const versions = await db
    .selectDistinctOn([protocolVersions.slug], {
      protocol: protocolVersions.slug,
      version: protocolVersions.version,
    })
    .from(protocolVersions)
    .where(lte(protocolVersions.publishedAt, now))
    .orderBy(protocolVersions.slug, desc(protocolVersions.publishedAt));
  const agreed = versions
    .filter(({ protocol }) => AGREED_AT_THE_DOOR.includes(protocol))
    .map((version) => ({ ...version, userId, agreedAt: now }));
  if (agreed.length > 0) await db.insert(consents).values(agreed).onConflictDoNothing();
}

export interface NewAccount {
  /** Normalised. */
  email: string;
  passwordHash: string;
  locale: Locale;
  now: Date;
}

/**
 * Creates an account with the consents given at registration. A known address violates the unique index `users_email`.
 */
export async function createAccount(
  db: Db,
  { email, passwordHash, locale, now }: NewAccount,
): Promise<UserRow> {
  const [user] = await db
    .insert(users)
    .values({
      email,
      passwordHash,
      nickname: firstNickname(locale),
      locale,
      ytToken: newForumToken(),
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  if (!user) throw new Error('an insert without a row');
  await recordConsents(db, user.id, now);
  return user;
}
