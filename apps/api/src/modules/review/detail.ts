import type { DevDifference } from '@yunduo/api-contract';
import type { Locale } from '@yunduo/i18n';
import { WORKING_DAY } from '@yunduo/validation';
import { desc, eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import {
  appDrafts,
  apps,
  appVersions,
  publishers,
  reviewChecks,
  users,
  type AppContent,
  type ReviewCheck,
  type VersionFacts,
} from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import type { PublisherRow } from '../store/publisher.ts';
import { workingTimeBetween } from '../calendar/clock.ts';
import { emptyContent } from '../publishing/content.ts';
import { differenceOf } from '../publishing/difference.ts';
import { listEvents } from '../publishing/events.ts';
import { lookAlikes, type LookAlike } from '../publishing/names.ts';
import { roundsOf, submissionOf, type Round } from '../publishing/rounds.ts';
import { suggestionsOf, type SuggestionRow } from '../publishing/suggestions.ts';
import type { AppRow, VersionRow } from '../publishing/step.ts';
import { factsOf } from '../publishing/versions.ts';
import { claimOf, rejecterOf, type Claim } from './claims.ts';

/** Timeline events shown initially. */
const EVENTS = 50;

export interface ReviewFile {
  version: VersionRow;
  app: AppRow;
  developer: { id: number; nickname: string } | null;
  publisher: PublisherRow | null;
  claim: Claim | null;
  /** Reviewer whose rejection is under appeal, and who may not review the appeal. */
  rejecterId: number | null;
  content: AppContent;
  facts: VersionFacts;
  difference: DevDifference;
  suggestions: SuggestionRow[];
  lookAlikes: LookAlike[];
  events: Awaited<ReturnType<typeof listEvents>>['list'];
  checks: { decidedAt: Date; checks: ReviewCheck[] } | null;
  rounds: Round[];
  /** Whole working days until due; null while the clock is stopped. */
  workingDaysLeft: number | null;
}

/**
 * Everything a decision needs: the frozen submission, its changes, the suggestions and answers of earlier rounds,
 * confusingly similar names, the timeline, and the checklist of the last decision.
 * @throws ApiError VERSION_NOT_FOUND also for a draft: a version never submitted is visible to its developer only
 */
export async function reviewFile(
  context: Pick<Context, 'db' | 'clock' | 'files'>,
  versionId: number,
  locale: Locale,
): Promise<ReviewFile> {
  const { db, clock } = context;
  const [found] = await db
    .select({
      version: appVersions,
      app: apps,
      developer: { id: users.id, nickname: users.nickname },
      publisher: publishers,
    })
    .from(appVersions)
    .innerJoin(apps, eq(apps.id, appVersions.appId))
    .leftJoin(users, eq(users.id, apps.developerId))
    .leftJoin(publishers, eq(publishers.userId, apps.developerId))
    .where(eq(appVersions.id, versionId));
  if (!found || found.version.reviewStatus === 'draft') throw apiError('VERSION_NOT_FOUND');
  const { version, app, developer, publisher } = found;
  const { content, facts } = await handedIn(db, version);
  const { list: events } = await listEvents(db, app.id, { versionId, page_size: EVENTS });
  return {
    version,
    app,
    developer,
    publisher,
    claim: await claimOf(db, versionId, clock.now()),
    rejecterId: await rejecterOf(db, version),
    content,
    facts,
    difference: await differenceOf(context, versionId, locale, { handedIn: { content, facts } }),
    suggestions: await suggestionsOf(db, version, 'reviewer'),
    lookAlikes: await lookAlikes(db, [content.name.zh, content.name.en], app.id),
    events,
    checks: await lastChecks(db, versionId),
    rounds: await roundsOf(db, version),
    workingDaysLeft:
      version.dueAt && Math.floor((await workingTimeBetween(db, clock.now(), version.dueAt)) / WORKING_DAY),
  };
}

/** The last submission. A version older than the submissions table has the draft, and an official app no text. */
async function handedIn(db: Db, version: VersionRow): Promise<{ content: AppContent; facts: VersionFacts }> {
  const frozen = await submissionOf(db, version);
  if (frozen) return frozen;
  const [draft] = await db
    .select({ content: appDrafts.content })
    .from(appDrafts)
    .where(eq(appDrafts.appId, version.appId));
  return { content: draft?.content ?? emptyContent(), facts: factsOf(version) };
}

async function lastChecks(db: Db, versionId: number): Promise<ReviewFile['checks']> {
  const [row] = await db
    .select({ decidedAt: reviewChecks.decidedAt, checks: reviewChecks.checks })
    .from(reviewChecks)
    .where(eq(reviewChecks.versionId, versionId))
    .orderBy(desc(reviewChecks.decidedAt), desc(reviewChecks.id))
    .limit(1);
  return row ?? null;
}
