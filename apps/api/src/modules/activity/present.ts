import type { Activity, AdminActivity } from '@yunduo/api-contract';
import type { Locale } from '@yunduo/i18n';
import { renderMarkdown } from '../text/markdown.ts';
import { stateOf, type ActivityRow } from './state.ts';

/** An activity with its number of participants. */
export interface ActivityWithCount {
  activity: ActivityRow;
  joined: number;
}

/** An activity in the reader's language, with its current state. */
export function presentActivity(
  { activity, joined }: ActivityWithCount,
  locale: Locale,
  now: Date,
): Activity {
  const terms = activity.terms[locale];
  return {
    id: activity.id,
    title: activity.title[locale],
    intro: activity.intro[locale],
    html: activity.html[locale],
    terms: terms === '' ? '' : renderMarkdown(terms),
    starts_at: activity.startsAt.toISOString(),
    ends_at: activity.endsAt.toISOString(),
    state: stateOf(activity, now),
    joined_count: joined,
  };
}

/** A full activity, for operators to edit. */
export function presentForOperator({ activity, joined }: ActivityWithCount, now: Date): AdminActivity {
  const { id, revision, title, intro, html, terms } = activity;
  return {
    id,
    revision,
    title,
    intro,
    html,
    terms,
    starts_at: activity.startsAt.toISOString(),
    ends_at: activity.endsAt.toISOString(),
    state: stateOf(activity, now),
    withdrawn_at: activity.withdrawnAt?.toISOString() ?? null,
    joined_count: joined,
    updated_at: activity.updatedAt.toISOString(),
  };
}
