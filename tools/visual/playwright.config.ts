// npm run check:look [-- …]: screenshots and checks of every page of both apps, and Lighthouse on the main
// pages. The arguments after `--` are Playwright's: `-g store` selects views by name, `--project zh` one
// language, `--project lighthouse` only the scores, `--last-failed` repeats the failures of the last run.
// LOOK_WIDTHS=375,1440 and LOOK_SCHEMES=light restrict the pictures; E2E_ORIGIN names a running product.
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { launchFlags } from '@yunduo/e2e/browser';
import { provideChromium } from '../test/chromium.ts';

const root = join(import.meta.dirname, '../..');
const look = { testMatch: 'look.e2e.ts', use: { reducedMotion: 'reduce' } } as const;

export default defineConfig({
  testDir: import.meta.dirname,
  outputDir: join(root, 'reports/look/run'),
  globalSetup: join(import.meta.dirname, 'global-setup.ts'),
  fullyParallel: true,
  workers: 1,
  timeout: 5 * 60_000,
  reporter: [['list'], ['html', { outputFolder: join(root, 'reports/look/html'), open: 'never' }]],
  use: {
    viewport: { width: 1440, height: 900 },
    actionTimeout: 15_000,
    launchOptions: { executablePath: await provideChromium(), args: launchFlags() },
  },
  projects: [
    { name: 'zh', ...look, use: { ...look.use, locale: 'zh-CN' } },
    { name: 'en', ...look, use: { ...look.use, locale: 'en-GB' } },
    // Its tracing sometimes fails independently of the page; a page that fails twice is a finding.
    { name: 'lighthouse', testMatch: 'lighthouse.e2e.ts', retries: 1, dependencies: [] },
  ],
});
