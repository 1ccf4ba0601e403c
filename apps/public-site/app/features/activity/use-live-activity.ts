import type { Activity } from '@yunduo/api-contract';
import { useAppSelector, usePassed } from '@yunduo/app-shell';
import { handledByView, isApiFailure, useActivityDetailQuery } from '@yunduo/data-access';
import { selectGeneration } from '@yunduo/session';
import { MINUTE, SECOND, type ActivityState } from '@yunduo/validation';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';

/** Milliseconds before the next request to the server; the last pause repeats. */
const PAUSES = [SECOND, 5 * SECOND, 15 * SECOND, MINUTE] as const;

export interface LiveActivity {
  activity: Activity;
  /** When the signed-in visitor joined; null if they did not, or while unknown. */
  joinedAt: string | null;
  /** The next transition (start or end) on the visitor's clock; null on the server, and after the end. */
  deadline: number | null;
}

/**
 * The current state of an activity. The page may be a minute old when sent, and stay open for an hour: after hydration
 * the hook requests the server's time and the visitor's participation, and again at each transition. The visitor's
 * clock only measures the time elapsed since. Transitions are applied here even without an answer; failed requests are
 * retried. No toast: the page is usable without the answer. `onGone` is called while the activity is withdrawn.
 */
export function useLiveActivity(reported: Activity, serverTime: string, onGone: () => void): LiveActivity {
  const [awakeSince, setAwakeSince] = useState<number | null>(null);
  const session = useAppSelector(selectGeneration);
  const { id } = reported;
  const input = useMemo(() => handledByView({ id }), [id]);
  const { data, error, fulfilledTimeStamp, isFetching, isError, requestId, refetch } = useActivityDetailQuery(
    input,
    {
      skip: awakeSince === null,
      refetchOnMountOrArgChange: true,
    },
  );
  useEffect(() => setAwakeSince(Date.now()), []);

  const ask = useEffectEvent(() => {
    if (awakeSince !== null) void refetch();
    if (isApiFailure(error) && error.code === 'ACTIVITY_NOT_FOUND') onGone();
  });
  // A change of session, here or in another tab, clears the cached answer; the next user may have joined already.
  useEffect(() => ask(), [session]);

  // The latest data, with its time on the visitor's clock: the answer, or the page itself.
  const known = data
    ? { activity: data.activity, serverTime: data.server_time, at: fulfilledTimeStamp ?? null }
    : { activity: reported, serverTime, at: awakeSince };
  const onOwnClock = (moment: string): number | null =>
    known.at === null ? null : known.at + Date.parse(moment) - Date.parse(known.serverTime);
  const starts = onOwnClock(known.activity.starts_at);
  const ends = onOwnClock(known.activity.ends_at);
  const { state: answered } = known.activity;
  const started = usePassed(answered === 'not_started' ? starts : null);
  const over = usePassed(answered === 'ended' ? null : ends);
  const state: ActivityState = over ? 'ended' : started ? 'in_progress' : answered;
  const deadline = { not_started: starts, in_progress: ends, ended: null }[state];

  // After a transition applied here, and after a failed request. The first pause gives the server time to reach the
  // transition too, and cached answers time to expire.
  const crossed = state !== answered;
  const askAgain = !isFetching && (isError || crossed);
  const unanswered = useRef(0);
  useEffect(() => {
    if (!askAgain) return;
    const pause = PAUSES[Math.min(unanswered.current, PAUSES.length - 1)];
    unanswered.current += 1;
    const timer = setTimeout(ask, pause);
    return () => clearTimeout(timer);
  }, [askAgain, requestId]);
  // A different answer resets the pauses.
  const answer = `${answered} ${known.activity.ends_at} ${String(data !== undefined)}`;
  useEffect(() => {
    unanswered.current = 0;
  }, [answer]);

  return {
    activity: state === answered ? known.activity : { ...known.activity, state },
    joinedAt: data?.joined_at ?? null,
    deadline,
  };
}
