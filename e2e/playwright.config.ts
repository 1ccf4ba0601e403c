import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import type { Locale } from '@yunduo/i18n';
import { findBrowser, launchFlags } from './browser.ts';
import type { SiteOptions } from './fixtures.ts';

const root = join(import.meta.dirname, '..');

/** `one`: each test in the setting where most meet its app, what is marked @everywhere in both; else in every one. */
const oneSetting = process.env.E2E_SETTINGS === 'one';
const everywhere = /@everywhere/;

const phone = { width: 375, height: 812 };
const desk = { width: 1440, height: 900 };

function setting(lang: Locale, viewport: typeof phone) {
  return {
    name: `${lang}-${viewport.width}`,
    use: { lang, viewport, hasTouch: viewport === phone, locale: lang === 'zh' ? 'zh-CN' : 'en-GB' },
  };
}

export default defineConfig<SiteOptions>({
  testDir: import.meta.dirname,
  testMatch: '**/*.e2e.ts',
  outputDir: join(root, 'test-results'),
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // One more than the cores that tests are sure of: a test waits for pictures and answers a sixth of its time.
  workers: 3,
  // A test that passes only when repeated hides a race.
  retries: 0,
  // Ends for what hangs, no measures of speed: the machine may be half as quick tomorrow.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: join(root, 'reports/playwright.json') }]],
  use: {
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findBrowser(),
      args: launchFlags(),
    },
  },
  // Every test on a Chinese phone and an English desk; the journey, axe and what depends on both, everywhere.
  projects: [
    { ...setting('zh', phone), ...(oneSetting && { grep: [everywhere, /public-site\//] }) },
    { ...setting('en', desk), ...(oneSetting && { grep: [everywhere, /developer-console\//] }) },
    ...(oneSetting
      ? []
      : [setting('zh', desk), setting('en', phone)].map((one) => ({ ...one, grep: everywhere }))),
  ],
});
