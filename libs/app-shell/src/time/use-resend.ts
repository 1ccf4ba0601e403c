import { tabStorage } from '@yunduo/session';
import { useCallback, useLayoutEffect, useState } from 'react';
import { useCountdown } from './use-countdown.ts';

const keyOf = (scene: string, address: string) => `resend:${scene}:${address.trim().toLowerCase()}`;

export interface Resend {
  /** Seconds until a code may be requested again; 0 if it may be now. */
  remaining: number;
  /**
   * A code was sent: waits for this many seconds (`resend_after` of the response, `retry_after` of a
   * rejection).
   */
  wait: (seconds: number) => void;
}

/** The countdown of an emailed code (R4.09), per scene and address. It survives a reload of the page. */
export function useResend(scene: string, address: string): Resend {
  const key = keyOf(scene, address);
  const [waiting, setWaiting] = useState<{ key: string; until: number | null }>({ key, until: null });
  useLayoutEffect(() => {
    setWaiting({ key, until: readDeadline(key) });
  }, [key]);
  const wait = useCallback(
    (seconds: number) => {
      const until = Date.now() + seconds * 1000;
      tabStorage.set(key, String(until));
      setWaiting({ key, until });
    },
    [key],
  );
  // Each address has its own wait.
  return { remaining: useCountdown(waiting.key === key ? waiting.until : null), wait };
}

function readDeadline(key: string): number | null {
  const stored = Number(tabStorage.get(key));
  if (stored > Date.now()) return stored;
  tabStorage.remove(key);
  return null;
}
