import { useEffect, useRef, type RefObject } from 'react';

/**
 * A signal for what an event handler has started: aborted when the component leaves the page or `part` changes. Read
 * `current` in the handler, before the first `await`.
 */
export function useLeaveSignal(part?: string): RefObject<AbortSignal | undefined> {
  const signal = useRef<AbortSignal>(undefined);
  useEffect(() => {
    const leave = new AbortController();
    signal.current = leave.signal;
    return () => leave.abort();
  }, [part]);
  return signal;
}
