import { deadlineOf, type Locale } from '@yunduo/i18n';
import { DAY, KNOWN_DEVICE } from '@yunduo/validation';
import { and, eq, gt, isNull } from 'drizzle-orm';
import { after } from '../../clock.ts';
import { withTransaction, type Context } from '../../context.ts';
import { signInReports, users } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import { hashToken, linkToken, newToken } from '../codes/tokens.ts';
import { loginLink } from '../mail/messages.ts';
import { sendEmail } from '../mail/notify.ts';
import { recordSecurityEvent, shortNetwork } from '../security/events.ts';
import type { UserRow } from './accounts.ts';
import { deviceHash, forgetDeviceOf, networkHash, rememberDevice, type Visitor } from './known-devices.ts';
import { endSessions, openSession } from './sessions.ts';

/**
 * Opens a session for an authenticated user, in the caller's transaction: remembers the device, ends the longest idle
 * session above the limit, and mails the owner about an unknown device. The first device of an account causes no mail:
 * the reader is the same person. `proved` is false for a session whose owner authenticated in another one.
 */
export async function beginSession(
  context: Context,
  user: UserRow,
  visitor: Visitor,
  locale: Locale,
  { proved = true }: { proved?: boolean } = {},
): Promise<{ token: string; expiresAt: Date }> {
  const { db, clock, config } = context;
  const now = clock.now();
  const { id: userId, email } = user;
  const { known, first } = await rememberDevice(context, userId, visitor);
  const { ended, sessionId, ...session } = await openSession(db, {
    userId,
    device: visitor.device,
    now,
    networkHash: networkHash(config, userId, visitor),
    deviceHash: deviceHash(config, userId, visitor),
    proved,
  });
  if (!known && !first) {
    const token = newToken('report');
    await db.insert(signInReports).values({
      userId,
      sessionId,
      tokenHash: hashToken(token),
      createdAt: now,
      expiresAt: after(now, KNOWN_DEVICE.reportTtl),
    });
    const message = visitor.device === '' ? 'new_device_unnamed' : 'new_device';
    await sendEmail(context, { email, locale }, message, {
      link: loginLink(config.origin, locale, 'not-me', { token }),
      values: {
        device: visitor.device,
        network: shortNetwork(visitor.network),
        time: deadlineOf(now.toISOString(), locale),
        days: KNOWN_DEVICE.reportTtl / DAY,
      },
    });
  }
  if (ended > 0) {
    await recordSecurityEvent(context, 'session_limit', { userId, email, details: { sessions: ended } });
  }
  await recordSecurityEvent(context, 'sign_in_succeeded', {
    userId,
    email,
    device: visitor.device,
    details: { known_device: known },
  });
  return session;
}

/**
 * Handles "This was not me": ends the session that a mail was about, and forgets its device and network. The link works
 * once; opened again while valid, it gives the same answer. Returns the address and the ended session.
 * @throws ApiError SIGN_IN_LINK_INVALID
 */
export async function disownSession(
  context: Context,
  link: string,
): Promise<{ email: string; ended: number | null }> {
  const token = linkToken('report', link);
  if (token === null) throw apiError('SIGN_IN_LINK_INVALID');
  const { db, clock } = context;
  const now = clock.now();
  const lives = and(eq(signInReports.tokenHash, hashToken(token)), gt(signInReports.expiresAt, now));
  return db.transaction(async (tx) => {
    const [report] = await tx
      .update(signInReports)
      .set({ usedAt: now })
      .where(and(lives, isNull(signInReports.usedAt)))
      .returning();
    const [owner] = await tx
      .select({ id: users.id, email: users.email })
      .from(signInReports)
      .innerJoin(users, eq(users.id, signInReports.userId))
      .where(lives);
    if (!owner) throw apiError('SIGN_IN_LINK_INVALID');
    const { id: userId, email } = owner;
    if (!report?.sessionId) return { email, ended: null };
    const sessions = await endSessions(tx, userId, now, { only: report.sessionId });
    await forgetDeviceOf(tx, userId, report.sessionId);
    const details = { sessions };
    await recordSecurityEvent(withTransaction(context, tx), 'session_disowned', { userId, email, details });
    return { email, ended: report.sessionId };
  });
}
