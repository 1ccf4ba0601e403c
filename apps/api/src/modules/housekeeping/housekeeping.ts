import {
  ACCOUNT_EVENTS_KEPT,
  DAY,
  HOUR,
  INVITE_REQUEST,
  KNOWN_DEVICE,
  SIGN_IN,
  TRACES_KEPT,
  WEBHOOK,
} from '@yunduo/validation';
import { and, isNull, lt, or } from 'drizzle-orm';
import { after } from '../../clock.ts';
import type { Db } from '../../db/client.ts';
import { removeRows } from '../../db/remove-rows.ts';
import {
  captchaChallenges,
  captchaTickets,
  deviceSignIns,
  emailChanges,
  emailCodes,
  emailUndos,
  handovers,
  idempotencyKeys,
  invitationRequests,
  knownDevices,
  mailDeliveries,
  passkeyChallenges,
  previewTokens,
  securityEvents,
  sessions,
  signInGuards,
  signInReports,
  signInTickets,
  throttles,
  webhookDeliveries,
} from '../../db/schema/index.ts';
import type { Job } from '../jobs/jobs.ts';

/** Deletes expired rows: unauthenticated visitors can fill these tables, which must not grow forever. */
export async function removeExpired(db: Db, now: Date): Promise<void> {
  const longAgo = after(now, -TRACES_KEPT);
  await removeRows(db, previewTokens, lt(previewTokens.expiresAt, now));
  await removeRows(db, throttles, lt(throttles.expiresAt, now));
  await removeRows(db, captchaChallenges, lt(captchaChallenges.expiresAt, after(now, -DAY)));
  await removeRows(db, signInTickets, lt(signInTickets.expiresAt, now));
  await removeRows(db, deviceSignIns, lt(deviceSignIns.expiresAt, now));
  await removeRows(db, passkeyChallenges, lt(passkeyChallenges.expiresAt, now));
  await removeRows(db, captchaTickets, lt(captchaTickets.expiresAt, now));
  await removeRows(db, idempotencyKeys, lt(idempotencyKeys.expiresAt, now));
  await removeRows(db, emailCodes, lt(emailCodes.expiresAt, now));
  await removeRows(db, signInGuards, lt(signInGuards.updatedAt, after(now, -SIGN_IN.window - SIGN_IN.lock)));
  await removeRows(db, emailChanges, lt(emailChanges.expiresAt, longAgo));
  await removeRows(db, emailUndos, lt(emailUndos.expiresAt, longAgo));
  await removeRows(db, handovers, lt(handovers.expiresAt, longAgo));
  await removeRows(db, mailDeliveries, lt(mailDeliveries.deliveredAt, longAgo));
  await removeRows(db, webhookDeliveries, lt(webhookDeliveries.createdAt, after(now, -WEBHOOK.retention)));
  await removeRows(db, knownDevices, lt(knownDevices.lastSeenAt, after(now, -KNOWN_DEVICE.retention)));
  await removeRows(db, signInReports, lt(signInReports.expiresAt, longAgo));
  await removeRows(
    db,
    invitationRequests,
    or(
      lt(invitationRequests.answeredAt, after(now, -INVITE_REQUEST.retentionAnswered)),
      // The form promises this for every request, answered late or not.
      lt(invitationRequests.createdAt, after(now, -INVITE_REQUEST.retention)),
    ),
  );
  await removeRows(
    db,
    securityEvents,
    or(
      lt(securityEvents.at, after(now, -ACCOUNT_EVENTS_KEPT)),
      // Rows of addresses without an account: their only purpose was equal timing.
      and(isNull(securityEvents.userId), lt(securityEvents.at, after(now, -HOUR))),
    ),
  );
  await removeRows(
    db,
    sessions,
    or(lt(sessions.expiresAt, longAgo), lt(sessions.endsAt, longAgo), lt(sessions.revokedAt, longAgo)),
  );
}

/** How long the bytes of a removed file are kept for a running backup. */
const REMOVED_FILES_KEPT = DAY;

/** Hourly clean-up. */
export const housekeeping: Job = {
  name: 'housekeeping',
  every: HOUR,
  long: true,
  run: async ({ db, clock, files }) => {
    await removeExpired(db, clock.now());
    // The disk's own clock set the timestamps.
    await files.forgetRemoved(after(new Date(), -REMOVED_FILES_KEPT));
    return 0;
  },
};
