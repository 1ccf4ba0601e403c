import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Locale, localePath } from '@yunduo/i18n';
import lighthouse from 'lighthouse';
import { launchFlags } from '@yunduo/e2e/browser';
import { provideChromium } from '../test/chromium.ts';
import type { Finding } from './shoot.ts';

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof CATEGORIES)[number];
const LEAST = 95;
/** Kept out of search engines on purpose: nobody looks for a sign-in form there. */
const NOT_INDEXED = new Set(['login']);
const LIMIT = 120_000;

/** The pages that visitors come to from outside. */
export const MAIN_PAGES = [
  ['home', '/'],
  ['about', '/about'],
  ['client-download', '/client-download'],
  ['private', '/private'],
  ['auth', '/auth'],
  ['application', '/application'],
  ['application-detail', '/application/1'],
  ['store', '/store'],
  ['store-detail', '/store/1'],
  ['protocol', '/protocol/user-agreement'],
  ['activity', '/activity'],
  ['feedback', '/feedback'],
  ['login', '/login'],
  ['developer-center', '/developer-center'],
] as const;

export interface Score {
  page: string;
  locale: Locale;
  scores: Record<Category, number>;
}

interface Audited {
  scores: Partial<Record<Category, number>>;
  faults: string[];
}

const inTime = async <T>(what: string, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${LIMIT / 1000} s`)), LIMIT);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};

interface Bare {
  port: number;
  stop(): Promise<void>;
}

/** A Chromium that Lighthouse has for itself: who else steers it, as Playwright does, takes its pages away. */
async function launchBare(): Promise<Bare> {
  const profile = mkdtempSync(join(tmpdir(), 'lighthouse-'));
  const child = spawn(
    await provideChromium(),
    [
      ...launchFlags(),
      '--headless=new',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const port = await inTime(
      'Chromium',
      new Promise<number>((resolve, reject) => {
        let said = '';
        child.stderr.on('data', (chunk: Buffer) => {
          said += chunk.toString();
          const found = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(said)?.[1];
          if (found) resolve(Number(found));
        });
        child.once('error', reject).once('close', () => reject(new Error('Chromium ended at its start.')));
      }),
    );
    return { port, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** One run with Lighthouse's own defaults: a phone on a slow line. */
async function audit(
  url: string,
  { port, categories, skipAudits }: { port: number; categories: readonly Category[]; skipAudits: string[] },
): Promise<Audited> {
  const result = await inTime(
    url,
    lighthouse(url, {
      port,
      output: 'json',
      logLevel: 'silent',
      onlyCategories: [...categories],
      skipAudits,
    }),
  );
  if (!result) throw new Error(`Lighthouse has nothing to say about ${url}`);
  const { lhr } = result;
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  const scores: Partial<Record<Category, number>> = {};
  const faults: string[] = [];
  for (const category of categories) {
    const found = lhr.categories[category];
    scores[category] = Math.round((found?.score ?? 0) * 100);
    for (const { id, weight } of found?.auditRefs ?? []) {
      const { score, title } = lhr.audits[id] ?? {};
      if (weight > 0 && typeof score === 'number' && score < 0.9)
        faults.push(`${category}: ${id} (${title ?? ''})`);
    }
  }
  return { scores, faults };
}

const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

interface LighthouseOptions {
  origin: string;
  locales: readonly Locale[];
  wanted: (page: string) => boolean;
  folder: string;
  timeLeft: () => boolean;
  /** Runs of which the performance is the median, where the first falls short. */
  rounds: number;
}

interface AuditPage {
  url: string;
  rounds: number;
  skipAudits: string[];
}

/** One page in a browser of its own, in as many rounds as it takes. */
async function auditPage({ url, rounds, skipAudits }: AuditPage): Promise<Audited & { rounds: number[] }> {
  const { port, stop } = await launchBare();
  try {
    const first = await audit(url, { port, categories: CATEGORIES, skipAudits });
    const performance = [first.scores.performance ?? 0];
    // A run that is good enough needs no second; one that is not may have met another process.
    while (performance.length < rounds && (performance[0] ?? 0) < LEAST) {
      const again = await audit(url, { port, categories: ['performance'], skipAudits });
      performance.push(again.scores.performance ?? 0);
    }
    return {
      faults: first.faults,
      scores: { ...first.scores, performance: median(performance) },
      rounds: performance,
    };
  } finally {
    await stop();
  }
}

/** Every main page in every category. Only the performance wobbles with the machine: it is a median. */
export async function runLighthouse(
  options: LighthouseOptions,
): Promise<{ scores: Score[]; findings: Finding[] }> {
  const { origin, locales, wanted, folder, timeLeft, rounds } = options;
  const scores: Score[] = [];
  const findings: Finding[] = [];
  for (const [page, path] of MAIN_PAGES.filter(([name]) => wanted(name))) {
    for (const locale of locales) {
      const where = `lighthouse ${page} ${locale}`;
      if (!timeLeft()) {
        findings.push({ where, what: 'no time left' });
        continue;
      }
      try {
        const request = {
          url: origin + localePath(locale, path),
          rounds,
          skipAudits: NOT_INDEXED.has(page) ? ['is-crawlable'] : [],
        };
        // Its tracing fails now and then without a reason of the page's; a page that fails twice is a finding.
        const audited = await auditPage(request).catch(() => auditPage(request));
        const score = audited.scores as Score['scores'];
        scores.push({ page, locale, scores: score });
        console.log(
          `${where}: ${CATEGORIES.map((each) => score[each]).join(' ')} (${audited.rounds.join(', ')})`,
        );
        for (const category of CATEGORIES) {
          if (score[category] >= LEAST) continue;
          const because = audited.faults.filter((fault) => fault.startsWith(`${category}:`));
          findings.push({ where, what: `${category} ${score[category]}; ${because.join('; ')}` });
        }
        writeFileSync(join(folder, 'lighthouse.json'), JSON.stringify(scores, null, 2));
      } catch (error) {
        findings.push({ where, what: error instanceof Error ? error.message : String(error) });
      }
    }
  }
  return { scores, findings };
}
