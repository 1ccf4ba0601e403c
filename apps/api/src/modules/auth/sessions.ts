import { SESSION } from '@yunduo/validation';
import { and, desc, eq, gt, inArray, isNull, lt, ne, sql } from 'drizzle-orm';
import { after } from '../../clock.ts';
import type { Db } from '../../db/client.ts';
import { deviceSignIns, sessions, userRoles, users } from '../../db/schema/index.ts';
import type { SessionUser } from '../../http/route.ts';
import { hashToken, looksLikeToken, newToken } from '../codes/tokens.ts';

/** A session is written to at most this often, however busy it is. */
const TOUCH_INTERVAL = 5 * 60_000;

/** Of sessions that are neither ended nor over. */
export const alive = (now: Date) =>
  and(isNull(sessions.revokedAt), gt(sessions.expiresAt, now), gt(sessions.endsAt, now));

interface NewSession {
  userId: number;
  device: string;
  now: Date;
  networkHash?: string | null;
  deviceHash?: string | null;
  /** False: its owner proved who they are elsewhere, and has to do so here before what asks for it. */
  proved?: boolean;
}

/**
 * Opens a session; the token leaves here once and is kept as a hash. Above `SESSION.live` sessions of the account the
 * longest idle ones end: `ended` says how many.
 */
export async function openSession(
  db: Db,
  { userId, device, now, networkHash = null, deviceHash = null, proved = true }: NewSession,
): Promise<{ token: string; expiresAt: Date; sessionId: number; ended: number }> {
  const token = newToken('session');
  const expiresAt = after(now, SESSION.idle);
  const surplus = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), alive(now)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
    .offset(SESSION.live - 1);
  const ended = await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(inArray(sessions.id, surplus))
    .returning({ id: sessions.id });
  const [opened] = await db
    .insert(sessions)
    .values({
      userId,
      tokenHash: hashToken(token),
      device,
      createdAt: now,
      lastUsedAt: now,
      // Not null: a session without a proof of its own counts from its beginning.
      provedAt: proved ? now : new Date(0),
      expiresAt,
      endsAt: after(now, SESSION.absolute),
      networkHash,
      deviceHash,
    })
    .returning({ id: sessions.id });
  if (!opened) throw new Error('an insert without a row');
  return { token, expiresAt, sessionId: opened.id, ended: ended.length };
}

/** The user behind a token; null when it is unknown, ended or expired. Use moves the end of its life. */
export async function findSession(db: Db, token: string, now: Date): Promise<SessionUser | null> {
  if (!looksLikeToken('session', token)) return null;
  const [found] = await db
    .select({
      sessionId: sessions.id,
      lastUsedAt: sessions.lastUsedAt,
      endsAt: sessions.endsAt,
      provedAt: sql<Date>`coalesce(${sessions.provedAt}, ${sessions.createdAt})`.mapWith(sessions.createdAt),
      id: users.id,
      email: users.email,
      roles: sql<
        string[]
      >`array(select ${userRoles.role} from ${userRoles} where ${userRoles.userId} = ${users.id})`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, hashToken(token)), alive(now), isNull(users.disabledAt)));
  if (!found) return null;
  const { lastUsedAt, endsAt, roles, ...user } = found;
  if (now.getTime() - lastUsedAt.getTime() >= TOUCH_INTERVAL) {
    const idleEnd = after(now, SESSION.idle);
    await db
      .update(sessions)
      .set({ lastUsedAt: now, expiresAt: idleEnd < endsAt ? idleEnd : endsAt })
      .where(and(eq(sessions.id, user.sessionId), lt(sessions.lastUsedAt, now)));
  }
  return { ...user, roles: ['user', ...roles] };
}

/**
 * Takes from every session but one that it proved its owner lately: what they proved with is not enough any more.
 */
export async function forgetOtherProofs(db: Db, userId: number, except: number): Promise<void> {
  await db
    .update(sessions)
    // Not null: a session without a proof of its own counts from its beginning.
    .set({ provedAt: new Date(0) })
    .where(and(eq(sessions.userId, userId), ne(sessions.id, except), isNull(sessions.revokedAt)));
}

/** The live sessions of a user, the last used first. */
export function listSessions(db: Db, userId: number, now: Date) {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), alive(now)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id));
}

/**
 * Ends sessions of a user: one (`only`), all but one (`except`), or all of them. Answers how many lived until now.
 * Devices that were allowed and have not come for their session yet are turned away: all of them, or those that the one
 * session allowed. First: a device that comes at this moment holds its row until its session can be seen and ended.
 */
export async function endSessions(
  db: Db,
  userId: number,
  now: Date,
  which: { only?: number; except?: number } = {},
): Promise<number> {
  await db
    .update(deviceSignIns)
    .set({ state: 'denied' })
    .where(
      and(
        eq(deviceSignIns.userId, userId),
        eq(deviceSignIns.state, 'allowed'),
        which.only === undefined ? undefined : eq(deviceSignIns.sessionId, which.only),
      ),
    );
  const ended = await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(
      and(
        eq(sessions.userId, userId),
        alive(now),
        which.only === undefined ? undefined : eq(sessions.id, which.only),
        which.except === undefined ? undefined : ne(sessions.id, which.except),
      ),
    )
    .returning({ id: sessions.id });
  return ended.length;
}
