import type { InputOf, adminReview } from '@yunduo/api-contract';
import { WORKING_DAY } from '@yunduo/validation';
import { and, asc, count, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Context } from '../../context.ts';
import type { Bilingual } from '../../db/schema/bilingual.ts';
import { apps, appVersions, reviewClaims, users, versionSubmissions } from '../../db/schema/index.ts';
import { paged } from '../../db/query.ts';
import { workingTimesBetween } from '../calendar/clock.ts';

export type QueueRow = Awaited<ReturnType<typeof listQueue>>['list'][number];

/**
 * Versions waiting for a decision, nearest deadline first, with the holder of each claim, and their number by filter.
 * @param reviewerId reviewer that `mine` refers to; null for the command line
 */
export async function listQueue(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  reviewerId: number | null,
  input: InputOf<typeof adminReview.queue>,
) {
  const now = clock.now();
  const filter = input.filter ?? 'all';
  const developer = alias(users, 'developer');
  const reviewer = alias(users, 'reviewer');
  const inReview = eq(appVersions.reviewStatus, 'in_review');
  const liveClaim = and(eq(reviewClaims.versionId, appVersions.id), gt(reviewClaims.expiresAt, now));
  const conditions = {
    all: undefined,
    mine: eq(reviewClaims.reviewerId, reviewerId ?? 0),
    unclaimed: isNull(reviewClaims.reviewerId),
    overdue: lt(appVersions.dueAt, now),
    // Same condition as `isAppeal`.
    appeals: sql`(${appVersions.appealedAt} is not null
      and (${appVersions.submittedAt} is null or ${appVersions.appealedAt} >= ${appVersions.submittedAt}))`,
  };
  const rows = db
    .select({
      version: appVersions,
      app: apps,
      /** The submitted name: the published one may differ. */
      submittedName: sql<Bilingual | null>`${versionSubmissions.content}->'name'`,
      submittedLogo: sql<string | null>`${versionSubmissions.content}->>'logo'`,
      developer: { id: developer.id, nickname: developer.nickname },
      claim: {
        reviewerId: reviewClaims.reviewerId,
        nickname: reviewer.nickname,
        claimedAt: reviewClaims.claimedAt,
        expiresAt: reviewClaims.expiresAt,
      },
    })
    .from(appVersions)
    .innerJoin(apps, eq(apps.id, appVersions.appId))
    .leftJoin(
      versionSubmissions,
      and(eq(versionSubmissions.versionId, appVersions.id), eq(versionSubmissions.round, appVersions.round)),
    )
    .leftJoin(developer, eq(developer.id, apps.developerId))
    .leftJoin(reviewClaims, liveClaim)
    .leftJoin(reviewer, eq(reviewer.id, reviewClaims.reviewerId))
    .where(and(inReview, conditions[filter]))
    .orderBy(asc(appVersions.dueAt), asc(appVersions.id));
  const [counts] = await db
    .select({
      all: count(),
      mine: sql<number>`count(*) filter (where ${conditions.mine})`.mapWith(Number),
      unclaimed: sql<number>`count(*) filter (where ${conditions.unclaimed})`.mapWith(Number),
      overdue: sql<number>`count(*) filter (where ${conditions.overdue})`.mapWith(Number),
      appeals: sql<number>`count(*) filter (where ${conditions.appeals})`.mapWith(Number),
    })
    .from(appVersions)
    .leftJoin(reviewClaims, liveClaim)
    .where(inReview);
  const numbers = counts ?? { all: 0, mine: 0, unclaimed: 0, overdue: 0, appeals: 0 };
  const total = numbers[filter];
  const page = await paged(input, rows, Promise.resolve(total));
  // Working time left of each deadline, on the calendar it was promised by.
  const left = await workingTimesBetween(
    db,
    page.list.map(({ version }) => ({ from: now, to: version.dueAt ?? now })),
  );
  const list = page.list.map((row, index) => ({
    ...row,
    workingDaysLeft: Math.floor((left[index] ?? 0) / WORKING_DAY),
  }));
  return { ...page, list, counts: numbers };
}
