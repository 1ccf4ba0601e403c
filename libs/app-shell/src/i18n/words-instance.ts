import { createInstance, type i18n, type ResourceLanguage } from 'i18next';
import type { Locale } from '@yunduo/i18n';

/**
 * The words of one language, ready at once. One instance per language, made at module level by that language's
 * layout: the other language never reaches the browser, and nothing ever changes the language of an instance.
 */
export function createWordsInstance(locale: Locale, resources: ResourceLanguage): i18n {
  const instance = createInstance();
  void instance.init({
    lng: locale,
    resources: { [locale]: resources },
    ns: Object.keys(resources),
    defaultNS: false,
    fallbackLng: false,
    initAsync: false,
    // React escapes what it renders.
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  return instance;
}
