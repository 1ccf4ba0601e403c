import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import type { SiteOptions } from '@yunduo/e2e/fixtures';
import { ENGINES } from '@yunduo/e2e/installed-engines';
import type { EngineName } from '@yunduo/e2e/installed-engines';

const root = join(import.meta.dirname, '../..');
const requested = process.env.ENGINES?.split(' ').filter(Boolean) ?? ENGINES;

/** Firefox and WebKit. Playwright drives only Chromium here, but its runner runs these tests too. */
export default defineConfig<SiteOptions, { engineName: EngineName }>({
  testDir: import.meta.dirname,
  testMatch: '**/*.engine.ts',
  outputDir: join(root, 'test-results/engines'),
  globalSetup: './global-setup.ts',
  forbidOnly: Boolean(process.env.CI),
  // One worker per engine, because an engine reports by its user agent.
  fullyParallel: false,
  workers: 2,
  retries: 0,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: join(root, 'reports/engines.json') }]],
  projects: ENGINES.filter((engine) => requested.includes(engine)).map((engineName) => ({
    name: engineName,
    // Each engine in one language; the pages are opened in both.
    use: { engineName, lang: engineName === 'firefox' ? 'en' : 'zh' },
  })),
});
