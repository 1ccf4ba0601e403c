import { REVIEW_WAIT, WORKING_DAY } from '@yunduo/validation';
import { and, count, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../db/client.ts';
import { descNullsLast } from '../../db/query.ts';
import { appEvents, appVersions } from '../../db/schema/index.ts';
import { workingTimesBetween } from '../calendar/clock.ts';

/** Events that end a review. Written inline, not as parameters, so that the planner can use the partial index. */
const isDecision = sql`${appEvents.action} in ('approve', 'reject', 'request_changes')`;
/** Events that start one. */
const BEGINNINGS = ['submit', 'appeal'] as const;

export interface ReviewWait {
  waiting: number;
  decisions: number;
  /** To one decimal; null with fewer decisions than `REVIEW_WAIT.fewest`. */
  medianWorkingDays: number | null;
}

/** Recent review times: over the last decisions, each measured from its submission. */
export async function reviewWait(db: Db): Promise<ReviewWait> {
  const [queue] = await db
    .select({ waiting: count() })
    .from(appVersions)
    .where(eq(appVersions.reviewStatus, 'in_review'));
  const started = alias(appEvents, 'begun');
  const submission = db
    .select({ at: started.at })
    .from(started)
    .where(
      and(
        eq(started.versionId, appEvents.versionId),
        inArray(started.action, [...BEGINNINGS]),
        lt(started.at, appEvents.at),
      ),
    )
    .orderBy(desc(started.at))
    .limit(1)
    .as('submission');
  const turns = await db
    .select({ from: submission.at, to: appEvents.at })
    .from(appEvents)
    .innerJoinLateral(submission, sql`true`)
    .where(isDecision)
    .orderBy(descNullsLast(appEvents.at), descNullsLast(appEvents.id))
    .limit(REVIEW_WAIT.decisions);
  const times = await workingTimesBetween(db, turns);
  return {
    waiting: queue?.waiting ?? 0,
    decisions: times.length,
    medianWorkingDays:
      times.length < REVIEW_WAIT.fewest ? null : Math.round((median(times) / WORKING_DAY) * 10) / 10,
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
