import { REVIEW_DECISIONS, type ReviewDecision } from '@yunduo/validation';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { appEvents, versionSubmissions } from '../../db/schema/review.ts';
import type { VersionRow } from './step.ts';

/** One submission of a version and its outcome. */
export interface Round {
  round: number;
  submittedAt: Date;
  /** Its last decision; null when it was withdrawn first, or is undecided. */
  decision: ReviewDecision | null;
  decidedAt: Date | null;
  /** The reviewer's message. */
  text: string;
  withdrawn: boolean;
  appealed: boolean;
}

/** What was submitted in a version's last round, or in the given one; null if older than the submissions table. */
export async function submissionOf(
  db: Db,
  { id, round }: Pick<VersionRow, 'id' | 'round'>,
): Promise<typeof versionSubmissions.$inferSelect | null> {
  const [row] = await db
    .select()
    .from(versionSubmissions)
    .where(and(eq(versionSubmissions.versionId, id), eq(versionSubmissions.round, round)));
  return row ?? null;
}

const ACTIONS = ['submit', 'revoke', 'appeal', ...REVIEW_DECISIONS] as const;
const ONCE_LIVE: readonly VersionRow['reviewStatus'][] = ['released', 'superseded', 'yanked'];

/** The rounds of a version, oldest first: each frozen submission with the timeline events that followed it. */
export async function roundsOf(db: Db, version: VersionRow): Promise<Round[]> {
  const submissions = await db
    .select({ round: versionSubmissions.round, submittedAt: versionSubmissions.submittedAt })
    .from(versionSubmissions)
    .where(eq(versionSubmissions.versionId, version.id))
    .orderBy(asc(versionSubmissions.round));
  const events = await db
    .select({ action: appEvents.action, at: appEvents.at, text: appEvents.text })
    .from(appEvents)
    .where(and(eq(appEvents.versionId, version.id), inArray(appEvents.action, [...ACTIONS])))
    .orderBy(asc(appEvents.at), asc(appEvents.id));
  const rounds = submissions.map(({ round, submittedAt }): Round => ({
    round,
    submittedAt,
    decision: null,
    decidedAt: null,
    text: '',
    withdrawn: false,
    appealed: false,
  }));
  const submits = events.filter(({ action }) => action === 'submit').length;
  // Rounds older than the timeline come first; a listing's round after the release comes last.
  let current = ONCE_LIVE.includes(version.reviewStatus) ? 0 : Math.max(0, version.round - submits);
  for (const { action, at, text } of events) {
    if (action === 'submit') current += 1;
    const round = rounds.find((one) => one.round === current);
    if (!round) continue;
    if (action === 'revoke') round.withdrawn = true;
    if (action === 'appeal') round.appealed = true;
    const decision = REVIEW_DECISIONS.find((one) => one === action);
    if (decision) Object.assign(round, { decision, decidedAt: at, text });
  }
  return rounds;
}

/** The newest decided submission before the current one: an undecided one is no basis for comparison. */
export async function lastDecidedRound(db: Db, version: VersionRow): Promise<number> {
  const decided = (await roundsOf(db, version)).filter(
    ({ round, decision }) => round < version.round && decision !== null,
  );
  return decided.at(-1)?.round ?? 0;
}
