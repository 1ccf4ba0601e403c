import type { InputOf, devApp } from '@yunduo/api-contract';
import { DAY, REVIEW_APPEAL_DAYS, type AppTurn } from '@yunduo/validation';
import { alias } from 'drizzle-orm/pg-core';
import { and, count, desc, eq, like, or, sql, type SQL } from 'drizzle-orm';
import { after } from '../../clock.ts';
import type { Db } from '../../db/client.ts';
import { containing, descNullsLast, paged } from '../../db/query.ts';
import { appDrafts, appEvents, versionSubmissions, versionSuggestions } from '../../db/schema/review.ts';
import { apps, appVersions } from '../../db/schema/store.ts';
import type { SessionUser } from '../../http/route.ts';
import { normalise } from '../store/search-text.ts';
import { pendingVersions } from './pending-version.ts';

type Pending = ReturnType<typeof pendingVersions>;

/** `isOnHold` as a condition. */
const isOnHold = (pending: Pending): SQL => sql`(${pending.listing} and ${apps.status} <> 'published'
  and ${pending.reviewStatus} in ('changes_requested', 'withdrawn', 'approved'))`;

/** `nextActorOf` as a condition, for the filter. */
function nextActorIs(turn: AppTurn, pending: Pending, now: Date): SQL {
  const appealable = sql`(${pending.reviewStatus} = 'rejected' and ${pending.appealedAt} is null
    and ${pending.decidedAt} >= ${after(now, -REVIEW_APPEAL_DAYS * DAY).toISOString()}::timestamptz)`;
  const developer = sql`(coalesce((${pending.reviewStatus} in ('draft', 'withdrawn', 'changes_requested')
    or (${pending.reviewStatus} = 'approved' and ${apps.takenDownAt} is null) or ${appealable})
    and not ${isOnHold(pending)}, false) or (${pending.id} is null and ${apps.status} = 'pending_release'))`;
  const reviewer = sql`coalesce(${pending.reviewStatus} = 'in_review', false)`;
  if (turn === 'developer') return developer;
  if (turn === 'reviewer') return reviewer;
  return sql`not (${developer} or ${reviewer})`;
}

function searched(input: string | undefined): SQL | undefined {
  const text = normalise(input ?? '');
  if (text === '') return undefined;
  const part = containing(text);
  return or(like(apps.searchNames, part), like(apps.appKey, part));
}

/** A page of a developer's apps, last changed first, with the pending version. */
export async function listOwnApps(
  db: Db,
  developer: SessionUser,
  input: InputOf<typeof devApp.list>,
  now: Date,
) {
  const live = alias(appVersions, 'live');
  const pending = pendingVersions(db);
  const only = developer.token?.appId ?? null;
  const filter = and(
    eq(apps.developerId, developer.id),
    only === null ? undefined : eq(apps.id, only),
    searched(input.q),
    input.status === undefined ? undefined : eq(apps.status, input.status),
    input.review_status === undefined ? undefined : eq(pending.reviewStatus, input.review_status),
    input.waits_for === undefined ? undefined : nextActorIs(input.waits_for, pending, now),
  );
  const openSuggestions = sql<number>`(select count(*)::int from ${versionSuggestions} s
    where s.version_id = ${pending.id} and ${pending.reviewStatus} = 'changes_requested'
      and s.resolved_at is null and s.answer is null)`;
  // Compares as `draftChanges` does: keys of stored JSON are unordered.
  const draftDiffers = sql<boolean>`exists (select 1 from ${appDrafts} d
    left join ${versionSubmissions} s on s.version_id = ${live.id} and s.round = ${live.round}
    where d.app_id = ${apps.id} and d.content is distinct from s.content)`;
  const rows = db
    .select({
      id: apps.id,
      appKey: apps.appKey,
      name: apps.name,
      intro: apps.intro,
      logo: apps.logo,
      status: apps.status,
      takenDownAt: apps.takenDownAt,
      pending: {
        id: pending.id,
        version: pending.version,
        listing: pending.listing,
        reviewStatus: pending.reviewStatus,
        dueAt: pending.dueAt,
        createdAt: pending.createdAt,
        submittedAt: pending.submittedAt,
        decidedAt: pending.decidedAt,
        appealedAt: pending.appealedAt,
      },
      liveVersion: live.version,
      liveSince: live.releasedAt,
      withdrawnAt: sql<Date | null>`(select max(e.at) from ${appEvents} e
        where e.version_id = ${pending.id} and e.action = 'revoke')`.mapWith(appEvents.at),
      draftDiffers,
      newestVersion: sql<
        string | null
      >`(select v.version from ${appVersions} v where v.app_id = ${apps.id} and not v.listing
        order by v.version_key desc limit 1)`,
      openSuggestions,
      downloadCount: apps.downloadCount,
      createdAt: apps.createdAt,
      updatedAt: apps.updatedAt,
    })
    .from(apps)
    .leftJoin(live, eq(live.id, apps.currentVersionId))
    .leftJoinLateral(pending, sql`true`)
    .where(filter)
    .orderBy(descNullsLast(apps.updatedAt), desc(apps.id));
  const counted = db
    .select({ total: count() })
    .from(apps)
    .leftJoinLateral(pending, sql`true`)
    .where(filter);
  return paged(input, rows, counted);
}
