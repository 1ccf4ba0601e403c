import { HOUR } from '@yunduo/validation';
import type { Locale } from './locale.ts';

/** Offset of Shanghai from UTC in milliseconds; there has been no daylight saving time since 1991. */
export const SHANGHAI = 8 * HOUR;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** A date whose UTC fields show the time in Shanghai. */
export const inShanghai = (moment: number): Date => new Date(moment + SHANGHAI);

/** The calendar day of a moment in Asia/Shanghai, `2026-10-01`. */
export const shanghaiDay = (moment: Date): string => inShanghai(moment.getTime()).toISOString().slice(0, 10);

/**
 * Formats the day of a moment in Shanghai: `2026年11月18日`, `18 Nov 2026` with no-break spaces. The same on the server
 * and in every browser, and without `Intl`, whose first use delays the first interaction on a phone by 40 ms.
 */
export function dayOf(moment: string, locale: Locale): string {
  const there = inShanghai(Date.parse(moment));
  const [year, month, day] = [there.getUTCFullYear(), there.getUTCMonth(), there.getUTCDate()];
  return locale === 'zh' ? `${year}年${month + 1}月${day}日` : `${day}\u00a0${MONTHS[month]}\u00a0${year}`;
}

/** Formats a moment in Shanghai: `2026年11月18日 09:05`, `18 Nov 2026, 09:05`. */
export function momentOf(moment: string, locale: Locale): string {
  const there = inShanghai(Date.parse(moment));
  const time = there.toISOString().slice(11, 16);
  return `${dayOf(moment, locale)}${locale === 'zh' ? ' ' : ', '}${time}`;
}

/** Formats a deadline: English names the time zone, which a reader abroad would not expect. */
export const deadlineOf = (moment: string, locale: Locale): string =>
  `${momentOf(moment, locale)}${locale === 'zh' ? '' : ' (Beijing time)'}`;
