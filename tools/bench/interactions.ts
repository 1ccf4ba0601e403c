// The response time of a press or a key on a running page: from the event to the next frame, the slowest of
// several on each page (the browser's Event Timing, in steps of 8 ms), with the CPU slowed down four times.
// npm run bench -- interactions [--rounds 5] [--only 'store detail' …] [--write]
import type { Browser, Page } from '@playwright/test';
import { among, commandLine, count } from '../cli.ts';
import { launchChromium } from '../launch.ts';
import { type View, WORDS } from '../visual/views.ts';
import { awake, open, sessions } from '../visual/visit.ts';
import { startProduct } from '@yunduo/e2e/product';
import { buildApps } from '../start/build.ts';
import { press } from './press.ts';
import { copyOf, serveCopies } from './script-free.ts';
import { record } from './measurements.ts';

const CPU_SLOWDOWN = 4;
const BUTTONS = 5;
/** Milliseconds between two presses: a part of the measured visit, not a wait for a result. */
const PAUSE = 250;
/** Time limit of one press in ms: the button may be covered or removed. */
const PRESS_LIMIT = 2000;

const USER = 'user@yunduo.test';
const DEVELOPER = 'developer@yunduo.test';
const VIEWS: readonly View[] = [
  { name: 'home', path: '/' },
  { name: 'about', path: '/about' },
  { name: 'client download', path: '/client-download' },
  { name: 'private deployment', path: '/private' },
  { name: 'activity', path: '/activity' },
  { name: 'protocol', path: '/protocol/user-agreement' },
  { name: 'applications', path: '/application' },
  { name: 'application', path: '/application/1' },
  { name: 'store', path: '/store' },
  { name: 'store detail', path: '/store/1' },
  { name: 'buying a code', path: '/auth' },
  { name: 'sign-in', path: '/login' },
  { name: 'feedback', path: '/feedback', account: USER },
  { name: 'account', path: '/user', account: USER },
  { name: 'authorization codes', path: '/user?panel=my-codes', account: USER },
  { name: 'console: applications', path: '/developer-center/applications', account: DEVELOPER },
  {
    name: 'console: editor',
    path: '/developer-center/applications?status=unpublished',
    follow: 'main a[href*="/app-edit?id="]',
    account: DEVELOPER,
  },
];

interface Slowest {
  ms: number;
  /** The key or control that was pressed, to find the cause. */
  what: string;
}

/** Presses keys, types into a field, and presses buttons of the page's main part, like a visitor. */
async function use(page: Page): Promise<void> {
  for (let tab = 0; tab < BUTTONS; tab += 1) {
    await page.keyboard.press('Tab');
    await page.waitForTimeout(PAUSE);
  }
  const field = page
    .locator('main :is(input:not([type]), input[type=text], input[type=email], input[type=search], textarea)')
    .filter({ visible: true })
    .first();
  if (await field.isVisible()) {
    await press(page, field, PRESS_LIMIT);
    await page.keyboard.type('abc', { delay: PAUSE });
    await page.keyboard.press('Backspace');
  }
  // Buttons, then links to other parts of the page. Sign-out is excluded, because it leaves the page.
  const all = (what: string) =>
    page.locator(`main ${what}`).filter({ visible: true, hasNotText: WORDS.zh.account.sign_out }).all();
  const pressed = [...(await all('button:enabled')), ...(await all('a[href*="panel="]'))].slice(0, BUTTONS);
  for (const target of pressed) {
    await press(page, target, PRESS_LIMIT).catch(() => undefined);
    await page.waitForTimeout(PAUSE);
    await page.keyboard.press('Escape');
    await page.waitForTimeout(PAUSE);
  }
}

/** The slowest interaction of a visit; `copy`: on a page without scripts, the browser's own share. */
async function visit(browser: Browser, origin: string, view: View, copy = false): Promise<Slowest> {
  // A separate session: another visit may have signed out.
  sessions.clear();
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await open(page, view, 'zh', origin);
  try {
    if (!copy) await awake(page);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await page.evaluate(() => {
      const slowest = { ms: 0, what: '' };
      Object.assign(globalThis, { slowest });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[]) {
          if (entry.interactionId === 0 || entry.duration <= slowest.ms) continue;
          const target = entry.target as HTMLElement | null;
          slowest.ms = entry.duration;
          slowest.what = `${entry.name} ${target?.localName ?? ''} ${target?.textContent?.trim().slice(0, 20) ?? ''}`;
        }
      }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
      // Each event changes a dot in the window: for an event without a visible change the browser reports a
      // duration until the next change (viz skips the drawing and presents no frame).
      const point = document.createElement('i');
      point.style.cssText = 'position:fixed;top:0;left:0;width:1px;height:1px;background:black';
      document.body.append(point);
      const change = (): void => {
        point.style.background = point.style.background === 'black' ? 'white' : 'black';
      };
      for (const type of ['keydown', 'pointerdown']) addEventListener(type, change, true);
      // A press that no script handles would leave the page.
      addEventListener('submit', (event) => event.preventDefault());
    });
    if (copy) await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()));
    await use(page);
    return await page.evaluate(() => (globalThis as unknown as { slowest: Slowest }).slowest);
  } finally {
    await context.close();
  }
}

const USAGE = `npm run bench -- interactions

  --rounds 5              visits of each page
  --only 'store detail'   one page; may stand there more than once
  --write                 writes the figures of all pages (docs/measurements)`;

const { options, names, rounds } = commandLine(
  USAGE,
  {
    options: {
      rounds: { type: 'string', default: '5' },
      only: { type: 'string', multiple: true },
      write: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  },
  ({ values, positionals }) => {
    among(['interactions'], positionals);
    return {
      options: values,
      names: among(
        VIEWS.map(({ name }) => name),
        values.only ?? [],
      ),
      rounds: count(values.rounds),
    };
  },
);
const views = VIEWS.filter(({ name }) => names.includes(name));
await buildApps();
const product = await startProduct({ APP_MODE: 'trial' }, false);
const browser = await launchChromium();
const COLUMNS = [
  'Page',
  'median ms',
  'fastest visit',
  'slowest visit',
  'slowest at',
  'without scripts, median ms',
];
const rows: (string | number)[][] = [];
// Pages that need an account show nothing without scripts.
const copies = new Map<string, Awaited<ReturnType<typeof copyOf>>>();
for (const { path, account } of views) if (!account) copies.set(path, await copyOf(product.origin + path));
const floor = await serveCopies(copies, product.origin);
const byTime = (a: Slowest, b: Slowest): number => a.ms - b.ms;
try {
  for (const view of views) {
    const seen: Slowest[] = [];
    const bare: Slowest[] = [];
    for (let round = 0; round < rounds; round += 1) {
      seen.push(await visit(browser, product.origin, view));
      if (!view.account) bare.push(await visit(browser, floor.origin, view, true));
    }
    seen.sort(byTime);
    bare.sort(byTime);
    const [middle, first, last] = [seen[Math.floor(seen.length / 2)], seen[0], seen.at(-1)];
    const row = [
      view.name,
      middle?.ms ?? '–',
      first?.ms ?? '–',
      last?.ms ?? '–',
      last?.what ?? '–',
      bare[Math.floor(bare.length / 2)]?.ms ?? '–',
    ];
    rows.push(row);
    console.log(row.join(' | '));
  }
} finally {
  await browser.close();
  floor.stop();
  await product.stop();
}
if (options.write && !options.only) {
  record('interactions', {
    title: 'Interactions',
    command: 'npm run bench -- interactions',
    method: `The slowest press or key of a visit, from the event to the next frame, at 4 × CPU; of ${rounds} visits, and of as many to the page's copy without scripts`,
    tables: [{ columns: COLUMNS, rows }],
    notes: ['Aims: 50 ms on public pages, 100 ms in the developer center.'],
  });
}
