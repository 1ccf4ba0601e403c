import type { Locale } from '@yunduo/i18n';
import type { Bilingual } from '../../db/schema/bilingual.ts';

/** What is said in a language; of what is said in one only, as in a draft, that one. */
export const localized = (text: Bilingual, locale: Locale): string => text[locale] || text.zh || text.en;

/** Both languages of a text, the one that is missing filled with the other. */
export const localizedInBoth = (text: Bilingual): { zh: string; en: string } => ({
  zh: localized(text, 'zh'),
  en: localized(text, 'en'),
});

/** True if a text is written, but not in this language. */
export const isUntranslated = (text: Bilingual, locale: Locale): boolean =>
  text[locale] === '' && (text.zh !== '' || text.en !== '');

/**
 * The language in which texts that belong together are shown: the reader's, or the other one where any of them is
 * missing in it.
 */
export function languageOf(texts: readonly Bilingual[], locale: Locale): Locale {
  const other = locale === 'zh' ? 'en' : 'zh';
  return texts.some((text) => isUntranslated(text, locale)) ? other : locale;
}
