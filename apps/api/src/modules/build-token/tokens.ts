import { DAY, DEV_TOKEN, type TokenScope } from '@yunduo/validation';
import { and, count, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { after } from '../../clock.ts';
import { withTransaction, type Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { apps, devTokens, userRoles, users } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import type { SessionUser } from '../../http/route.ts';
import { hashToken, looksLikeToken, newToken } from '../codes/tokens.ts';
import { recordSecurityEvent } from '../security/events.ts';
import { notifyOwner } from './mails.ts';

/** Prefix and a few characters: enough to distinguish tokens, far too few to guess one. */
const HINT_LENGTH = 8;

/**
 * The owner of a build token; null when it is unknown, revoked or expired. Use is recorded coarsely
 * (`DEV_TOKEN.touch`).
 */
export async function findBuildToken(context: Context, text: string): Promise<SessionUser | null> {
  const { db } = context;
  const now = context.clock.now();
  if (!looksLikeToken('build', text)) return null;
  const [found] = await db
    .select({
      tokenId: devTokens.id,
      scopes: devTokens.scopes,
      appId: devTokens.appId,
      lastUsedAt: devTokens.lastUsedAt,
      id: users.id,
      email: users.email,
      roles: sql<
        string[]
      >`array(select ${userRoles.role} from ${userRoles} where ${userRoles.userId} = ${users.id})`,
    })
    .from(devTokens)
    .innerJoin(users, eq(users.id, devTokens.userId))
    .where(
      and(
        eq(devTokens.tokenHash, hashToken(text)),
        isNull(devTokens.revokedAt),
        gt(devTokens.expiresAt, now),
        isNull(users.disabledAt),
      ),
    );
  if (!found) return null;
  const used = found.lastUsedAt?.getTime() ?? 0;
  if (now.getTime() - used >= DEV_TOKEN.touch) {
    await db
      .update(devTokens)
      .set({ lastUsedAt: now })
      .where(
        and(eq(devTokens.id, found.tokenId), or(isNull(devTokens.lastUsedAt), lt(devTokens.lastUsedAt, now))),
      );
    const details = { token_id: found.tokenId };
    await recordSecurityEvent(context, 'build_token_used', { userId: found.id, details });
  }
  return {
    id: found.id,
    email: found.email,
    // A token has only the developer role, whatever other roles its owner has.
    roles: found.roles.some((role) => role === 'developer' || role === 'admin')
      ? ['user', 'developer']
      : ['user'],
    sessionId: 0,
    token: { id: found.tokenId, scopes: found.scopes, appId: found.appId },
  };
}

const columns = {
  id: devTokens.id,
  name: devTokens.name,
  scopes: devTokens.scopes,
  hint: devTokens.hint,
  appId: devTokens.appId,
  appName: apps.name,
  appKey: apps.appKey,
  createdAt: devTokens.createdAt,
  expiresAt: devTokens.expiresAt,
  lastUsedAt: devTokens.lastUsedAt,
  revokedAt: devTokens.revokedAt,
};
export type TokenRow = Awaited<ReturnType<typeof listBuildTokens>>[number];

/**
 * The tokens of a developer, newest first: all live ones, which can be revoked, and the latest ended ones, so that logs
 * can be matched.
 */
export async function listBuildTokens(db: Db, userId: number, now: Date) {
  const rows = await db
    .select(columns)
    .from(devTokens)
    .leftJoin(apps, eq(apps.id, devTokens.appId))
    .where(eq(devTokens.userId, userId))
    .orderBy(desc(sql`(${live(userId, now)})`), desc(devTokens.createdAt), desc(devTokens.id))
    .limit(100);
  return rows.toSorted(
    (one, other) => other.createdAt.getTime() - one.createdAt.getTime() || other.id - one.id,
  );
}

export interface TokenInput {
  name: string;
  scopes: readonly TokenScope[];
  days: number;
  /** Null: every app of the developer. */
  appId: number | null;
}

/**
 * Creates a token; it is returned once and stored as a hash. Its owner is mailed, so that they notice a token created
 * by an attacker.
 * @throws ApiError APP_NOT_FOUND when the app is another developer's, TOKEN_LIMIT when the maximum of live tokens is
 * reached
 */
export async function createBuildToken(
  context: Context,
  userId: number,
  { name, scopes, days, appId }: TokenInput,
): Promise<{ token: string; row: TokenRow }> {
  const now = context.clock.now();
  const token = newToken('build');
  const row = await context.db.transaction(async (tx) => {
    // The owner's row is the lock: of two concurrent calls the second counts the first.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
    if (appId !== null) {
      const own = await tx
        .select({ id: apps.id })
        .from(apps)
        .where(and(eq(apps.id, appId), eq(apps.developerId, userId)));
      if (own.length === 0) throw apiError('APP_NOT_FOUND');
    }
    const [live] = await tx
      .select({ count: count() })
      .from(devTokens)
      .where(and(eq(devTokens.userId, userId), isNull(devTokens.revokedAt), gt(devTokens.expiresAt, now)));
    if ((live?.count ?? 0) >= DEV_TOKEN.live)
      throw apiError('TOKEN_LIMIT', { words: { limit: DEV_TOKEN.live } });
    const [made] = await tx
      .insert(devTokens)
      .values({
        userId,
        appId,
        name,
        scopes: [...scopes],
        tokenHash: hashToken(token),
        hint: token.slice(0, HINT_LENGTH),
        createdAt: now,
        expiresAt: after(now, days * DAY),
      })
      .returning({ id: devTokens.id });
    const [stored] = await tx
      .select(columns)
      .from(devTokens)
      .leftJoin(apps, eq(apps.id, devTokens.appId))
      .where(eq(devTokens.id, made?.id ?? 0));
    if (!stored) throw new Error('the token was not kept');
    await notifyOwner(withTransaction(context, tx), userId, stored, 'build_token_created');
    const details = { token_id: stored.id };
    await recordSecurityEvent(withTransaction(context, tx), 'build_token_created', { userId, details });
    return stored;
  });
  return { token, row };
}

/**
 * Revokes a token at once. An ended one is unchanged.
 * @throws ApiError NOT_FOUND when it is another user's
 */
export async function revokeBuildToken(context: Context, userId: number, id: number): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  const those = and(eq(devTokens.id, id), eq(devTokens.userId, userId));
  const revoked = await db
    .update(devTokens)
    .set({ revokedAt: now })
    .where(and(those, live(userId, now)))
    .returning({ id: devTokens.id });
  if (revoked.length === 0) {
    if ((await db.$count(devTokens, those)) === 0) throw apiError('NOT_FOUND');
    return;
  }
  await recordSecurityEvent(context, 'build_token_revoked', { userId, details: { token_id: id } });
}

const live = (userId: number, now: Date) =>
  and(eq(devTokens.userId, userId), isNull(devTokens.revokedAt), gt(devTokens.expiresAt, now));

/** Number of a user's live tokens. */
export const liveBuildTokens = (db: Db, userId: number, now: Date): Promise<number> =>
  db.$count(devTokens, live(userId, now));

/**
 * Revokes all tokens of a user: when an owner recovers the account by their mailbox, an attacker's token must not
 * survive. Returns how many were live.
 */
export async function revokeBuildTokens(db: Db, userId: number, now: Date): Promise<number> {
  const revoked = await db
    .update(devTokens)
    .set({ revokedAt: now })
    .where(live(userId, now))
    .returning({ id: devTokens.id });
  return revoked.length;
}
