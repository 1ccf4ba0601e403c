// npm run bench [-- --rounds 7] [--only about …] [--write]: compares every page with its own copy without
// scripts, and the server with bare node:http, in one run, so that the machine's speed cancels out. --write
// puts the figures into docs/measurements.md.
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
import { measuredOn, writeSection } from './write-section.ts';

const USAGE = `npm run bench [-- pages | -- server]

  --rounds 7     pages are loaded so often
  --only about   one page; may stand there more than once
  --write        puts the figures of both into docs/measurements.md`;

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

async function pages(origin: string): Promise<string[]> {
  const copies = new Map<string, Awaited<ReturnType<typeof copyOf>>>();
  for (const [, path] of measured) copies.set(path, await copyOf(origin + path));
  const floor = await serveCopies(copies, origin);
  const browser = await launchChromium();
  const lines = [
    '| Page | LCP ms | LCP / floor | main-thread CPU ms | main thread / floor | TBT ms | TBT of the floor | aims |',
    '|---|---|---|---|---|---|---|---|',
  ];
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
      lines.push(
        `| ${name} | ${ms(middle(own.lcp))} | ${written(ratioOf([lcp]))} | ${ms(middle(own.work))} | ${written(ratioOf([work]))} | ${ms(middle(own.tbt))} | ${ms(middle(copy.tbt))} | ${AIMS[kind]} |`,
      );
      console.error(lines.at(-1));
    }
    // Pages of one kind carry the same scripts: together they give a more precise figure.
    for (const kind of KINDS) {
      const those = taken.filter((one) => one.kind === kind);
      if (those.length < 2) continue;
      const [lcp, work] = [ratioOf(those.map((one) => one.lcp)), ratioOf(those.map((one) => one.work))];
      lines.push(
        `| all ${those.length}: ${kind} | | ${written(lcp)} | | ${written(work)} | | | ${AIMS[kind]} |`,
      );
      console.error(lines.at(-1));
    }
    const press = async (slowdown: number): Promise<number> => {
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        times.push(await measureFirstPress(browser, `${origin}/store/1`, slowdown));
      }
      return middle(times);
    };
    const [slow, fast] = [await press(4), await press(1)];
    lines.push(
      '',
      `First press on a button of the store detail to its effect: ${ms(slow)} ms at 4 × CPU, ${ms(fast)} ms.`,
    );
  } finally {
    await browser.close();
    floor.stop();
  }
  return lines;
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

async function server(): Promise<string[]> {
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
    return [
      '| Answer | requests / s | / bare |',
      '|---|---|---|',
      `| bare node:http, ${length} bytes | ${ms(none)} | 1.00 |`,
      `| store list from the page cache, ${length} bytes | ${ms(own)} | ${ratio(own, none)} |`,
    ];
  } finally {
    await site.stop(3000);
    await api.stop(3000);
    rmSync(folder, { recursive: true, force: true });
  }
}

await buildApps();
async function ofProduct(): Promise<string[]> {
  const product = await startProduct({ APP_MODE: 'trial' }, false);
  try {
    return await pages(product.origin);
  } finally {
    await product.stop();
  }
}
const report = [
  '## Pages and server',
  '',
  `\`npm run bench\`, ${measuredOn()}, Node ${process.versions.node}, the mean of the middle half of ${rounds}, ratios with their 95 % interval; 4 × CPU, 150 ms, 1.6 Mbit/s; main thread: its own CPU time, without the slowdown.`,
  '',
  ...(parts.includes('pages') ? [...(await ofProduct()), ''] : []),
  ...(parts.includes('server') ? await server() : []),
];
console.log(report.join('\n'));
if (write && parts.length === 2 && measured.length === PAGES.length) writeSection('bench', report);
