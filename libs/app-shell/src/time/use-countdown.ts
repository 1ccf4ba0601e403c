import { useEffect, useState } from 'react';

/** Whole seconds until `deadline` (epoch milliseconds), 0 when it has passed or there is none; renders each second. */
export function useCountdown(deadline: number | null): number {
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (deadline === null) return;
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(() => {
      tick();
      if (Date.now() >= deadline) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [deadline]);
  // The clock is read in the effect: what the server renders must not depend on the time.
  return deadline === null || now === 0 ? 0 : Math.max(0, Math.ceil((deadline - now) / 1000));
}

export interface CountdownParts {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
}

/** Seconds as days, hours, minutes and seconds. */
export function countdownParts(seconds: number): CountdownParts {
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  };
}
