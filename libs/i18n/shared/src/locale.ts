/** Locales and their paths: Chinese has no prefix, English lives under `/en`. The URL alone decides. */
export const LOCALES = ['zh', 'en'] as const;
export type Locale = (typeof LOCALES)[number];

/** The language header of the API (specification §7). */
export type LanguageHeader = 'zh-cn' | 'us';
export const languageHeader = (locale: Locale): LanguageHeader => (locale === 'zh' ? 'zh-cn' : 'us');
/** A missing header means Chinese, anything unknown English. */
export const localeOfHeader = (header: string | undefined): Locale =>
  header === undefined || header === 'zh-cn' ? 'zh' : 'en';
/** The preferred one of both languages in `Accept-Language` (RFC 9110 §12.5.4); null if it names neither. */
export function localeOfAccepted(header: string | undefined): Locale | null {
  let preferred: Locale | null = null;
  let best = 0;
  for (const part of (header ?? '').split(',')) {
    const [, name, quality = '1'] = /^\s*(zh|en)(?:-[\w-]+)?\s*(?:;\s*q=([\d.]+)\s*)?$/i.exec(part) ?? [];
    if (name === undefined || Number(quality) <= best) continue;
    preferred = name.toLowerCase() === 'zh' ? 'zh' : 'en';
    best = Number(quality);
  }
  return preferred;
}
export const htmlLang = (locale: Locale): string => (locale === 'zh' ? 'zh-CN' : 'en');
/** The common state's language sign (specification §3). */
export const languageSign = (locale: Locale): 'ZH' | 'EN' => (locale === 'zh' ? 'ZH' : 'EN');

/** `/en/store` → `{ locale: 'en', path: '/store' }`; `/english` is a Chinese path. */
export function splitLocale(pathname: string): { locale: Locale; path: string } {
  if (pathname === '/en' || pathname.startsWith('/en/')) {
    return { locale: 'en', path: pathname.slice(3) || '/' };
  }
  return { locale: 'zh', path: pathname || '/' };
}

/** `('en', '/store?q=a')` → `/en/store?q=a`; the home page is `/` or `/en`. */
export function localePath(locale: Locale, path: string): string {
  if (locale === 'zh') return path;
  return path === '/'
    ? '/en'
    : path.startsWith('/?') || path.startsWith('/#')
      ? `/en${path.slice(1)}`
      : `/en${path}`;
}

// Scripts from right to left; the surrogates begin those in use beyond U+FFFF.
const RIGHT_TO_LEFT = /[\u0591-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\ud803\ud83a]/;

/**
 * A value within a sentence: an Arabic or Hebrew one is isolated, otherwise it pulls the number or word after it to its
 * other side. Other values are unchanged. The element `<bdi>` does the same.
 */
export const isolate = (value: string): string =>
  RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value;

/** A text in both languages. */
export interface Both {
  zh: string;
  en: string;
}

/** The text in a language; if that is missing, as in a draft, in the other. */
export const localized = (text: Both, locale: Locale): string => text[locale] || text.zh || text.en;
