import { createInstance, type i18n, type ResourceLanguage } from 'i18next';
import { isolate, type Locale } from '@yunduo/i18n';

/**
 * The words of one language, ready synchronously. One instance per language, created at module level by that
 * language's layout: the browser never loads the other language, and an instance never changes its language.
 */
export function createWordsInstance(locale: Locale, resources: ResourceLanguage): i18n {
  const instance = createInstance();
  void instance.init({
    lng: locale,
    resources: { [locale]: resources },
    defaultNS: false,
    fallbackLng: false,
    // React escapes what it renders.
    interpolation: { escape: isolate },
    // A page without its words is a defect: the browser tests fail on console output.
    saveMissing: true,
    // eslint-disable-next-line no-console -- this is where it is to be seen
    missingKeyHandler: (_languages, namespace, key) => console.error(`no word for ${namespace}:${key}`),
  });
  return instance;
}

/** Adds words to their language: a page's, from the module that `routes.ts` wraps around the page. */
export function addWords(instance: i18n, resources: ResourceLanguage): void {
  for (const [namespace, words] of Object.entries(resources)) {
    instance.addResourceBundle(instance.language, namespace, words);
  }
}
