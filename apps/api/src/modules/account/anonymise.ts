import { and, eq, gt, inArray, isNull, like, ne, notExists, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { containing } from '../../db/query.ts';
import {
  appDrafts,
  appPictures,
  appReports,
  apps,
  appScreenshots,
  auditLog,
  downloadClaims,
  emailCodes,
  feedbackAttachments,
  invitationVisits,
  licenceEvents,
  licenceTransfers,
  invitationRequests,
  subscribers,
  users,
} from '../../db/schema/index.ts';
import { filesOf as filesOfPicture } from '../publishing/pictures.ts';
import { filesOf as filesOfAttachment } from '../feedback/uploads.ts';
import { discardFiles } from '../files/discard.ts';
import { touchContent } from '../site/settings.ts';
import type { UserRow } from '../auth/accounts.ts';
import { accountKey, sessionsKey } from '../auth/service.ts';
import { forgetFailures } from '../auth/sign-in-guard.ts';
import { closeOffersOf, isOfferedTo } from '../licence/offers.ts';
import { avatarFiles } from './service.ts';

/**
 * Placeholder that replaces a deleted user's address. The `.invalid` domain is reserved, so no mail is ever delivered
 * to it.
 */
export const NOBODY = 'deleted@account.invalid';

/**
 * Tables whose rows outlive an account, each with its reason; `docs/decisions` has the details. All other rows that
 * reference the user are deleted with the account row.
 */
export const KEPT_AFTER_DELETION: Readonly<Record<string, string>> = {
  orders: 'books: what was sold, and the invoice as it was made out',
  download_claims: 'that an invitation was used; no account, no name',
  app_reports: 'what was reported about an app; no account, no address',
  licence_transfers: 'the history of whoever offered a licence; the address is struck out',
  licence_events:
    'events of other owners, an address struck out; that a licence given away was unbound, by nobody',
  apps: 'apps that were in the store: who installed them keeps them',
  app_events: 'the timeline of such an app',
  version_suggestions: 'what was said in reviews',
  review_checks: 'what was looked at in reviews',
  feedback_answers: 'answers to other people',
  feedback_tickets: 'feedback of other people that an operator worked on',
  audit_log: 'what somebody did as one of our operators',
  article_schedules: 'what an operator scheduled still goes online',
  decision_proposals: 'books: decisions about money and what became of them; no account',
};

/**
 * Deletes an account and its personal data, in the caller's transaction.
 * @returns the files no longer referenced, to be removed after the transaction commits
 */
export async function anonymise(context: Context, user: UserRow): Promise<string[]> {
  const { db, clock, config } = context;
  const now = clock.now();
  const attachments = await db
    .select()
    .from(feedbackAttachments)
    .where(eq(feedbackAttachments.userId, user.id));
  const avatar = user.headImage === null ? [] : avatarFiles(user.headImage);
  const files = [...avatar, ...attachments.flatMap(filesOfAttachment), ...(await anonymiseApps(db, user))];
  await discardFiles(db, files, now);
  await closeOffersOf(context, user.id);
  await strikeOut(db, user, now);
  await db.delete(subscribers).where(eq(subscribers.email, user.email));
  await db.delete(invitationRequests).where(eq(invitationRequests.email, user.email));
  await db.delete(emailCodes).where(or(eq(emailCodes.email, user.email), eq(emailCodes.subject, user.id)));
  await forgetFailures(db, [accountKey(config, user.email), sessionsKey(config, user.email)]);
  // Foreign keys do the rest: sessions, licences and feedback cascade; orders and similar rows get a null user.
  await db.delete(users).where(eq(users.id, user.id));
  await touchContent(db);
  return files;
}

/**
 * Deletes drafts that were never published, with their pictures, and returns those files; apps once in the store lose
 * their developer.
 */
async function anonymiseApps(db: Db, user: UserRow): Promise<string[]> {
  const own = eq(apps.developerId, user.id);
  const unseen = db
    .select({ id: apps.id })
    .from(apps)
    .where(and(own, isNull(apps.firstPublishedAt)));
  const elsewhere = alias(appPictures, 'elsewhere');
  const same = sql`${elsewhere.stem}->>'zh' = ${appPictures.stem}->>'zh'`;
  const pictures = await db
    .select({ kind: appPictures.kind, stem: appPictures.stem })
    .from(appPictures)
    .where(
      and(
        inArray(appPictures.appId, unseen),
        notExists(
          db
            .select({ id: elsewhere.id })
            .from(elsewhere)
            .where(and(same, ne(elsewhere.appId, appPictures.appId))),
        ),
        notExists(
          db
            .select({ id: appScreenshots.appId })
            .from(appScreenshots)
            .where(
              and(
                sql`${appScreenshots.stem}->>'zh' = ${appPictures.stem}->>'zh'`,
                ne(appScreenshots.appId, appPictures.appId),
              ),
            ),
        ),
      ),
    );
  await db.delete(apps).where(inArray(apps.id, unseen));
  await db
    .delete(appDrafts)
    .where(inArray(appDrafts.appId, db.select({ id: apps.id }).from(apps).where(own)));
  await db.update(apps).set({ developerId: null }).where(own);
  return pictures.flatMap(filesOfPicture);
}

/** Characters allowed in the local part of an address (before `@`), except the hyphen. */
const OF_ADDRESSES = "A-Za-z0-9.!#$%&'*+/=?^_`{|}~";

/**
 * Regular expression for an address in JSON text, except as part of a longer one, which is another user's. Its group is
 * the preceding character, which no address contains, or a whole escape such as `\n`, so that the JSON stays valid.
 */
const asWholeAddress = (email: string): string => {
  const literally = email.replace(/[^A-Za-z0-9]/g, '\\$&');
  return String.raw`([^${OF_ADDRESSES}\\-]|\\[bfnrt])${literally}(?![A-Za-z0-9-]|\.[A-Za-z0-9])`;
};

/** Removes the address and other personal data from rows of other owners or without one. */
async function strikeOut(db: Db, { id, email }: UserRow, now: Date): Promise<void> {
  await db
    .update(appReports)
    .set({ email: null })
    .where(or(eq(appReports.userId, id), eq(appReports.email, email)));
  await db.update(downloadClaims).set({ visitor: 'gone' }).where(eq(downloadClaims.userId, id));
  await db.delete(invitationVisits).where(eq(invitationVisits.visitor, `user:${id}`));
  // Events of licences since transferred, which the new owner never sees. Unbinds are kept without account and server:
  // they count towards the licence's unbind limit.
  const theirs = eq(licenceEvents.ownerId, id);
  await db.delete(licenceEvents).where(and(theirs, ne(licenceEvents.kind, 'unbound')));
  await db.update(licenceEvents).set({ ownerId: null, details: {} }).where(theirs);
  // Not those to an earlier owner of the address, whose offers they are still.
  const toThem = isOfferedTo({ id, email });
  await db
    .update(licenceTransfers)
    .set({ status: 'declined', decidedAt: now })
    .where(and(toThem, eq(licenceTransfers.status, 'offered'), gt(licenceTransfers.expiresAt, now)));
  await db.update(licenceTransfers).set({ toEmail: NOBODY }).where(toThem);
  const whole = asWholeAddress(email);
  const struck = (column: typeof licenceEvents.details | typeof auditLog.details) =>
    sql`regexp_replace(${column}::text, ${whole}, ${`\\1${NOBODY}`}, 'g')::jsonb`;
  const pattern = containing(email);
  await db
    .update(licenceEvents)
    .set({ details: struck(licenceEvents.details) })
    .where(like(sql`${licenceEvents.details}::text`, pattern));
  await db
    .update(auditLog)
    .set({ details: struck(auditLog.details) })
    .where(like(sql`${auditLog.details}::text`, pattern));
}
