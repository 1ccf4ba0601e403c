// What a visit costs beside its first page: files fetched after `load`, files of the application's start, the next
// page, and the memory of a fresh start. Counts and bytes, and one ratio; hardly any depends on other load.
// npm run bench -- after-load [--rounds 5] [--write]
import { readdirSync, readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { startProduct } from '@yunduo/e2e/product';
import { among, commandLine, count } from '../cli.ts';
import { launchChromium } from '../launch.ts';
import { buildApps } from '../start/build.ts';
import { hasPostgres, onTestServer } from '../test/postgres.ts';
import { middle } from './interval.ts';
import { record } from './measurements.ts';
import { type Activation, activationOf } from './prerendered.ts';
import { press } from './press.ts';
import { copyOf, serveCopies } from './script-free.ts';

const USAGE = `npm run bench -- after-load

  --rounds 5   visits of each kind
  --write      writes the figures (docs/measurements)`;

const { rounds, write } = commandLine(
  USAGE,
  {
    options: { rounds: { type: 'string', default: '5' }, write: { type: 'boolean', default: false } },
    allowPositionals: true,
  },
  ({ values, positionals }) => {
    among(['after-load'], positionals);
    return { rounds: count(values.rounds), write: values.write };
  },
);

const PAGES = [
  ['home', '/'],
  ['store', '/store'],
  ['store detail', '/store/1'],
  ['authorization codes', '/auth'],
  ['sign-in', '/login'],
] as const;
/** Long after `load` and after idle callbacks, on a slow machine too. */
const REST = 5000;
const LIMIT = 15_000;
const KB = 1024;

interface Traffic {
  requests: number;
  /** Bytes of bodies as sent, compressed. */
  bytes: number;
}
const NONE: Traffic = { requests: 0, bytes: 0 };

/** Counts what a page fetches from the network, without pictures; `since` returns the traffic since the last call. */
async function meterOf(context: BrowserContext, page: Page): Promise<{ since(): Traffic }> {
  let seen = { ...NONE };
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  const own = new Set<string>();
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    // Pictures belong to the page; tab icons are requested by the browser itself, and a headless one does not.
    if (type !== 'Image' && !/^data:|\/favicon|\/manifest\.webmanifest/.test(request.url)) own.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (own.delete(requestId) && encodedDataLength > 0)
      seen = { requests: seen.requests + 1, bytes: seen.bytes + encodedDataLength };
  });
  return {
    since() {
      const traffic = seen;
      seen = { ...NONE };
      return traffic;
    },
  };
}

interface Visit {
  unmoved: Traffic;
  moved: Traffic;
  metered: Traffic;
  touched: Traffic;
}

const PHONE = { viewport: { width: 390, height: 844 } };

async function onPage<T>(
  browser: Browser,
  visit: (page: Page, context: BrowserContext) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext(PHONE);
  try {
    return await visit(await context.newPage(), context);
  } finally {
    await context.close();
  }
}

/** After `load`: a visitor who does not move, their first sign of life and first touch, and one who saves data. */
async function visitOf(browser: Browser, url: string): Promise<Visit> {
  const { unmoved, moved, touched } = await onPage(browser, async (page, context) => {
    const meter = await meterOf(context, page);
    await page.goto(url, { waitUntil: 'load' });
    meter.since();
    await page.waitForTimeout(REST);
    const still = meter.since();
    await page.evaluate(() => dispatchEvent(new Event('scroll')));
    await page.waitForTimeout(REST / 2);
    const sign = meter.since();
    await page.keyboard.press('Shift');
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached', timeout: LIMIT });
    await page.waitForTimeout(REST / 2);
    return { unmoved: still, moved: sign, touched: meter.since() };
  });
  const metered = await onPage(browser, async (page, context) => {
    const meter = await meterOf(context, page);
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    );
    await page.goto(url, { waitUntil: 'load' });
    meter.since();
    await page.waitForTimeout(REST);
    return meter.since();
  });
  return { unmoved, moved, metered, touched };
}

interface NextPage extends Traffic {
  /** Requests and bytes before the press. */
  ahead: Traffic;
  /** From the press to the first frame with the next page's heading, ms. */
  shown: number;
  /** LCP of the same page, opened by its address in a new browser, ms. */
  cold: number;
}

const SLOWDOWN = 4;
const LINE = { latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8, offline: false };

async function slow(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', LINE);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}

const NEXT = { from: '/store', link: 'main h3 a' };

/** From the store's list to an app, once the application runs; `rest`: time of the pointer on the link, ms. */
async function nextPageOf(browser: Browser, origin: string, rest: number): Promise<NextPage> {
  const { path, ...own } = await onPage(browser, async (page, context) => {
    const meter = await meterOf(context, page);
    await page.goto(origin + NEXT.from, { waitUntil: 'load' });
    await page.keyboard.press('Shift');
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached', timeout: LIMIT });
    await page.waitForTimeout(REST / 2);
    await slow(context, page);
    meter.since();
    await page.evaluate(() => {
      const times = { pressed: 0, shown: 0 };
      Object.assign(globalThis, { times });
      const before = document.querySelector('h1')?.textContent;
      addEventListener('pointerdown', () => (times.pressed = performance.now()), { capture: true });
      new MutationObserver(() => {
        const heading = document.querySelector('h1')?.textContent;
        if (times.pressed && !times.shown && heading && heading !== before)
          requestAnimationFrame(() => (times.shown = performance.now()));
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
    });
    const link = page.locator(NEXT.link).first();
    if (rest > 0) {
      await link.hover();
      await page.waitForTimeout(rest);
    }
    const ahead = meter.since();
    await press(page, link, LIMIT);
    await page.waitForFunction(
      () => (globalThis as unknown as { times: { shown: number } }).times.shown > 0,
      undefined,
      { timeout: LIMIT },
    );
    await page.waitForTimeout(REST / 2);
    const shown = await page.evaluate(() => {
      const { times } = globalThis as unknown as { times: { pressed: number; shown: number } };
      return times.shown - times.pressed;
    });
    return { ...meter.since(), ahead, shown, path: new URL(page.url()).pathname };
  });
  const cold = await onPage(browser, async (page, context) => {
    await page.addInitScript(() => {
      Object.assign(globalThis, { lcp: 0 });
      new PerformanceObserver((list) => {
        for (const { startTime } of list.getEntries()) Object.assign(globalThis, { lcp: startTime });
      }).observe({ type: 'largest-contentful-paint', buffered: true });
    });
    await slow(context, page);
    await page.goto(origin + path, { waitUntil: 'load' });
    await page.waitForTimeout(REST / 2);
    return page.evaluate(() => (globalThis as unknown as { lcp: number }).lcp);
  });
  return { ...own, cold };
}

/** Proportional set size of a process, MB: shared pages count once over all processes. */
function memoryOf(pid: string): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024;
}

const EMBEDDED = 'API with the embedded database';
/** The processes of `npm start`, by the file that each runs: children of this process, and theirs. */
function startedProcesses(): { name: string; pid: string }[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const found = new Map<string, string[]>();
  for (const pid of all) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? '';
      found.set(parent, [...(found.get(parent) ?? []), pid]);
    } catch {
      // It ended meanwhile.
    }
  }
  const below = (pid: string): string[] => (found.get(pid) ?? []).flatMap((one) => [one, ...below(one)]);
  const files = [
    [EMBEDDED, 'apps/api/dist/build/server.js'],
    ['public site', 'apps/public-site/dist/build/server/main.js'],
    ['npm start and its edge', 'tools/start/start.ts'],
  ] as const;
  return below(String(process.pid)).flatMap((pid) => {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return files.filter(([, file]) => command.includes(file)).map(([name]) => ({ name, pid }));
  });
}

const kb = (bytes: number): string => (bytes / KB).toFixed(1);
const middleOf = (all: readonly Traffic[]): Traffic => ({
  requests: Math.round(middle(all.map(({ requests }) => requests))),
  bytes: middle(all.map(({ bytes }) => bytes)),
});
const cell = ({ requests, bytes }: Traffic): string => `${kb(bytes)} kB, ${requests}`;

const startedMemory = (): [string, number][] =>
  startedProcesses().map(({ name, pid }) => [name, Math.round(memoryOf(pid))]);

/** Memory of the API that starts with PostgreSQL, where one is installed. */
const onPostgres = (): Promise<[string, number][]> =>
  onTestServer(async (url) => {
    const product = await startProduct({ APP_MODE: 'trial', DATABASE_URL: url }, false);
    try {
      return startedMemory()
        .filter(([name]) => name === EMBEDDED)
        .map(([, mb]) => ['API with PostgreSQL', mb]);
    } finally {
      await product.stop();
    }
  });

/** Activations of an app from the store of an origin, prerendered while the pointer rests on its link. */
async function activationsAt(origin: string): Promise<Activation[]> {
  const all: Activation[] = [];
  for (let round = 0; round < rounds; round += 1)
    all.push(
      await activationOf(origin + NEXT.from, { selector: NEXT.link, rest: REST / 2, slowdown: SLOWDOWN }),
    );
  return all;
}
const shownOf = (all: readonly Activation[]): number => middle(all.map(({ shown }) => shown));

await buildApps();
const product = await startProduct({ APP_MODE: 'trial' }, false);
try {
  const memory = startedMemory();
  const total = memory.reduce((sum, [, mb]) => sum + mb, 0);
  const browser = await launchChromium();
  const rows: string[][] = [];
  const kinds: string[][] = [];
  try {
    for (const [name, path] of PAGES) {
      const visits: Visit[] = [];
      // Once before: the first response of a page is compressed less.
      await visitOf(browser, product.origin + path);
      for (let round = 0; round < rounds; round += 1)
        visits.push(await visitOf(browser, product.origin + path));
      rows.push([
        name,
        cell(middleOf(visits.map(({ unmoved }) => unmoved))),
        cell(middleOf(visits.map(({ metered }) => metered))),
        cell(middleOf(visits.map(({ moved }) => moved))),
        cell(middleOf(visits.map(({ touched }) => touched))),
      ]);
      console.log(rows.at(-1)?.join(' | '));
    }
    for (const [name, rest] of [
      ['an app from the store, application running, pressed at once', 0],
      ['the same, after the pointer rested on the link', REST / 2],
    ] as const) {
      const times: NextPage[] = [];
      for (let round = 0; round < rounds; round += 1)
        times.push(await nextPageOf(browser, product.origin, rest));
      const [shown, cold] = [middle(times.map((one) => one.shown)), middle(times.map((one) => one.cold))];
      kinds.push([
        name,
        cell(middleOf(times.map(({ ahead }) => ahead))),
        cell(middleOf(times)),
        shown.toFixed(0),
        (shown / cold).toFixed(2),
      ]);
    }
  } finally {
    await browser.close();
  }
  const activations = await activationsAt(product.origin);
  // The floor: the same two pages without scripts, by the same rules.
  const address = /<h3\b[^>]*>\s*<a\b[^>]*\bhref="([^"]+)"/.exec(
    await (await fetch(product.origin + NEXT.from)).text(),
  )?.[1];
  if (!address) throw new Error('The store lists no app');
  const copies = await serveCopies(
    new Map(
      await Promise.all(
        [NEXT.from, address].map(async (path) => [path, await copyOf(product.origin + path)] as const),
      ),
    ),
    product.origin,
  );
  const floor = await activationsAt(copies.origin).finally(() => copies.stop());
  const prerendered = activations.filter((one) => one.prerendered).length;
  const nextRows = [
    ...kinds,
    [
      `an app from the store, prerendered in ${prerendered} of ${rounds} visits, without the slow line`,
      cell(middleOf(activations.map(({ ahead }) => ahead))),
      cell(middleOf(activations)),
      shownOf(activations).toFixed(0),
      '–',
    ],
    [
      'the same two pages without scripts',
      cell(middleOf(floor.map(({ ahead }) => ahead))),
      cell(middleOf(floor)),
      shownOf(floor).toFixed(0),
      '–',
    ],
  ];
  await product.stop();
  const alone = hasPostgres() ? await onPostgres() : [];
  const memoryRows = [...memory, ['all of it', total] as const, ...alone].map(([name, mb]) => [
    name,
    String(mb),
  ]);
  for (const row of [...nextRows, ...memoryRows]) console.log(row.join(' | '));
  if (write) {
    record('after-load', {
      title: 'After the first page',
      command: 'npm run bench -- after-load',
      method: `Median of ${rounds} visits of a phone; bytes as sent and requests without pictures, in the 5 s after \`load\`, then at the first scroll, then at the first key, which starts the application`,
      tables: [
        {
          columns: ['Page', 'nobody moves', 'the same, saving data', 'first scroll', 'first key'],
          rows,
        },
        {
          caption: 'The next page, at 4 × CPU, 150 ms, 1.6 Mbit/s:',
          columns: [
            'Next page',
            'before the press',
            'after it',
            'press to frame ms',
            '/ LCP of the page opened cold',
          ],
          rows: nextRows,
        },
        {
          caption: 'A fresh start with the sample data, before the first request, proportional set size:',
          columns: ['Process', 'MB'],
          rows: memoryRows,
        },
      ],
      notes: [
        'Aims: at most 60 kB in 8 requests after `load`, none for a visitor who saves data; 8 requests of an application’s start, 2 of the next page; 100 ms from press to picture; 450 MB for everything.',
      ],
    });
  }
} finally {
  await product.stop();
}
process.exit();
