import { htmlLang, type Locale } from './locale.ts';

const formats = new Map<Locale, Intl.DateTimeFormat>();

/** A moment as a day in Shanghai: `2026年11月18日`, `18 Nov 2026`. The same on the server and in every browser. */
export function dayOf(moment: string, locale: Locale): string {
  let format = formats.get(locale);
  if (!format) {
    format = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : htmlLang(locale), {
      timeZone: 'Asia/Shanghai',
      year: 'numeric',
      month: locale === 'en' ? 'short' : 'long',
      day: 'numeric',
    });
    formats.set(locale, format);
  }
  return format.format(new Date(moment));
}
