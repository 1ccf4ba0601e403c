import type { Locale } from '@yunduo/i18n';

/** The day of a moment as people here write it, in the time of the site (Asia/Shanghai). */
export const dayText = (iso: string, locale: Locale): string =>
  new Intl.DateTimeFormat(locale === 'zh' ? 'zh-CN' : 'en-GB', {
    dateStyle: 'medium',
    timeZone: 'Asia/Shanghai',
  }).format(new Date(iso));
