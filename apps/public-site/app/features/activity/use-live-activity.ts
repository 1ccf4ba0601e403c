import type { Activity } from '@yunduo/api-contract';
import { useAppSelector } from '@yunduo/app-shell';
import { useActivityDetailQuery } from '@yunduo/data-access';
import { selectGeneration } from '@yunduo/session';
import { useEffect, useEffectEvent, useState } from 'react';

/** A timer counts its milliseconds in 32 bits; further ahead than that nobody leaves a page open. */
const TIMER_MAX = 2 ** 31 - 1;

export interface LiveActivity {
  activity: Activity;
  /** When the signed-in visitor joined; null when they did not, or nobody knows yet. */
  joinedAt: string | null;
  /** The next border, start or end, on the visitor's clock; null until the server's time is known, and after the end. */
  deadline: number | null;
}

/**
 * The activity as it is now. The page may be a minute old, and its reader may look at it for an hour: once it is awake it
 * asks for the server's time, and whether this visitor takes part; at the border it asks again. The visitor's clock only
 * counts what has passed since.
 */
export function useLiveActivity(told: Activity): LiveActivity {
  const [awake, setAwake] = useState(false);
  const session = useAppSelector(selectGeneration);
  const { data, fulfilledTimeStamp, refetch } = useActivityDetailQuery(
    { id: told.id },
    { skip: !awake, refetchOnMountOrArgChange: true },
  );
  useEffect(() => setAwake(true), []);

  // With the session, here or in another tab, the store forgot the answer; its next owner may take part already.
  const askAgain = useEffectEvent(() => {
    if (awake) void refetch();
  });
  useEffect(() => askAgain(), [session]);

  const activity = data?.activity ?? told;
  const border = { not_started: activity.starts_at, in_progress: activity.ends_at, ended: null }[
    activity.state
  ];
  const deadline =
    data && border && fulfilledTimeStamp
      ? fulfilledTimeStamp + Date.parse(border) - Date.parse(data.server_time)
      : null;

  const cross = useEffectEvent(() => void refetch());
  useEffect(() => {
    if (deadline === null) return;
    const wait = deadline - Date.now();
    if (wait > TIMER_MAX) return;
    // A second later, so that the server has crossed it too, and an answer kept on the way is gone.
    const timer = setTimeout(cross, Math.max(wait, 0) + 1000);
    return () => clearTimeout(timer);
  }, [deadline]);

  return { activity, joinedAt: data?.joined_at ?? null, deadline };
}
