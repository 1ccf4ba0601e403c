// npm run test:browsers: the browser tests in browsers other than the one of npm test.
import type { EngineName } from '@yunduo/e2e/installed-engines';
import { among, commandLine } from '../cli.ts';
import { provideChromium, provideTestBrowser } from './chromium.ts';
import { engines } from './engines.ts';
import { tool } from './run.ts';

const MINUTE = 60_000;

/** Each browser test in one Chromium, by default in the most common setting of its app. */
async function whole(chromium: string, env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const { code } = await tool('@playwright/test/cli.js', ['test', '--config', 'e2e/playwright.config.ts'], {
    env: { CHROMIUM_PATH: chromium, NODE_OPTIONS: '', ...env },
    limit: 55 * MINUTE,
  });
  return code === 0;
}

const engine = async (name: EngineName): Promise<boolean> => {
  const { failed, skipped } = await engines([name]);
  // Selected by name: a missing engine is a failure.
  return failed + skipped === 0;
};

const RUNS: Record<string, () => Promise<boolean>> = {
  shell: async () => whole(await provideTestBrowser(), { E2E_SETTINGS: 'all' }),
  chromium: async () => whole(await provideChromium()),
  floor: async () => whole(await provideTestBrowser(), { E2E_FLOOR: '1' }),
  firefox: () => engine('firefox'),
  webkit: () => engine('webkit'),
};

const USAGE = `npm run test:browsers [-- <run> …]

  shell      every browser test in both languages and sizes, in a Chromium without a window
  chromium   every browser test in a whole Chromium or Chrome
  floor      every browser test without what the oldest supported browsers lack
  firefox    the journeys and every page in Firefox
  webkit     the journeys and every page in WebKitGTK

Without a name: all of them.`;

const selected = commandLine(USAGE, { allowPositionals: true }, ({ positionals }) =>
  among(Object.keys(RUNS), positionals),
);
const failed: string[] = [];
for (const name of selected) {
  console.log(`\n=== ${name}`);
  if (!(await RUNS[name]?.())) failed.push(name);
}
console.log(failed.length ? `Failed: ${failed.join(', ')}` : `Passed: ${selected.join(', ')}`);
process.exit(failed.length ? 1 : 0);
