import type { Locale } from './locale.ts';

const UNITS = [
  { length: 3600, zh: '小时', en: 'hours' },
  { length: 60, zh: '分钟', en: 'minutes' },
] as const;

/**
 * A duration in the largest unit that gives at least two, rounded up so that a retry is never too early: `40
 * 秒`, `3 minutes`, `24 hours`.
 */
export function waitOf(seconds: number, locale: Locale): string {
  const unit = UNITS.find(({ length }) => seconds >= 2 * length);
  if (unit) return `${Math.ceil(seconds / unit.length)} ${unit[locale]}`;
  return `${seconds} ${locale === 'zh' ? '秒' : seconds === 1 ? 'second' : 'seconds'}`;
}
