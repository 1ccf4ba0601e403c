import type { Activity } from '@yunduo/api-contract';
import { useAppSelector, usePassed } from '@yunduo/app-shell';
import { handledByView, useActivityDetailQuery } from '@yunduo/data-access';
import { selectGeneration } from '@yunduo/session';
import { MINUTE, SECOND, type ActivityState } from '@yunduo/validation';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';

/** Milliseconds before the server is asked again; the last pause repeats. */
const PAUSES = [SECOND, 5 * SECOND, 15 * SECOND, MINUTE] as const;

export interface LiveActivity {
  activity: Activity;
  /** When the signed-in visitor joined; null when they did not, or nobody knows yet. */
  joinedAt: string | null;
  /** The next border, start or end, on the visitor's clock; null on the server, and after the end. */
  deadline: number | null;
}

/**
 * The activity as it is now. The page may be a minute old, and its reader may look at it for an hour: once it is awake it
 * asks for the server's time, and whether this visitor takes part; at the border it asks again. The visitor's clock only
 * counts what has passed since. A border that passes is crossed here, whether or not anybody answers; a question without
 * an answer is repeated. No toast: the page stands without the answer.
 */
export function useLiveActivity(told: Activity, serverTime: string): LiveActivity {
  const [awakeSince, setAwakeSince] = useState<number | null>(null);
  const session = useAppSelector(selectGeneration);
  const { id } = told;
  const input = useMemo(() => handledByView({ id }), [id]);
  const { data, fulfilledTimeStamp, isFetching, isError, requestId, refetch } = useActivityDetailQuery(
    input,
    {
      skip: awakeSince === null,
      refetchOnMountOrArgChange: true,
    },
  );
  useEffect(() => setAwakeSince(Date.now()), []);

  const ask = useEffectEvent(() => {
    if (awakeSince !== null) void refetch();
  });
  // With the session, here or in another tab, the store forgot the answer; its next owner may take part already.
  useEffect(() => ask(), [session]);

  // What is known, and when it was true on the visitor's clock: the answer, or the page itself.
  const known = data
    ? { activity: data.activity, serverTime: data.server_time, at: fulfilledTimeStamp ?? null }
    : { activity: told, serverTime, at: awakeSince };
  const onOwnClock = (moment: string): number | null =>
    known.at === null ? null : known.at + Date.parse(moment) - Date.parse(known.serverTime);
  const starts = onOwnClock(known.activity.starts_at);
  const ends = onOwnClock(known.activity.ends_at);
  const { state: answered } = known.activity;
  const begun = usePassed(answered === 'not_started' ? starts : null);
  const over = usePassed(answered === 'ended' ? null : ends);
  const state: ActivityState = over ? 'ended' : begun ? 'in_progress' : answered;
  const deadline = { not_started: starts, in_progress: ends, ended: null }[state];

  // At a border that was crossed here, and after a question that nobody answered. The first pause lets the server cross
  // the border too, and an answer that was kept on the way grow old.
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
  // Another answer than before begins with the first pause again.
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
