import { MINUTE, SECOND } from '@yunduo/validation';
import { useEffect, useEffectEvent, useState } from 'react';

/**
 * True if `deadline` (epoch milliseconds) has passed on the visitor's clock; false without one. Renders once,
 * at that moment, however far ahead it is, and also if the computer was asleep.
 */
export function usePassed(deadline: number | null): boolean {
  const [passed, setPassed] = useState<number | null>(null);
  useEffect(() => {
    if (deadline === null) return;
    return probeOnTime(() => {
      const wait = deadline - Date.now();
      if (wait > 0) return wait;
      setPassed(deadline);
      return Infinity;
    });
  }, [deadline]);
  return deadline !== null && passed === deadline;
}

/**
 * Calls `probe` now, after the milliseconds that it returns (never again for Infinity) and when the page becomes
 * visible. Returns how to stop. A timer pauses while the computer sleeps, and takes at most 2^31 ms: it is looked at
 * every minute.
 */
function probeOnTime(probe: () => number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    const wait = probe();
    if (wait !== Infinity) timer = setTimeout(look, Math.min(wait, MINUTE));
  };
  look();
  document.addEventListener('visibilitychange', look);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
  };
}

/**
 * Refetches whenever one of these moments (ISO) passes while the page is open: an answer holds no longer than the
 * offers, claims and deadlines in it. A second later, because the clocks of visitor and server differ a little.
 */
export function useRefetchAt(moments: readonly (string | null | undefined)[], refetch: () => unknown): void {
  const ask = useEffectEvent(refetch);
  const all = moments.filter(Boolean).join();
  useEffect(() => {
    const ends = all.split(',').map((moment) => Date.parse(moment) + SECOND);
    let seen = Date.now();
    return probeOnTime(() => {
      const now = Date.now();
      if (ends.some((end) => end > seen && end <= now)) ask();
      seen = now;
      return Math.min(...ends.filter((end) => end > now)) - now;
    });
  }, [all]);
}
