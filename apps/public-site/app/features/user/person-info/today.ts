import { shanghaiDay } from '@yunduo/i18n';

/** The plain date of today where the site lives (UTC+8), as the rule for birthdays counts it. */
export const today = (now: number = Date.now()): string => shanghaiDay(new Date(now));
