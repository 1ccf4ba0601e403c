import { useLayoutEffect, useState } from 'react';

const secondsUntil = (deadline: number): number => Math.max(0, Math.ceil((deadline - Date.now()) / 1000));

/**
 * Whole seconds until `deadline` (epoch milliseconds), 0 if it has passed or there is none. Renders each
 * second.
 */
export function useCountdown(deadline: number | null): number {
  // The count belongs to its deadline: the next one must not start with the previous clock.
  const [counted, setCounted] = useState({ deadline, seconds: 0 });
  // The clock is read in an effect, before paint, because server output must not depend on the time.
  useLayoutEffect(() => {
    if (deadline === null) return;
    const tick = () => {
      const seconds = secondsUntil(deadline);
      setCounted({ deadline, seconds });
      return seconds;
    };
    if (tick() === 0) return;
    const timer = setInterval(() => {
      if (tick() === 0) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [deadline]);
  return counted.deadline === deadline ? counted.seconds : 0;
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
