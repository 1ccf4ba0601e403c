import type { Both, Locale } from './locale.ts';

// A file of its own: every page loads `localized` with `locale.ts`, but only the preview and the API need these.

/** True if a text exists, but not in this language. */
export const isUntranslated = (text: Both, locale: Locale): boolean =>
  text[locale] === '' && (text.zh !== '' || text.en !== '');

/** The language for texts shown together: the reader's, or the other one if any of them lacks it. */
export function languageOf(texts: readonly Both[], locale: Locale): Locale {
  const other = locale === 'zh' ? 'en' : 'zh';
  return texts.some((text) => isUntranslated(text, locale)) ? other : locale;
}
