import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Locale, localePath } from '@yunduo/i18n';
import lighthouse from 'lighthouse';
import { freePort } from '../free-port.ts';
import { launchChromium } from '../launch.ts';
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
  /** Runs of which the performance is the median. */
  rounds: number;
}

/** Every main page in every category. Only the performance wobbles with the machine: it is a median. */
export async function runLighthouse(
  options: LighthouseOptions,
): Promise<{ scores: Score[]; findings: Finding[] }> {
  const { origin, locales, wanted, folder, timeLeft, rounds } = options;
  const scores: Score[] = [];
  const findings: Finding[] = [];
  const port = await freePort();
  const browser = await launchChromium([`--remote-debugging-port=${port}`]);
  try {
    for (const [page, path] of MAIN_PAGES.filter(([name]) => wanted(name))) {
      for (const locale of locales) {
        const where = `lighthouse ${page} ${locale}`;
        if (!timeLeft()) {
          findings.push({ where, what: 'no time left' });
          continue;
        }
        try {
          const url = origin + localePath(locale, path);
          const skipAudits = NOT_INDEXED.has(page) ? ['is-crawlable'] : [];
          const first = await audit(url, { port, categories: CATEGORIES, skipAudits });
          const performance = [first.scores.performance ?? 0];
          while (performance.length < rounds) {
            const again = await audit(url, { port, categories: ['performance'], skipAudits });
            performance.push(again.scores.performance ?? 0);
          }
          const score = { ...first.scores, performance: median(performance) } as Score['scores'];
          scores.push({ page, locale, scores: score });
          console.log(
            `${where}: ${CATEGORIES.map((each) => score[each]).join(' ')} (${performance.join(', ')})`,
          );
          for (const category of CATEGORIES) {
            if (score[category] >= LEAST) continue;
            const because = first.faults.filter((fault) => fault.startsWith(`${category}:`));
            findings.push({ where, what: `${category} ${score[category]}; ${because.join('; ')}` });
          }
          writeFileSync(join(folder, 'lighthouse.json'), JSON.stringify(scores, null, 2));
        } catch (error) {
          findings.push({ where, what: error instanceof Error ? error.message : String(error) });
        }
      }
    }
  } finally {
    await browser.close();
  }
  return { scores, findings };
}
