import type { Locale } from '@yunduo/i18n';

/** A moment of the wire as people here write it, in the time of the site (Asia/Shanghai). */
export function momentText(iso: string, locale: Locale): string {
  return new Intl.DateTimeFormat(locale === 'zh' ? 'zh-CN' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Asia/Shanghai',
  }).format(new Date(iso));
}
