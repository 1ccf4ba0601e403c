import { DAY, LICENCE_REMINDER_DAYS, MINUTE } from '@yunduo/validation';
import { and, asc, eq, gt, isNotNull, isNull, lte, notExists, sql } from 'drizzle-orm';
import { after } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { licenceReminders, licences, licenceTerms } from '../../db/schema/licence.ts';
import type { Job } from '../jobs/jobs.ts';
import { mailExpiring } from './mails.ts';

/**
 * A run holds a transaction, so it is limited; the rest waits for the next. Terms end at midnight: a day's licences are
 * due at once.
 */
const BATCH = 200;
/** A licence bought for a month yesterday needs no 30-day reminder. */
const NEWS = 3 * DAY;

/**
 * Mails the owners of licences that expire in 30, 7 and 1 days, once each per expiry: of the reminders missed while the
 * server was down, only the nearest is sent. Returns the number of enqueued mails.
 */
async function remind(context: Context): Promise<number> {
  const { db, clock } = context;
  const now = clock.now();
  let mails = 0;
  const nearestFirst = [...LICENCE_REMINDER_DAYS].sort((one, other) => one - other);
  for (const [place, days] of nearestFirst.entries()) {
    let room = BATCH;
    // One day at a time, nearest first: among hundreds of thousands already reminded, one statement for all would
    // exceed the statement timeout.
    for (let day = nearestFirst[place - 1] ?? 0; day < days && room > 0; day += 1) {
      const due = await dueWithin(context, { days, from: after(now, day * DAY), room });
      room -= due.length;
      for (const licence of due) {
        const { id, expiresAt } = licence;
        if (expiresAt === null) continue;
        const written = await db
          .insert(licenceReminders)
          .values({ licenceId: id, expiresAt, days, sentAt: now })
          .onConflictDoNothing()
          .returning({ days: licenceReminders.days });
        if (written.length === 0 || (await justPaid(context, licence))) continue;
        if (await mailExpiring(context, { ...licence, expiresAt })) mails += 1;
      }
    }
  }
  return mails;
}

/** Licences that expire within the day after `from` and have not had this reminder. */
function dueWithin(
  { db }: Context,
  { days, from, room }: { days: number; from: Date; room: number },
): Promise<(typeof licences.$inferSelect)[]> {
  const sent = db
    .select({ one: sql`1` })
    .from(licenceReminders)
    .where(
      and(
        eq(licenceReminders.licenceId, licences.id),
        eq(licenceReminders.expiresAt, licences.expiresAt),
        eq(licenceReminders.days, days),
      ),
    );
  return db
    .select()
    .from(licences)
    .where(
      and(
        isNull(licences.revokedAt),
        isNotNull(licences.startedAt),
        gt(licences.expiresAt, from),
        lte(licences.expiresAt, after(from, DAY)),
        notExists(sent),
      ),
    )
    .orderBy(asc(licences.expiresAt), asc(licences.id))
    .limit(room);
}

async function justPaid(
  { db, clock }: Context,
  { id, startedAt }: { id: number; startedAt: Date | null },
): Promise<boolean> {
  const since = after(clock.now(), -NEWS);
  if (startedAt !== null && startedAt > since) return true;
  const terms = await db
    .select({ id: licenceTerms.id })
    .from(licenceTerms)
    .where(
      and(eq(licenceTerms.licenceId, id), isNull(licenceTerms.revokedAt), gt(licenceTerms.addedAt, since)),
    )
    .limit(1);
  return terms.length > 0;
}

export const licenceReminderJob: Job = { name: 'licence_reminders', every: 5 * MINUTE, run: remind };
