import { test as base } from '@yunduo/e2e/fixtures';
import type { Locale } from '@yunduo/i18n';
import { en } from '@yunduo/i18n-developer-console/en';
import { zh } from '@yunduo/i18n-developer-console/zh';

export * from '@yunduo/e2e/fixtures';

const WORDS = { zh: { console: zh }, en: { console: en } };

/** The shared fixtures of browser tests, with the developer console's words in `words.console`. */
export const test = base.extend<{ words: (typeof WORDS)[Locale] }>({
  words: async ({ words, lang }, use) => use({ ...words, ...WORDS[lang] }),
});
