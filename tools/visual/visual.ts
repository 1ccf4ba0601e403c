// npm run check:look [-- …]: every page of both apps as people see it, in reports/look; then Lighthouse on the main pages.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { type Locale, LOCALES } from '@yunduo/i18n';
import { among, commandLine, count } from '../cli.ts';
import { measuredOn, writeSection } from '../bench/write-section.ts';
import { launchChromium } from '../launch.ts';
import { runProduct } from '../product.ts';
import { buildApps } from '../start/build.ts';
import { root } from '../test/run.ts';
import { writeGallery } from './gallery.ts';
import { CATEGORIES, MAIN_PAGES, runLighthouse, type Score } from './lighthouse.ts';
import { readMaps } from './maps.ts';
import { type Finding, SCHEMES, shoot, WIDTHS } from './shoot.ts';
import { type View, viewsOf } from './views.ts';
import { Sessions } from './visit.ts';

const USAGE = `npm run check:look [-- …]

  --pages home,store    only the views whose names begin so
  --locale zh           one language
  --widths 375,1440     some widths
  --schemes light       one scheme
  --only pictures       or lighthouse
  --rounds 3            runs of Lighthouse whose median is the performance, where the first is below 95
  --write               puts the scores into docs/measurements.md
  --resume              leaves out what an earlier run has finished without a finding
  --minutes 45          stops after so long and says what is left
  --built               takes the build that is there
  --origin http://…     looks at a product that runs already`;

const named = (request: string | undefined): string[] => request?.split(',') ?? [];
const { options, parts, locales, widths, schemes, rounds, minutes } = commandLine(
  USAGE,
  {
    options: {
      pages: { type: 'string' },
      locale: { type: 'string' },
      widths: { type: 'string' },
      schemes: { type: 'string' },
      only: { type: 'string' },
      rounds: { type: 'string', default: '3' },
      resume: { type: 'boolean', default: false },
      minutes: { type: 'string', default: '45' },
      write: { type: 'boolean', default: false },
      built: { type: 'boolean', default: false },
      origin: { type: 'string' },
    },
  },
  ({ values }) => ({
    options: values,
    parts: among(['pictures', 'lighthouse'], named(values.only)),
    locales: among<Locale>(LOCALES, named(values.locale)),
    widths: among(WIDTHS, named(values.widths)),
    schemes: among(SCHEMES, named(values.schemes)),
    rounds: count(values.rounds),
    minutes: count(values.minutes),
  }),
);
const folder = join(root, 'reports/look');
const doneFile = join(folder, 'done.json');
const began = Date.now();
const timeLeft = (): boolean => Date.now() - began < minutes * 60_000;
/** A view that stands still is given up, not waited for. */
const VIEW_LIMIT = 5 * 60_000;

const wanted = (name: string): boolean =>
  !options.pages || named(options.pages).some((start) => name.startsWith(start));

function readDone(): Set<string> {
  try {
    return new Set(JSON.parse(readFileSync(doneFile, 'utf8')) as string[]);
  } catch {
    return new Set();
  }
}

const findings: Finding[] = [];
let pictures = 0;
let looked = 0;

async function lookAt(origin: string, views: readonly View[]): Promise<void> {
  const done = options.resume ? readDone() : new Set<string>();
  const browser = await launchChromium();
  const sessions = new Sessions(origin);
  try {
    for (const view of views) {
      for (const locale of locales) {
        const key = `${view.name} ${locale}`;
        if (done.has(key)) continue;
        if (!timeLeft()) {
          findings.push({ where: key, what: 'not looked at: no time left, go on with --resume' });
          continue;
        }
        const started = Date.now();
        let timer: NodeJS.Timeout | undefined;
        try {
          const late = new Promise<never>((_, reject) => {
            timer = setTimeout(() => reject(new Error('stood still')), VIEW_LIMIT);
          });
          const work = shoot(browser, {
            origin,
            sessions,
            view,
            locale,
            folder,
            widths,
            schemes,
          });
          const seen = await Promise.race([work, late]);
          looked += 1;
          pictures += seen.pictures;
          findings.push(...seen.findings);
          for (const { where, what } of seen.findings) console.log(`${where}: ${what}`);
          if (seen.findings.length === 0) done.add(key);
          writeFileSync(doneFile, JSON.stringify([...done]));
        } catch (error) {
          const what = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
          console.log(`${key}: ${what}`);
          findings.push({ where: key, what });
          if (!browser.isConnected()) throw error;
        } finally {
          clearTimeout(timer);
        }
        console.log(`${key}: ${((Date.now() - started) / 1000).toFixed(0)} s`);
      }
    }
  } finally {
    await browser.close();
  }
}

const all = viewsOf(await readMaps());
const known = [...all.map(({ name }) => name), ...MAIN_PAGES.map(([name]) => name)];
for (const start of named(options.pages)) {
  if (known.some((name) => name.startsWith(start))) continue;
  console.error(`error: ${start}: no page's name begins so.`);
  process.exit(2);
}
const views = all.filter(({ name }) => wanted(name));
if (!options.resume && !options.pages) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
if (!options.built && !options.origin) await buildApps();
const product = options.origin
  ? { origin: options.origin, stop: async (): Promise<void> => undefined }
  : await runProduct();
let scores: Score[] = [];
try {
  if (parts.includes('pictures')) await lookAt(product.origin, views);
  if (parts.includes('lighthouse')) {
    const audited = await runLighthouse({
      origin: product.origin,
      locales,
      wanted,
      folder,
      timeLeft,
      rounds,
    });
    scores = audited.scores;
    findings.push(...audited.findings);
  }
} finally {
  await product.stop();
}
writeGallery(folder);
const table = [
  `| Page | Language | ${CATEGORIES.join(' | ')} |`,
  `|---|---|${CATEGORIES.map(() => '---|').join('')}`,
  ...scores.map(
    ({ page, locale, scores: of }) =>
      `| ${page} | ${locale} | ${CATEGORIES.map((each) => of[each]).join(' | ')} |`,
  ),
];
const report = [
  `${looked} views looked at, ${pictures} pictures, ${scores.length} pages audited, ${findings.length} findings.`,
  '',
  ...(scores.length ? [...table, ''] : []),
  ...(findings.length
    ? [
        '| Where | What |',
        '|---|---|',
        ...findings.map(({ where, what }) => `| ${where} | ${what.replaceAll('|', '\\|')} |`),
      ]
    : []),
].join('\n');
writeFileSync(join(folder, 'findings.md'), `${report}\n`);
console.log(report);
if (options.write && scores.length) {
  const short = findings.filter(({ where }) => where.startsWith('lighthouse'));
  writeSection('lighthouse', [
    `Lighthouse with its phone, \`npm run check:look -- --only lighthouse --write\`, ${measuredOn()}, load ${loadavg()[0]?.toFixed(1) ?? ''} at the end; the performance is that of one run, or the median of three where the first was below 95. The aim is 95 in each.`,
    '',
    ...table,
    '',
    short.length
      ? `Short of it: ${short.map(({ where, what }) => `${where.replace('lighthouse ', '')}: ${what}`).join('. ')}.`
      : `All ${scores.length} pages reach it.`,
  ]);
}
process.exit(findings.length ? 1 : 0);
