import { DAY, HOUR, SIGN_IN, TRACES_KEPT } from '@yunduo/validation';
import { lt, or } from 'drizzle-orm';
import { after } from '../../clock.ts';
import type { Db } from '../../db/client.ts';
import {
  captchaChallenges,
  captchaTickets,
  emailChanges,
  emailCodes,
  emailUndos,
  handovers,
  idempotencyKeys,
  mailDeliveries,
  previewTokens,
  sessions,
  signInGuards,
  throttles,
} from '../../db/schema/index.ts';
import type { Job } from '../jobs/jobs.ts';

/** Removes what has expired: these tables hold what any stranger may cause, and must not grow for ever. */
export async function removeExpired(db: Db, now: Date): Promise<void> {
  const longAgo = after(now, -TRACES_KEPT);
  await db.delete(previewTokens).where(lt(previewTokens.expiresAt, now));
  await db.delete(throttles).where(lt(throttles.expiresAt, now));
  await db.delete(captchaChallenges).where(lt(captchaChallenges.expiresAt, after(now, -DAY)));
  await db.delete(captchaTickets).where(lt(captchaTickets.expiresAt, now));
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.expiresAt, now));
  await db.delete(emailCodes).where(lt(emailCodes.expiresAt, now));
  await db.delete(signInGuards).where(lt(signInGuards.updatedAt, after(now, -SIGN_IN.window - SIGN_IN.lock)));
  await db.delete(emailChanges).where(lt(emailChanges.expiresAt, longAgo));
  await db.delete(emailUndos).where(lt(emailUndos.expiresAt, longAgo));
  await db.delete(handovers).where(lt(handovers.expiresAt, longAgo));
  await db.delete(mailDeliveries).where(lt(mailDeliveries.deliveredAt, longAgo));
  await db
    .delete(sessions)
    .where(
      or(lt(sessions.expiresAt, longAgo), lt(sessions.endsAt, longAgo), lt(sessions.revokedAt, longAgo)),
    );
}

/** * How long the bytes of a removed file are kept for a backup that is under way. */
const REMOVED_FILES_KEPT = DAY;

/** Cleans up every hour. */
export const housekeeping: Job = {
  name: 'housekeeping',
  every: HOUR,
  run: async ({ db, clock, files }) => {
    await removeExpired(db, clock.now());
    // By the disk's own clock: that is what stamped them.
    await files.forgetRemoved(after(new Date(), -REMOVED_FILES_KEPT));
    return 0;
  },
};
