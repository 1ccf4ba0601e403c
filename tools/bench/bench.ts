// npm run bench [-- --rounds 7] [--only about …] [--write]: compares every page with its own copy without
// scripts, and the server with bare node:http, in one run, so that the machine's speed cancels out. --write
// writes the figures (docs/measurements).
// npm run bench -- pages, npm run bench -- server: only one of the two.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { among, commandLine, count } from '../cli.ts';
import { launchChromium } from '../launch.ts';
import { startProduct } from '@yunduo/e2e/product';
import { buildApps } from '../start/build.ts';
import { startChild } from '../start/child.ts';
import { middle, ratioOf, written, type Rounds } from './interval.ts';
import { load } from './load.ts';
import { measureCpu, measureFirstPress, measurePage } from './page-times.ts';
import { copyOf, serveCopies } from './script-free.ts';
import { type MeasuredTable, record } from './measurements.ts';

const USAGE = `npm run bench [-- pages | -- server]

  --rounds 7     pages are loaded so often
  --only about   one page; may stand there more than once
  --write        writes the figures of whole runs (docs/measurements)`;

/**
 * Targets per kind of page: the ratio to the load times of its copy without scripts, and blocking time in ms.
 */
const AIMS = {
  content: '1.05 · 1.10 · 0',
  list: '1.10 · 1.15 · 0',
  form: '1.15 · 2.2 · 50',
};
type Kind = keyof typeof AIMS;
const KINDS = Object.keys(AIMS) as Kind[];
const PAGES: readonly [name: string, path: string, kind: Kind][] = [
  ['home', '/', 'content'],
  ['about', '/about', 'content'],
  ['client download', '/client-download', 'content'],
  ['private deployment', '/private', 'content'],
  ['activity', '/activity', 'content'],
  ['protocol', '/protocol/user-agreement', 'content'],
  ['applications', '/application', 'list'],
  ['application', '/application/1', 'list'],
  ['store', '/store', 'list'],
  ['store detail', '/store/1', 'list'],
  ['sign-in', '/login', 'form'],
  ['feedback', '/feedback', 'form'],
  ['authorization codes', '/auth', 'form'],
];
const LOAD_TIME = 3000;

const { parts, measured, rounds, write } = commandLine(
  USAGE,
  {
    options: {
      rounds: { type: 'string', default: '7' },
      only: { type: 'string', multiple: true },
      write: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  },
  ({ values, positionals }) => {
    const names = among(
      PAGES.map(([name]) => name),
      values.only ?? [],
    );
    return {
      parts: among(['pages', 'server'], positionals),
      measured: PAGES.filter(([name]) => names.includes(name)),
      rounds: count(values.rounds),
      write: values.write,
    };
  },
);

const ms = (value: number): string => value.toFixed(0);
const ratio = (value: number, floor: number): string => (value / floor).toFixed(2);

/** Measurements of one address, round by round. */
function sideOf(browser: Browser, url: string) {
  const side = { lcp: [] as number[], tbt: [] as number[], work: [] as number[] };
  const measure = async (): Promise<void> => {
    const { lcp, tbt } = await measurePage(browser, url);
    side.lcp.push(lcp);
    side.tbt.push(tbt);
    side.work.push(await measureCpu(browser, url));
  };
  return { ...side, measure };
}

async function pages(origin: string): Promise<{ table: MeasuredTable; press: string }> {
  const copies = new Map<string, Awaited<ReturnType<typeof copyOf>>>();
  for (const [, path] of measured) copies.set(path, await copyOf(origin + path));
  const floor = await serveCopies(copies, origin);
  const browser = await launchChromium();
  const rows: (string | number)[][] = [];
  const add = (...cells: (string | number)[]): void => {
    rows.push(cells);
    console.log(cells.join(' | '));
  };
  try {
    const taken: { kind: Kind; lcp: Rounds; work: Rounds }[] = [];
    for (const [name, path, kind] of measured) {
      const own = sideOf(browser, origin + path);
      const copy = sideOf(browser, floor.origin + path);
      // Alternating, each of them first in every second round, so that other load on the machine affects
      // both.
      for (let round = 0; round < rounds; round += 1) {
        const [first, second] = round % 2 ? [copy, own] : [own, copy];
        await first.measure();
        await second.measure();
      }
      const lcp = { own: own.lcp, floor: copy.lcp };
      const work = { own: own.work, floor: copy.work };
      taken.push({ kind, lcp, work });
      add(
        name,
        ms(middle(own.lcp)),
        written(ratioOf([lcp])),
        ms(middle(own.work)),
        written(ratioOf([work])),
        ms(middle(own.tbt)),
        ms(middle(copy.tbt)),
        AIMS[kind],
      );
    }
    // Pages of one kind carry the same scripts: together they give a more precise figure.
    for (const kind of KINDS) {
      const those = taken.filter((one) => one.kind === kind);
      if (those.length < 2) continue;
      const [lcp, work] = [ratioOf(those.map((one) => one.lcp)), ratioOf(those.map((one) => one.work))];
      add(`all ${those.length}: ${kind}`, '', written(lcp), '', written(work), '', '', AIMS[kind]);
    }
    const press = async (slowdown: number): Promise<number> => {
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        times.push(await measureFirstPress(browser, `${origin}/store/1`, slowdown));
      }
      return middle(times);
    };
    const [slow, fast] = [await press(4), await press(1)];
    return {
      table: {
        columns: [
          'Page',
          'LCP ms',
          'LCP / floor',
          'main-thread CPU ms',
          'main thread / floor',
          'TBT ms',
          'TBT of the floor',
          'aims',
        ],
        rows,
      },
      press: `First press on a button of the store detail to its effect: ${ms(slow)} ms at 4 × CPU, ${ms(fast)} ms.`,
    };
  } finally {
    await browser.close();
    floor.stop();
  }
}

const COMPRESS_TRIES = 50;

/**
 * The size of the page's brotli response. It is compressed after the first request, so this repeats until it
 * is there.
 */
async function compressedLength(url: string): Promise<number> {
  for (let attempt = 0; attempt < COMPRESS_TRIES; attempt += 1) {
    const answer = await fetch(url, { headers: { 'accept-encoding': 'br' } });
    await answer.arrayBuffer();
    if (answer.headers.get('content-encoding') === 'br') return Number(answer.headers.get('content-length'));
    await pause(100);
  }
  throw new Error(`${url} is never sent compressed`);
}

async function server(): Promise<MeasuredTable> {
  const folder = mkdtempSync(join(tmpdir(), 'yunduo-bench-'));
  const print = (): void => undefined;
  const env = { ...process.env, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn' };
  const api = startChild({
    name: 'API',
    args: ['apps/api/dist/build/server.js'],
    env: { ...env, APP_MODE: 'trial', DATA_DIR: folder },
    print,
  });
  // Requests go directly to the site's process, because the edge is not measured.
  const site = startChild({
    name: 'Public site',
    args: ['apps/public-site/dist/build/server/main.js'],
    env: { ...env, API_BASE_URL: await api.ready, ORIGIN: 'http://127.0.0.1' },
    print,
  });
  try {
    const page = `${await site.ready}/store`;
    const length = await compressedLength(page);
    const body = join(folder, 'body');
    writeFileSync(body, Buffer.alloc(length, 'x'));
    const bare = startChild({
      name: 'Bare',
      args: [join(import.meta.dirname, 'bare-server.ts'), body],
      env,
      print,
    });
    const floor = `${await bare.ready}/`;
    const results: number[][] = [[], []];
    await load(page, 1000);
    await load(floor, 1000);
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, url] of [page, floor].entries()) {
        const { perSecond, failures } = await load(url, LOAD_TIME);
        if (failures) throw new Error(`${failures} answers of ${url} failed`);
        results[index]?.push(perSecond);
      }
    }
    await bare.stop(1000);
    const [own, none] = [middle(results[0] ?? []), middle(results[1] ?? [])];
    const rows = [
      [`bare node:http, ${length} bytes`, ms(none), '1.00'],
      [`store list from the page cache, ${length} bytes`, ms(own), ratio(own, none)],
    ];
    for (const row of rows) console.log(row.join(' | '));
    return { columns: ['Answer', 'requests / s', '/ bare'], rows };
  } finally {
    await site.stop(3000);
    await api.stop(3000);
    rmSync(folder, { recursive: true, force: true });
  }
}

await buildApps();
if (parts.includes('pages')) {
  const product = await startProduct({ APP_MODE: 'trial' }, false);
  try {
    const { table, press } = await pages(product.origin);
    console.log(press);
    if (write && measured.length === PAGES.length) {
      record('pages', {
        title: 'Pages',
        command: 'npm run bench -- pages',
        method: `The mean of the middle half of ${rounds} loads, ratios with their 95 % interval; 4 × CPU, 150 ms, 1.6 Mbit/s; main thread: its own CPU time, without the slowdown`,
        tables: [table],
        notes: [
          press,
          'Aims: LCP / floor · main thread / floor · blocking time; of the first press 350 and 100 ms. Blocking time counts from the first contentful paint.',
        ],
      });
    }
  } finally {
    await product.stop();
  }
}
if (parts.includes('server')) {
  const table = await server();
  if (write) {
    record('server', {
      title: 'Server',
      command: 'npm run bench -- server',
      method: `Medians of ${rounds} rounds; both servers in one run, so that the machine's speed cancels out`,
      tables: [table],
    });
  }
}
