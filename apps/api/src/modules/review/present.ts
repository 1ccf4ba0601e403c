import type { DataOf, adminCalendar, adminReview } from '@yunduo/api-contract';
import type { Locale } from '@yunduo/i18n';
import { developerTerms as enTerms } from '@yunduo/i18n/en/developer-terms';
import { review as en } from '@yunduo/i18n/en/review';
import { developerTerms as zhTerms } from '@yunduo/i18n/zh/developer-terms';
import { review as zh } from '@yunduo/i18n/zh/review';
import { REJECT_REASONS, REVIEW_CHECK_ITEMS, SUGGESTION_FIELDS } from '@yunduo/validation';
import type { Files } from '../../files.ts';
import type { SuggestionRow } from '../dev-app/suggestions.ts';
import type { CalendarRow } from './calendar.ts';
import type { Claim } from './claims.ts';
import type { QueueRow } from './queue.ts';

type QueueItem = DataOf<typeof adminReview.queue>['list'][number];
export type WireClaim = NonNullable<DataOf<typeof adminReview.claim>['claim']>;
type WireSuggestion = DataOf<typeof adminReview.suggest>['list'][number];

/** Who reads, when, in which language. */
export interface Reader {
  id: number | null;
  locale: Locale;
  now: Date;
  /** Until when what is due counts as due soon. */
  soon: Date;
}

export function presentClaim(claim: Claim, readerId: number | null): WireClaim {
  return {
    reviewer: { id: claim.reviewerId, nickname: claim.nickname },
    mine: claim.reviewerId === readerId,
    claimed_at: claim.claimedAt.toISOString(),
    expires_at: claim.expiresAt.toISOString(),
  };
}

export function presentQueueItem(row: QueueRow, reader: Reader, files: Files): QueueItem {
  const { version, app, developer, submittedName } = row;
  const logo = submittedName ? row.submittedLogo : app.logo;
  // Under review there is always a moment by which it is due; the database holds that.
  const dueAt = version.dueAt ?? reader.now;
  const { reviewerId, nickname, claimedAt, expiresAt } = row.claim;
  const held = reviewerId !== null && nickname !== null && claimedAt !== null && expiresAt !== null;
  return {
    version_id: version.id,
    version: version.version,
    round: version.round,
    app: {
      id: app.id,
      app_key: app.appKey,
      name: (submittedName ?? app.name)[reader.locale],
      logo: logo === null ? null : files.url(logo),
      live: app.status === 'published',
    },
    developer:
      developer?.id == null || developer.nickname === null
        ? null
        : { id: developer.id, nickname: developer.nickname },
    appeal: version.appealedAt !== null && version.appealedAt >= (version.submittedAt ?? version.appealedAt),
    submitted_at: (version.appealedAt ?? version.submittedAt ?? version.createdAt).toISOString(),
    due_at: dueAt.toISOString(),
    overdue: dueAt < reader.now,
    due_soon: dueAt >= reader.now && dueAt <= reader.soon,
    claim: held ? presentClaim({ reviewerId, nickname, claimedAt, expiresAt }, reader.id) : null,
    own: reader.id !== null && app.developerId === reader.id,
  };
}

/** @param round of the version now, while it is under review; null otherwise */
export function presentSuggestion(row: SuggestionRow, round: number | null): WireSuggestion {
  return {
    id: row.id,
    round: row.round,
    field: row.field,
    text: row.text,
    created_at: row.createdAt.toISOString(),
    removable: row.round === round,
    answer: row.answer,
    answered_at: row.answeredAt?.toISOString() ?? null,
    resolved_at: row.resolvedAt?.toISOString() ?? null,
    resolved_by: row.resolvedBy,
  };
}

/** The tools of a review: the same for everybody, in both languages. */
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

export function presentCalendar(
  year: number,
  rows: readonly CalendarRow[],
): DataOf<typeof adminCalendar.save> {
  return {
    year,
    known: rows.length > 0,
    days: rows.map(({ day, working, name, editedAt }) => ({
      day,
      working,
      name: { zh: name.zh, en: name.en },
      edited_at: editedAt?.toISOString() ?? null,
    })),
  };
}
