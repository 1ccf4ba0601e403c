import { HOUR } from '@yunduo/validation';
import type { Locale } from './locale.ts';

/** Milliseconds that Shanghai is ahead of UTC, all year round: there has been no summer time since 1991. */
export const SHANGHAI = 8 * HOUR;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** A date whose UTC parts are those of the clock in Shanghai at that moment. */
export const inShanghai = (moment: number): Date => new Date(moment + SHANGHAI);

/** The calendar day of Asia/Shanghai in which a moment lies, `2026-10-01`. */
export const shanghaiDay = (moment: Date): string => inShanghai(moment.getTime()).toISOString().slice(0, 10);

/**
 * A moment as a day in Shanghai: `2026年11月18日`, `18 Nov 2026`. The same on the server and in every browser, and
 * without `Intl`, whose first use takes a phone 40 ms of the time until its owner's first press has an effect.
 */
export function dayOf(moment: string, locale: Locale): string {
  const there = inShanghai(Date.parse(moment));
  const [year, month, day] = [there.getUTCFullYear(), there.getUTCMonth(), there.getUTCDate()];
  return locale === 'zh' ? `${year}年${month + 1}月${day}日` : `${day} ${MONTHS[month]} ${year}`;
}

/** A moment of the clock in Shanghai: `2026年11月18日 09:05`, `18 Nov 2026, 09:05`. */
export function momentOf(moment: string, locale: Locale): string {
  const there = inShanghai(Date.parse(moment));
  const time = there.toISOString().slice(11, 16);
  return `${dayOf(moment, locale)}${locale === 'zh' ? ' ' : ', '}${time}`;
}

/** A moment by which something has to happen: in English with the zone, which a reader abroad would not think of. */
export const deadlineOf = (moment: string, locale: Locale): string =>
  `${momentOf(moment, locale)}${locale === 'zh' ? '' : ' (Beijing time)'}`;
