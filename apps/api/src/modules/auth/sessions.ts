import { SESSION } from '@yunduo/validation';
import { and, desc, eq, gt, inArray, isNull, lt, ne, sql } from 'drizzle-orm';
import { after } from '../../clock.ts';
import type { Db } from '../../db/client.ts';
import { deviceSignIns, sessions, userRoles, users } from '../../db/schema/index.ts';
import type { SessionUser } from '../../http/route.ts';
import { hashToken, looksLikeToken, newToken } from '../codes/tokens.ts';

/** Shortest interval between updates of a session, ms. */
const TOUCH_INTERVAL = 5 * 60_000;

/** Condition: sessions neither ended nor expired. */
export const alive = (now: Date) =>
  and(isNull(sessions.revokedAt), gt(sessions.expiresAt, now), gt(sessions.endsAt, now));

interface NewSession {
  userId: number;
  device: string;
  now: Date;
  networkHash?: string | null;
  deviceHash?: string | null;
  /** False: its owner authenticated elsewhere, and must re-authenticate here where required. */
  proved?: boolean;
}

/**
 * Opens a session; the token is returned once and stored as a hash. Above `SESSION.live` sessions of the account the
 * longest idle ones end: `ended` is their number.
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
      // Not null: a null would count from the session's start.
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

/** The user of a token; null when it is unknown, ended or expired. Use extends the session. */
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

/** Removes the recent proof of all other sessions: the account now needs a stronger one. */
export async function forgetOtherProofs(db: Db, userId: number, except: number): Promise<void> {
  await db
    .update(sessions)
    // Not null: a null would count from the session's start.
    .set({ provedAt: new Date(0) })
    .where(and(eq(sessions.userId, userId), ne(sessions.id, except), isNull(sessions.revokedAt)));
}

/** The live sessions of a user, last used first. */
export function listSessions(db: Db, userId: number, now: Date) {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), alive(now)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id));
}

/**
 * Ends sessions of a user: one (`only`), all but one (`except`), or all. Returns how many were live. Allowed devices
 * without a session yet are denied: all of them, or those allowed by the one session. They come first: a device polling
 * concurrently holds its row until its session can be seen and ended.
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
