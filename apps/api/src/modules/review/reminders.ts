import { deadlineOf, localePath, type Locale } from '@yunduo/i18n';
import { MINUTE, REVIEW_DUE_SOON } from '@yunduo/validation';
import { and, eq, isNull, lte } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { apps, appVersions, reviewReminders, userRoles, users } from '../../db/schema/index.ts';
import { dueAfter } from '../calendar/clock.ts';
import { versionName } from '../publishing/mails.ts';
import type { Job } from '../jobs/jobs.ts';
import { notify } from '../mail/notify.ts';
import { localized } from '../text/localized.ts';
import { claimOf } from './claims.ts';

/**
 * Reminds reviewers of versions due within a working day and of overdue ones: once for each deadline, however often the
 * job runs. Only the holder of the claim is reminded; without one, all reviewers are.
 */
export const reviewReminderJob: Job = {
  name: 'review_reminders',
  every: 5 * MINUTE,
  async run(context) {
    const { db, clock } = context;
    const now = clock.now();
    const soon = await dueAfter(db, now, REVIEW_DUE_SOON);
    const due = await db
      .select({ version: appVersions, app: apps })
      .from(appVersions)
      .innerJoin(apps, eq(apps.id, appVersions.appId))
      .where(and(eq(appVersions.reviewStatus, 'in_review'), lte(appVersions.dueAt, soon)))
      .orderBy(appVersions.dueAt, appVersions.id);
    let mails = 0;
    for (const { version, app } of due) {
      if (!version.dueAt) continue;
      const kind = version.dueAt < now ? 'overdue' : 'due_soon';
      const first = await db
        .insert(reviewReminders)
        .values({ versionId: version.id, kind, dueAt: version.dueAt, sentAt: now })
        .onConflictDoNothing()
        .returning({ kind: reviewReminders.kind });
      if (first.length === 0) continue;
      const claim = await claimOf(db, version.id, now);
      const readers = claim ? [claim.reviewerId] : await reviewersBut(db, app.developerId);
      for (const reader of readers) mails += await remind(context, reader, { kind, version, app });
    }
    return mails;
  },
};

/** All reviewers except the developer of the app, who may not review it. */
async function reviewersBut(db: Db, developerId: number | null): Promise<number[]> {
  const rows = await db
    .select({ id: users.id })
    .from(userRoles)
    .innerJoin(users, eq(users.id, userRoles.userId))
    .where(and(eq(userRoles.role, 'reviewer'), isNull(users.disabledAt)));
  return rows.map(({ id }) => id).filter((id) => id !== developerId);
}

interface Due {
  kind: 'due_soon' | 'overdue';
  version: typeof appVersions.$inferSelect;
  app: typeof apps.$inferSelect;
}

async function remind(context: Context, readerId: number, { kind, version, app }: Due): Promise<number> {
  const message = kind === 'overdue' ? 'review_overdue' : 'review_due_soon';
  const sent = await notify(context, readerId, message, ({ locale }) => ({
    link: deskLink(context.config.origin, locale, version.id),
    values: {
      app: localized(app.name, locale) || app.appKey,
      version: versionName(version, locale),
      due: version.dueAt ? deadlineOf(version.dueAt.toISOString(), locale) : '',
    },
  }));
  return sent ? 1 : 0;
}

/** The review desk, opened at a version, in the language of the mail. */
const deskLink = (origin: string, locale: Locale, versionId: number): string =>
  `${origin}${localePath(locale, '/developer-center/review')}?id=${versionId}`;
