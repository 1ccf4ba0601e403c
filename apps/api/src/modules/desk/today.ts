import type { DeskToday } from '@yunduo/api-contract';
import { MINUTE } from '@yunduo/validation';
import { and, count, eq, isNull, gt, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { after } from '../../clock.ts';
import {
  appReports,
  appVersions,
  decisionProposals,
  feedbackTickets,
  invitationRequests,
  orders,
  payments,
} from '../../db/schema/index.ts';
import { countSchedules } from '../content/schedules.ts';
import { invoiceWaits, transferDue } from '../order/list.ts';

/** A job that missed this many runs in a row is stopped, without a failure on record. */
const LATE = 3;

/**
 * Number of open tasks for operators, by kind: one count each, over indexed states. The desk's pages list them by the
 * same conditions.
 */
export async function countWaiting({
  db,
  clock,
  mail,
  jobs,
}: Pick<FastifyInstance, 'db' | 'clock' | 'mail' | 'jobs'>): Promise<DeskToday> {
  const now = clock.now();
  const [
    feedback,
    transfers,
    refunds,
    unmatched,
    invoices,
    decisions,
    requests,
    reports,
    [reviews],
    schedules,
    mails,
    states,
  ] = await Promise.all([
    db.$count(feedbackTickets, eq(feedbackTickets.state, 'open')),
    db.$count(orders, transferDue(db)),
    db.$count(orders, eq(orders.status, 'refund_requested')),
    db.$count(payments, eq(payments.status, 'unmatched')),
    db.$count(orders, invoiceWaits),
    db.$count(
      decisionProposals,
      and(isNull(decisionProposals.outcome), gt(decisionProposals.expiresAt, now)),
    ),
    db.$count(invitationRequests, isNull(invitationRequests.answeredAt)),
    db.$count(appReports, isNull(appReports.closedAt)),
    db
      .select({
        all: count(),
        overdue: sql<number>`count(*) filter (where ${appVersions.dueAt} < ${now})`.mapWith(Number),
      })
      .from(appVersions)
      .where(eq(appVersions.reviewStatus, 'in_review')),
    countSchedules(db),
    mail.failed(),
    jobs.list(),
  ]);
  const late = states.filter(
    ({ every, ranAt, failing }) => failing || (ranAt && ranAt < after(now, -(LATE * every + MINUTE))),
  );
  return {
    feedback,
    transfers,
    refunds,
    payments: unmatched,
    invoices,
    decisions,
    invite_requests: requests,
    reports,
    reviews: reviews?.all ?? 0,
    reviews_overdue: reviews?.overdue ?? 0,
    schedules: schedules.all,
    schedules_outdated: schedules.outdated,
    mails,
    jobs: late.length,
    job_names: late.map(({ name }) => name),
  };
}
