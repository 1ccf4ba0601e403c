import type { DataOf, adminCalendar, adminReview } from '@yunduo/api-contract';
import type { Locale } from '@yunduo/i18n';
import { developerTerms as enTerms } from '@yunduo/i18n/en/developer-terms';
import { review as en } from '@yunduo/i18n/en/review';
import { developerTerms as zhTerms } from '@yunduo/i18n/zh/developer-terms';
import { review as zh } from '@yunduo/i18n/zh/review';
import { REJECT_REASONS, REVIEW_CHECK_ITEMS, SUGGESTION_FIELDS } from '@yunduo/validation';
import type { Files } from '../../files.ts';
import { presentStorePublisher } from '../store/publisher.ts';
import type { CalendarRow } from '../calendar/calendar.ts';
import { isYearKnown } from '../calendar/clock.ts';
import { isVersionEvent, presentContent, presentEvent } from '../publishing/present.ts';
import { isHidden, isRemovable, type SuggestionRow } from '../publishing/suggestions.ts';
import type { VersionRow } from '../publishing/step.ts';
import { humanCount, humanSize } from '../text/human.ts';
import { localized, localizedInBoth } from '../text/localized.ts';
import { isAppeal, type Claim } from './claims.ts';
import type { ReviewFile } from './detail.ts';
import type { QueueRow } from './queue.ts';

type QueueItem = DataOf<typeof adminReview.queue>['list'][number];
export type WireClaim = NonNullable<DataOf<typeof adminReview.claim>['claim']>;
type WireSuggestion = DataOf<typeof adminReview.suggest>['list'][number];

/** The reader, the time and the language. */
export interface Reader {
  id: number | null;
  locale: Locale;
  now: Date;
  /** Deadlines before this moment count as due soon. */
  soon: Date;
}

/** The holder of a claim; `mine` when that is the reader. */
export function presentClaim(claim: Claim, readerId: number | null): WireClaim {
  return {
    reviewer: { id: claim.reviewerId, nickname: claim.nickname },
    mine: claim.reviewerId === readerId,
    claimed_at: claim.claimedAt.toISOString(),
    expires_at: claim.expiresAt.toISOString(),
  };
}

const isOwn = (app: { developerId: number | null }, { id }: Reader): boolean =>
  id !== null && app.developerId === id;

/** A version waiting for review. A reviewer does not see who claimed their own app. */
export function presentQueueItem(row: QueueRow, reader: Reader, files: Files): QueueItem {
  const { version, app, developer, submittedName } = row;
  const logo = submittedName ? row.submittedLogo : app.logo;
  // A version under review always has a deadline; the database enforces it.
  const dueAt = version.dueAt ?? reader.now;
  const { reviewerId, nickname, claimedAt, expiresAt } = row.claim;
  const own = isOwn(app, reader);
  const held = reviewerId !== null && nickname !== null && claimedAt !== null && expiresAt !== null;
  return {
    version_id: version.id,
    version: version.version,
    listing: version.listing,
    round: version.round,
    app: {
      id: app.id,
      app_key: app.appKey,
      name: localized(submittedName ?? app.name, reader.locale),
      logo: logo === null ? null : files.url(logo),
      live: app.status === 'published',
    },
    developer:
      developer?.id == null || developer.nickname === null
        ? null
        : { id: developer.id, nickname: developer.nickname },
    appeal: isAppeal(version),
    submitted_at: (waitingSince(version) ?? version.createdAt).toISOString(),
    due_at: dueAt.toISOString(),
    overdue: dueAt < reader.now,
    due_soon: dueAt >= reader.now && dueAt <= reader.soon,
    working_days_left: row.workingDaysLeft,
    claim: held && !own ? presentClaim({ reviewerId, nickname, claimedAt, expiresAt }, reader.id) : null,
    own,
  };
}

/** A developer who is also a reviewer sees of their own app only what any developer sees. */
export function presentReview(
  file: ReviewFile,
  reader: Reader,
  files: Files,
): DataOf<typeof adminReview.detail> {
  const { version, app, developer, claim, content, facts } = file;
  const { dueAt } = version;
  const inReview = version.reviewStatus === 'in_review';
  const own = isOwn(app, reader);
  const suggestions = own ? file.suggestions.filter((row) => !isHidden(row, version)) : file.suggestions;
  const lookAlikes = own ? file.lookAlikes.filter(({ wasPublished }) => wasPublished) : file.lookAlikes;
  const lastChecks = own ? null : file.checks;
  const rejectedByReader = reader.id !== null && file.rejecterId === reader.id;
  return {
    version_id: version.id,
    listing: version.listing,
    round: version.round,
    review_status: version.reviewStatus,
    appeal: isAppeal(version),
    submitted_at: waitingSince(version)?.toISOString() ?? null,
    due_at: dueAt?.toISOString() ?? null,
    overdue: dueAt !== null && dueAt < reader.now,
    working_days_left: file.workingDaysLeft,
    due_soon: dueAt !== null && dueAt >= reader.now && dueAt <= reader.soon,
    decided_at: version.decidedAt?.toISOString() ?? null,
    app: {
      id: app.id,
      app_key: app.appKey,
      status: app.status,
      certified: app.certified,
      source: app.source,
      free: app.free,
      downloads: { zh: humanCount(app.downloadCount, 'zh'), en: humanCount(app.downloadCount, 'en') },
      download_num: app.downloadCount,
      first_published_at: app.firstPublishedAt?.toISOString() ?? null,
      store_name: app.firstPublishedAt === null ? null : localizedInBoth(app.name),
      taken_down: app.takenDownAt !== null,
    },
    developer,
    ...(file.publisher && {
      publisher: { name: file.publisher.name, more: presentStorePublisher(file.publisher) },
    }),
    own,
    rejected_by_reader: rejectedByReader,
    claim: claim && !own ? presentClaim(claim, reader.id) : null,
    decidable: inReview && !own && !rejectedByReader && (claim === null || claim.reviewerId === reader.id),
    content: presentContent(content, null, reader.locale, files),
    facts: {
      version: facts.version,
      git_version: facts.gitVersion,
      git_commit: facts.gitCommit ?? null,
      package_sha256: facts.packageSha256 ?? null,
      repo_url: facts.repoUrl,
      size: facts.size,
      human_size: humanSize(facts.size),
      description: { zh: facts.description.zh, en: facts.description.en },
      changes: facts.changes.map(({ kind, text }) => ({ kind, text: { zh: text.zh, en: text.en } })),
    },
    difference: file.difference,
    suggestions: suggestions.map((row) => presentSuggestion(row, version, reader.id)),
    look_alikes: lookAlikes.map(({ appId, appKey, name, status }) => ({
      app_id: appId,
      app_key: appKey,
      name: localizedInBoth(name),
      status,
    })),
    rounds: file.rounds.map(({ round, submittedAt, decision, decidedAt, text, withdrawn, appealed }) => ({
      round,
      submitted_at: submittedAt.toISOString(),
      decision,
      decided_at: decidedAt?.toISOString() ?? null,
      text,
      withdrawn,
      appealed,
    })),
    timeline: file.events.map((event) => presentEvent(event, reader.locale)).filter(isVersionEvent),
    checklist: {
      decided_at: lastChecks?.decidedAt.toISOString() ?? null,
      checks: (lastChecks?.checks ?? []).map(({ item, answer, note }) => ({ item, answer, note })),
    },
  };
}

/** Start of the wait: the submission, or a later appeal. */
const waitingSince = (version: VersionRow): Date | null =>
  isAppeal(version) ? version.appealedAt : version.submittedAt;

/** A suggestion as reviewers see it; `removable` for its author until the developer has seen it. */
export function presentSuggestion(
  row: SuggestionRow,
  version: VersionRow,
  readerId: number | null,
): WireSuggestion {
  return {
    id: row.id,
    round: row.round,
    field: row.field,
    text: row.text,
    created_at: row.createdAt.toISOString(),
    removable: row.reviewerId === readerId && isRemovable(row, version),
    answer: row.answer,
    answered_at: row.answeredAt?.toISOString() ?? null,
    resolved_at: row.resolvedAt?.toISOString() ?? null,
    resolved_by: row.resolvedBy,
  };
}

/** The review checklist, the same for every reviewer, in both languages. */
export function presentChecklist(): DataOf<typeof adminReview.checklist> {
  const both = (chinese: string, english: string) => ({ zh: chinese, en: english });
  return {
    items: REVIEW_CHECK_ITEMS.map((item) => ({
      item,
      title: both(zh.checks[item].title, en.checks[item].title),
      hint: both(zh.checks[item].hint, en.checks[item].hint),
    })),
    reasons: REJECT_REASONS.map((reason) => ({
      reason,
      title: both(zhTerms.reject_reason[reason], enTerms.reject_reason[reason]),
    })),
    fields: SUGGESTION_FIELDS.map((field) => ({
      field,
      title: both(zhTerms.field[field], enTerms.field[field]),
    })),
  };
}

/** The calendar exceptions of a year, and whether its holidays are entered. */
export function presentCalendar(
  year: number,
  rows: readonly CalendarRow[],
): DataOf<typeof adminCalendar.save> {
  return {
    year,
    known: isYearKnown(rows),
    days: rows.map(({ day, working, name, editedAt }) => ({
      day,
      working,
      name: { zh: name.zh, en: name.en },
      edited_at: editedAt?.toISOString() ?? null,
    })),
  };
}
