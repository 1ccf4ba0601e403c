// npm run release -- compat: tests two versions at once, with real processes and a real browser.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { among } from '../cli.ts';
import { launchChromium } from '../launch.ts';
import { provideTestBrowser } from '../test/chromium.ts';
import { root, run } from '../test/run.ts';
import { callsAhead } from './api-compat.ts';
import { checkout, here, removeCheckouts, type Tree } from './checkout.ts';
import { currentContract, releasedContract } from './contract.ts';
import { startMix, type Mix, type Trees } from './rollout.ts';
import { ahead, testsOf } from './needs.ts';
import { APPS, running, WEB_APPS, type WebApp } from './released.ts';

const SUITE_LIMIT = 12 * 60_000;

/** The browser tests that show whether an app works: reading, accounts, money; publishing, tokens. */
const CORE: Record<WebApp, string[]> = {
  'public-site': ['journey', 'store', 'account', 'orders'].map((name) => `e2e/public-site/${name}.e2e.ts`),
  'developer-console': ['console', 'panel', 'publish'].map((name) => `e2e/developer-console/${name}.e2e.ts`),
};

const STEPS = ['previous-apps', 'previous-api', 'site-back', 'console-back'] as const;
type StepName = (typeof STEPS)[number];

interface Step {
  about: string;
  /** The failures; null if there is nothing to test. */
  run(): Promise<string[] | null>;
}

async function playwright(
  tree: Tree,
  app: WebApp,
  origin: string,
  args: readonly string[],
): ReturnType<typeof run> {
  const own = [
    join(tree.folder, 'node_modules/@playwright/test/cli.js'),
    'test',
    '--config=e2e/playwright.config.ts',
    '--project=zh-375',
  ];
  return run(process.execPath, [...own, ...args, ...CORE[app]], {
    cwd: tree.folder,
    env: { E2E_ORIGIN: origin, CHROMIUM_PATH: await provideTestBrowser(), NODE_OPTIONS: '', CI: '1' },
    limit: SUITE_LIMIT,
    quiet: true,
  });
}

/**
 * Titles of tests that need features of the unreleased API: `ready` reports that it must go first, and its
 * release enables them again. Each is printed with its missing feature.
 */
async function waitingForApi(tree: Tree, app: WebApp, origin: string): Promise<string[]> {
  const { code, output } = await playwright(tree, app, origin, ['--list', '--reporter=json']);
  if (code !== 0) throw new Error(`The tests of ${app} could not be listed:\n${output.slice(-2000)}`);
  const report = JSON.parse(output.slice(output.indexOf('{\n'))) as Parameters<typeof testsOf>[0];
  const { waiting, unknown } = ahead(testsOf(report), releasedContract(), currentContract());
  if (unknown.length > 0) throw new Error(`Tests need what no API has: ${unknown.join(', ')}`);
  for (const { title, needs } of waiting) console.log(`  waits for ${needs.join(', ')}: ${title}`);
  return waiting.map(({ title }) => title);
}

/** Runs an app's tests from its own source state, because they use its words. Returns the failures. */
async function judgeBy(
  tree: Tree,
  app: WebApp,
  origin: string,
  without: readonly string[] = [],
): Promise<string[]> {
  const titles = without.map((title) => title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const { code, output } = await playwright(tree, app, origin, [
    '--reporter=list',
    // A release's own tests are not improved any more: one that only a busy machine fails may pass the second time.
    ...(tree.folder === root ? [] : ['--retries=1']),
    ...(titles.length > 0 ? ['--grep-invert', titles.join('|')] : []),
  ]);
  const passed = /(\d+) passed/.exec(output)?.[1] ?? '0';
  const again = /(\d+) flaky/.exec(output)?.[1] ?? '0';
  console.log(`  ${app} of ${tree.name}: ${passed} browser tests passed, ${again} more the second time`);
  if (code === 0) return passed === '0' ? [`${app}: no browser test ran`] : [];
  // The failures of the browser tests.
  const begin = Math.max(output.search(/^\s+1\) /m), 0);
  console.log(output.slice(begin, begin + 8000));
  const failed = [
    ...new Set([...output.matchAll(/^\s+\d+\) (.+)$/gm)].map(([, title]) => title?.trim() ?? '')),
  ];
  return failed.length ? failed : [output.slice(-2000)];
}

/** Web apps that may be released now: `ready` holds the others until the API with their calls is released. */
async function releasableApps(): Promise<WebApp[]> {
  const apps: WebApp[] = [];
  for (const app of WEB_APPS) {
    const missing = await callsAhead(app);
    if (missing.length === 0) apps.push(app);
    else console.log(`  ${app} is released after the API, which lacks ${missing.length} of its calls`);
  }
  return apps;
}

async function withMix(trees: Trees, work: (mix: Mix) => Promise<string[]>): Promise<string[]> {
  const mix = await startMix(trees);
  try {
    return await work(mix);
  } finally {
    await mix.stop();
  }
}

const MANIFEST: Record<WebApp, string> = {
  'public-site': '/builds/latest.json',
  'developer-console': '/developer-center/builds/latest.json',
};
const START: Record<WebApp, string> = { 'public-site': '/store', 'developer-console': '/developer-center' };

const buildOf = async (origin: string, app: WebApp): Promise<string> =>
  (await fetch(origin + MANIFEST[app])).text();

/** Requests both apps without a pause, and counts failed responses. */
function watch(origin: string): { end(): Promise<string[]> } {
  let over = false;
  const bad: string[] = [];
  const ask = async (path: string): Promise<void> => {
    while (!over) {
      const status = await fetch(origin + path).then(
        async (answer) => {
          await answer.arrayBuffer();
          return String(answer.status);
        },
        (error: Error) => error.message,
      );
      if (status !== '200') bad.push(`${path} answered ${status} while an app was exchanged`);
      await pause(20);
    }
  };
  const asking = Promise.all(Object.values(START).map(ask));
  return {
    async end() {
      over = true;
      await asking;
      return [...new Set(bad)];
    },
  };
}

/** A visitor with a tab of each app open while one of them is replaced. */
async function exchangeUnderTabs(browser: Browser, mix: Mix, app: WebApp, to: Tree): Promise<string[]> {
  const context = await browser.newContext({ baseURL: mix.origin, locale: 'zh-CN' });
  const errors: string[] = [];
  try {
    const tabs = new Map<WebApp, Page>();
    for (const one of WEB_APPS) {
      const page = await context.newPage();
      page.on('pageerror', (error) => errors.push(`${one}: ${error.message}`));
      await page.goto(START[one], { waitUntil: 'networkidle' });
      tabs.set(one, page);
    }
    const other = WEB_APPS.find((one) => one !== app) ?? app;
    const before = { app: await buildOf(mix.origin, app), other: await buildOf(mix.origin, other) };
    const watching = watch(mix.origin);
    await mix.swap(app, to);
    errors.push(...(await watching.end()));
    if ((await buildOf(mix.origin, app)) === before.app) errors.push(`${app} is still the build it was`);
    if ((await buildOf(mix.origin, other)) !== before.other) errors.push(`${other} was to stand still`);
    // The tabs were opened before the change and continue from their pages.
    const site = tabs.get('public-site');
    const link = site?.locator('main a[href^="/store/"]').first();
    const target = await link?.getAttribute('href');
    await link?.click();
    await site?.waitForURL(`**${target}`, { timeout: 20_000 });
    await site?.getByRole('main').getByRole('heading', { level: 1 }).waitFor({ timeout: 20_000 });
    const console_ = tabs.get('developer-console');
    await console_?.locator('a[href="/developer-center/applications"]:visible').first().click();
    // Without a session the console sends the visitor to the site's sign-in, which covers both apps.
    await console_?.waitForURL('**/login?**', { timeout: 20_000 });
    await console_?.locator('input[type="password"]').first().waitFor({ timeout: 20_000 });
  } catch (error) {
    errors.push(`${app} → ${to.name}: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await context.close();
  }
  return errors;
}

/** The versions that are tested together. */
interface Sides {
  /** This commit. */
  now: Tree;
  /** The released versions, by app. */
  released: Trees;
}

/** Runs every step, or the named ones. Returns true if nothing failed. */
export async function compat(only: readonly string[]): Promise<boolean> {
  const names = among(STEPS, only);
  try {
    const released: Partial<Trees> = {};
    const now = await here(APPS);
    for (const app of APPS) released[app] = await checkout(running(app).commit);
    return await compatSteps({ now, released: released as Trees }, names);
  } finally {
    await removeCheckouts();
  }
}

/** The steps themselves, with everything built. */
async function compatSteps({ now, released }: Sides, names: readonly StepName[]): Promise<boolean> {
  const site = released['public-site'];
  const console_ = released['developer-console'];
  const mixed = (trees: Partial<Trees>): Trees => ({
    api: now,
    'public-site': now,
    'developer-console': now,
    ...trees,
  });
  const steps: Record<StepName, Step> = {
    'previous-apps': {
      about: 'the released web apps on the new API',
      run: () =>
        withMix(mixed({ 'public-site': site, 'developer-console': console_ }), async ({ origin }) => [
          ...(await judgeBy(site, 'public-site', origin)),
          ...(await judgeBy(console_, 'developer-console', origin)),
        ]),
    },
    'previous-api': {
      about: 'the new web apps on the released API',
      async run() {
        const apps = await releasableApps();
        if (apps.length === 0) return null;
        return withMix(mixed({ api: released.api }), async ({ origin }) => {
          const errors: string[] = [];
          for (const app of apps)
            errors.push(...(await judgeBy(now, app, origin, await waitingForApi(now, app, origin))));
          return errors;
        });
      },
    },
    'site-back': {
      about: 'the public site rolled back and out again under open tabs, the console stands still',
      run: () => exchange('public-site', site),
    },
    'console-back': {
      about: 'the console rolled back and out again under open tabs, the public site stands still',
      run: () => exchange('developer-console', console_),
    },
  };
  const exchange = (app: WebApp, before: Tree): Promise<string[]> =>
    withMix(mixed({}), async (mix) => {
      const browser = await launchChromium();
      try {
        const back = await exchangeUnderTabs(browser, mix, app, before);
        return [...back, ...(await exchangeUnderTabs(browser, mix, app, now))];
      } finally {
        await browser.close();
      }
    });
  let good = true;
  for (const name of names) {
    const { about, run: work } = steps[name];
    const startedAt = Date.now();
    console.log(`${name}: ${about}`);
    const errors = await work();
    if (errors === null) {
      console.log('  nothing to test');
      continue;
    }
    good &&= errors.length === 0;
    for (const fault of errors) console.log(`  ${fault}`);
    console.log(
      `  ${errors.length ? 'did not hold' : 'held'}, ${Math.round((Date.now() - startedAt) / 1000)} s`,
    );
  }
  return good;
}
