import { test as base } from '@yunduo/e2e/fixtures';
import type { Fixtures as SharedFixtures } from '@yunduo/e2e/fixtures';
import type { Locale } from '@yunduo/i18n';
import { en } from '@yunduo/i18n-public-site/en';
import { zh } from '@yunduo/i18n-public-site/zh';

export * from '@yunduo/e2e/fixtures';

const WORDS = { zh, en };

interface SiteWords {
  words: (typeof WORDS)[Locale];
}

export type Fixtures = SharedFixtures & SiteWords;

/** The shared fixtures of browser tests, with the public site's words added. */
export const test = base.extend<SiteWords>({
  words: async ({ words, lang }, use) => use({ ...words, ...WORDS[lang] }),
});
