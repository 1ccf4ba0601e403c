import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { defineConfig } from '@playwright/test';
import type { SiteOptions } from './fixtures.ts';

const root = join(import.meta.dirname, '..');

/** CHROMIUM_PATH, then a system Chromium, then Playwright's own (undefined). */
function systemChromium(): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  return (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) =>
      ['chromium', 'chromium-browser', 'google-chrome-stable'].map((name) => join(folder, name)),
    )
    .find((path) => existsSync(path));
}

const phone = { width: 375, height: 812 };
const desk = { width: 1440, height: 900 };

export default defineConfig<SiteOptions>({
  testDir: import.meta.dirname,
  testMatch: '**/*.e2e.ts',
  outputDir: join(root, 'test-results'),
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  // A test that passes only when repeated hides a race.
  retries: 0,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: join(root, 'reports/playwright.json') }]],
  use: {
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: systemChromium(),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
        '--no-first-run',
      ],
    },
  },
  projects: (['zh', 'en'] as const).flatMap((lang) =>
    [phone, desk].map((viewport) => ({
      name: `${lang}-${viewport.width}`,
      // Every test on a Chinese phone and an English desk; the journey, axe and what depends on both, everywhere.
      ...((lang === 'zh') === (viewport === desk) && { grep: /@everywhere/ }),
      use: { lang, viewport, hasTouch: viewport === phone, locale: lang === 'zh' ? 'zh-CN' : 'en-GB' },
    })),
  ),
});
