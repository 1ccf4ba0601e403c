import type { Locale } from '@yunduo/i18n';
import type { Bilingual } from '../../db/schema/bilingual.ts';

/** The text in a language; if that is missing, as in a draft, in the other. */
export const localized = (text: Bilingual, locale: Locale): string => text[locale] || text.zh || text.en;

/** Both languages of a text, a missing one filled with the other. */
export const localizedInBoth = (text: Bilingual): { zh: string; en: string } => ({
  zh: localized(text, 'zh'),
  en: localized(text, 'en'),
});

/** True if a text exists, but not in this language. */
export const isUntranslated = (text: Bilingual, locale: Locale): boolean =>
  text[locale] === '' && (text.zh !== '' || text.en !== '');

/** The language for texts shown together: the reader's, or the other one if any of them lacks it. */
export function languageOf(texts: readonly Bilingual[], locale: Locale): Locale {
  const other = locale === 'zh' ? 'en' : 'zh';
  return texts.some((text) => isUntranslated(text, locale)) ? other : locale;
}
