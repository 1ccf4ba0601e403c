import type { ActivityState } from '@yunduo/validation';
import type { activities } from '../../db/schema/index.ts';

export type ActivityRow = typeof activities.$inferSelect;

/** The state of an activity at a time. The start is inclusive, the end exclusive (specification §4). */
export function stateOf(
  { startsAt, endsAt }: Pick<ActivityRow, 'startsAt' | 'endsAt'>,
  now: Date,
): ActivityState {
  if (now < startsAt) return 'not_started';
  return now < endsAt ? 'in_progress' : 'ended';
}

/** The next start or end among the activities; null when there is none. */
export function nextBorder(
  rows: readonly Pick<ActivityRow, 'startsAt' | 'endsAt'>[],
  now: Date,
): Date | null {
  const ahead = rows.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]).filter((border) => border > now);
  return ahead.reduce<Date | null>((first, border) => (first && first < border ? first : border), null);
}
