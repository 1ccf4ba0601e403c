import type { Locale } from './locale.ts';

const UNITS = [
  { length: 3600, zh: '小时', en: 'hours' },
  { length: 60, zh: '分钟', en: 'minutes' },
] as const;

/**
 * So many seconds in the largest unit that there are two of, rounded up so that nobody comes too early: `40 秒`,
 * `3 minutes`, `24 hours`.
 */
export function waitOf(seconds: number, locale: Locale): string {
  const unit = UNITS.find(({ length }) => seconds >= 2 * length);
  if (unit) return `${Math.ceil(seconds / unit.length)} ${unit[locale]}`;
  return `${seconds} ${locale === 'zh' ? '秒' : seconds === 1 ? 'second' : 'seconds'}`;
}
