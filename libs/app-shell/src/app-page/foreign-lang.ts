import type { AppItem } from '@yunduo/api-contract';
import { htmlLang, type Locale } from '@yunduo/i18n';
import type { AppText } from '@yunduo/validation';

const otherLang = (locale: Locale): string => htmlLang(locale === 'zh' ? 'en' : 'zh');

/** The `lang` of an app's text shown in the other language; undefined for a text in the page's language. */
export const foreignLang = (
  { untranslated }: Pick<AppItem, 'untranslated'>,
  text: AppText,
  locale: Locale,
): string | undefined => (untranslated?.includes(text) ? otherLang(locale) : undefined);

/** The same for the changes of a release. */
export const changesLang = (
  { untranslated }: { untranslated?: boolean | undefined },
  locale: Locale,
): string | undefined => (untranslated ? otherLang(locale) : undefined);
