import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import type { PlaywrightTestConfig } from '@playwright/test';
import type { Locale } from '@yunduo/i18n';
import { findBrowser, launchFlags } from './browser.ts';
import type { SiteOptions } from './fixtures.ts';

const root = join(import.meta.dirname, '..');

/**
 * `all`: each test in both main settings, those marked @everywhere in four. Otherwise each in the most common
 * setting of its app.
 */
const allSettings = process.env.E2E_SETTINGS === 'all';
const everywhere = /@everywhere/;

const phone = { width: 375, height: 812 };
const desk = { width: 1440, height: 900 };

/** The most common setting of each app, and the folder of its tests. */
const MAIN = { 'zh-375': /public-site\//, 'en-1440': /(developer-console|api-client)\// };

const setting = (lang: Locale, viewport: typeof phone) => ({
  name: `${lang}-${viewport.width}`,
  use: { lang, viewport, hasTouch: viewport === phone, locale: lang === 'zh' ? 'zh-CN' : 'en-GB' },
});

/**
 * The configuration of the browser tests below a folder, on a product that is started for them.
 *
 * @param report the name of their report below `reports/`
 * @param meets the main setting of their app; without it, the test's folder decides
 */
export function browserTests(
  testDir: string,
  report: string,
  meets?: keyof typeof MAIN,
): PlaywrightTestConfig<SiteOptions> {
  const main = [setting('zh', phone), setting('en', desk)].map((one) => {
    const folder = MAIN[one.name as keyof typeof MAIN];
    const own = meets ? (one.name === meets ? /^/ : everywhere) : folder;
    return { ...one, ...(!allSettings && { grep: [everywhere, own] }) };
  });
  const others = [setting('zh', desk), setting('en', phone)].map((one) => ({ ...one, grep: everywhere }));
  return defineConfig<SiteOptions>({
    testDir,
    testMatch: '**/*.e2e.ts',
    outputDir: join(root, 'test-results'),
    globalSetup: join(import.meta.dirname, 'global-setup.ts'),
    fullyParallel: true,
    forbidOnly: Boolean(process.env.CI),
    // One more than the cores available to tests: a test waits for frames and responses a sixth of its time.
    workers: 3,
    // A test that passes only on a retry hides a race.
    retries: 0,
    // Timeouts against hangs, not speed limits: the machine may be half as fast tomorrow.
    timeout: 180_000,
    expect: { timeout: 15_000 },
    reporter: [['list'], ['json', { outputFile: join(root, `reports/${report}.json`) }]],
    use: {
      screenshot: 'only-on-failure',
      launchOptions: {
        executablePath: findBrowser(),
        args: launchFlags(),
      },
    },
    projects: allSettings ? [...main, ...others] : main,
  });
}
