import type { Clock } from '../clock.ts';
import { ConfigError } from '../config.ts';

/**
 * The time that seeded dates count back from: `SEED_NOW`, by default the current time.
 * @throws ConfigError when it is set to an invalid date.
 */
export function seedMoment(value: string | undefined, clock: Clock): Date {
  if (!value?.trim()) return clock.now();
  const moment = new Date(value);
  if (Number.isNaN(moment.getTime()))
    throw new ConfigError('SEED_NOW must be a date, such as 2026-11-20T02:00:00Z');
  return moment;
}
