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
    // A page whose words were not loaded is a defect: the browser tests fail on what stands in the console.
    saveMissing: true,
    // eslint-disable-next-line no-console -- this is where it is to be seen
    missingKeyHandler: (_languages, namespace, key) => console.error(`no word for ${namespace}:${key}`),
  });
  return instance;
}

/**
 * Adds the words of a feature to those of its language. A module per language does so (`words.zh.ts`), which is
 * loaded with the pages that need it.
 */
export function addWords(instance: i18n, resources: ResourceLanguage): void {
  for (const [namespace, words] of Object.entries(resources)) {
    instance.addResourceBundle(instance.language, namespace, words);
  }
}
