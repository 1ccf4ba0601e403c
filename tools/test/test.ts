// npm test: all tests and checks, ending with the line "N passed, N failed". --without-browser: npm run
// check.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENGINES } from '@yunduo/e2e/installed-engines';
import { commandLine } from '../cli.ts';
import { coverage, tallyOfOpen } from '../checks/requirements.ts';
import { engines } from './engines.ts';
import { provideTestBrowser } from './chromium.ts';
import { hasPostgres, onTestServer } from './postgres.ts';
import { jest, root, run, TARGETS, tool } from './run.ts';
import type { RunOptions } from './run.ts';
import {
  endedBadly,
  endOf,
  jestReports,
  nxTasks,
  stepLine,
  sum,
  tally,
  tallyOfJest,
  tallyOfPlaywright,
} from './tally.ts';
import type { Tally } from './tally.ts';

const USAGE = `npm test, npm run check

  --without-browser   leaves out the browser tests: npm run check

REQUIRE_POSTGRES=1   the API's tests on PostgreSQL, those about the embedded database on that one; without it the
                     other way round: all on the embedded one, those about locks on PostgreSQL where one is installed
E2E_SETTINGS=all     each browser test in both languages and sizes`;

const { values: options } = commandLine(USAGE, {
  options: { 'without-browser': { type: 'boolean', default: false } },
});

const MINUTE = 60_000;
const reports = join(root, 'reports/jest');
const playwright = join(root, 'reports/playwright.json');

/** Every listed requirement is proved by a test that passed in this run. */
async function requirements(): Promise<Tally> {
  const { open, line } = coverage(join(root, 'reports'));
  console.log(line);
  return tallyOfOpen(open);
}

/** A command as one check: it passes or fails. */
async function oneCheck(path: string, args: string[], limit: number): Promise<Tally> {
  const { code } = await tool(path, args, { limit });
  return code === 0 ? tally(1) : tally(0, 1, 0, [[path, ...args].join(' ')]);
}

/** The tests of a configuration, counted individually. */
async function tests(
  config: string,
  report: string,
  how: RunOptions,
  files: readonly string[] = [],
): Promise<Tally> {
  const file = join(reports, `${report}.json`);
  const { code } = await jest(config, how, ['--json', `--outputFile=${file}`, ...files]);
  return endedBadly(code, tallyOfJest(file), config);
}

/** The database of the API's suite; the other one gets the files that are about it (decision 60). */
const onPostgres = Boolean(process.env.TEST_DATABASE_URL) || process.env.REQUIRE_POSTGRES === '1';

/**
 * The checks of every project. The API's suite on PostgreSQL runs alone afterwards: fifty concurrent calls
 * are answered in time only if nothing else uses the CPU.
 */
const projects = async (): Promise<Tally> =>
  onPostgres
    ? sum([
        await tasks([TARGETS.replace(',test', '')]),
        await tasks(['--targets=test', '--exclude=api']),
        await onTestServer((url) => tasks(['--targets=test', '--projects=api'], { TEST_DATABASE_URL: url })),
      ])
    : tasks([TARGETS]);

/** Tests count individually, a task as one. */
async function tasks(which: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Tally> {
  const { code, output } = await tool(
    'nx/dist/bin/nx.js',
    ['run-many', ...which, '--output-style=static', '--nx-bail=false'],
    { env: { NX_DAEMON: 'false', ...env }, limit: 40 * MINUTE },
  );
  const reported = jestReports(reports);
  const tallies = [...nxTasks(output)].map(([task, ok]) => {
    const [project = '', target] = task.split(':');
    const report = target === 'test' ? reported.get(project) : undefined;
    if (!report) return ok ? tally(1) : tally(0, 1, 0, [task]);
    return endedBadly(ok ? 0 : 1, tallyOfJest(report), task);
  });
  const all = sum(tallies);
  return endedBadly(code, all, 'nx run-many');
}

/** Checks about tools alone: like Storybook's build, they run with `CI`, in `.ci/run` and in a pull request. */
const ABOUT_TOOLS = ['generators', 'nx-cache', 'release'];

/**
 * Loads the sample world once into a folder that each started product copies (SEEDED_DATA): 4 instead of 10 s of CPU
 * time for a start. `start.check.ts` starts on an empty folder.
 */
async function seedOnce(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'yunduo-seeded-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const { code } = await run(process.execPath, ['apps/api/dist/build/seed.js'], {
    env: { NODE_OPTIONS: '', APP_MODE: 'test', DATA_DIR: folder, DATABASE_URL: '' },
    limit: 5 * MINUTE,
  });
  if (code !== 0) throw new Error('The sample world could not be loaded.');
  process.env.SEEDED_DATA = folder;
}
let seeding: Promise<void> | undefined;
const seeded = (): Promise<void> => (seeding ??= seedOnce());

/** Checks of the whole workspace and of the built apps, which cannot be one project's cached test. */
async function checks(): Promise<Tally> {
  await seeded();
  const left = process.env.CI ? [] : ABOUT_TOOLS;
  if (left.length > 0) console.log(`Left to .ci/run: ${left.join(', ')}, the build of Storybook`);
  return tests(
    'tools/checks/jest.config.mjs',
    'checks',
    { env: { NX_DAEMON: 'false' }, limit: 20 * MINUTE },
    left.map((name) => `--testPathIgnorePatterns=/${name}\\.check`),
  );
}

/** Files of the API about locks and races: PGlite's single connection proves nothing for them. */
const ABOUT_LOCKS = ['races.test.ts', 'trust/locks.test.ts', 'trust/two-processes.test.ts'];
/** Files that start a server on a folder of its own, or test the embedded database itself. */
const ABOUT_THE_EMBEDDED = [
  'db/pglite.test.ts',
  'db/migrate.test.ts',
  'db/remove-rows.test.ts',
  'backup/backup.test.ts',
  'src/server.test.ts',
  'ops/control.test.ts',
  'store/store.test.ts',
];

/** The API's tests about the database that the rest of its suite did not use. */
async function otherDatabase(): Promise<Tally> {
  const suite = 'apps/api/jest.config.mjs';
  const limit = 20 * MINUTE;
  if (onPostgres)
    return tests(suite, 'api-embedded', { env: { TEST_DATABASE_URL: '' }, limit }, [
      ...ABOUT_THE_EMBEDDED,
      // Beside the checks and their two workers.
      '--maxWorkers=1',
      // Their durations on PostgreSQL, which Jest has recorded, mislead.
      `--testSequencer=${join(root, 'tools/checks/longest-first.mjs')}`,
    ]);
  if (hasPostgres())
    return onTestServer((url) =>
      tests(suite, 'api-postgres', { env: { TEST_DATABASE_URL: url }, limit }, ABOUT_LOCKS),
    );
  const { passed, failed } = tallyOfJest(join(reports, 'api.json'));
  const missed = passed + failed;
  console.log(
    `Skipped: ${missed} tests of the API on PostgreSQL, those about locks and races among them: no PostgreSQL is installed. REQUIRE_POSTGRES=1 installs it and runs them.`,
  );
  return tally(0, 0, missed);
}

async function browser(): Promise<Tally> {
  await seeded();
  const { code } = await tool('@playwright/test/cli.js', ['test', '--config', 'e2e/playwright.config.ts'], {
    env: { CHROMIUM_PATH: await provideTestBrowser(), NODE_OPTIONS: '' },
    limit: 55 * MINUTE,
  });
  return endedBadly(code, tallyOfPlaywright(playwright), 'playwright test');
}

const format = (): Promise<Tally> => oneCheck('prettier/bin/prettier.cjs', ['--check', '.'], 5 * MINUTE);

type Step = [name: string, work: () => Promise<Tally>];

const FORMAT_AND_PROJECTS: Step = [
  'Format; lint, types, tests and builds of every project',
  // In parallel: the formatter uses one core, and the first tasks wait for each other.
  async () => sum(await Promise.all([format(), projects()])),
];
const CHECKS: Step = ['Checks of the whole', checks];
const OTHER_DATABASE: Step = [`API on ${onPostgres ? 'the embedded database' : 'PostgreSQL'}`, otherDatabase];
const BROWSER: Step = ['In the browser', browser];
const ENGINES_IN_SHORT: Step = [
  'In Firefox and WebKit, in short',
  async () => {
    await seeded();
    return engines(ENGINES, true);
  },
];
const REQUIREMENTS: Step = ['Requirements (docs/requirements.md)', requirements];

const inBrowsers = !options['without-browser'];

/**
 * Stages run one after another, the lanes of a stage in parallel, the steps of a lane one after another. A check
 * waits for the processes that it starts about a fifth of its time: the other lane uses it. The tests of locks on
 * PostgreSQL share their processors with nothing.
 */
const stages: Step[][][] = [
  [[FORMAT_AND_PROJECTS]],
  ...(onPostgres ? [] : [[[OTHER_DATABASE]]]),
  [[CHECKS], [...(onPostgres ? [OTHER_DATABASE] : []), ...(inBrowsers ? [ENGINES_IN_SHORT] : [])]],
  // Without a browser many requirements cannot be proved, so none are reported.
  ...(inBrowsers ? [[[BROWSER]], [[REQUIREMENTS]]] : []),
];

// Hundreds of processes start from source, each with the same tools: Node compiles them once.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compiled');
// The type checker, written in Go, spends a quarter of its time on collecting garbage early.
process.env.GOGC ??= '400';
process.env.GOMEMLIMIT ??= '2GiB';

// Reports of an earlier run must not be counted; Nx restores those of cached tasks.
rmSync(reports, { recursive: true, force: true });
rmSync(playwright, { force: true });
mkdirSync(reports, { recursive: true });

const results: [string, Tally, number][] = [];
async function take([name, work]: Step): Promise<void> {
  console.log(`\n=== ${name}`);
  const startedAt = Date.now();
  let result: Tally;
  try {
    result = await work();
  } catch (error) {
    console.error(error);
    result = tally(0, 1, 0, [String(error)]);
  }
  results.push([name, result, Math.round((Date.now() - startedAt) / 1000)]);
}
for (const lanes of stages)
  await Promise.all(
    lanes.map(async (steps) => {
      for (const step of steps) await take(step);
    }),
  );

console.log('\n=== Summary');
for (const result of results) console.log(stepLine(...result));
const total = sum(results.map(([, result]) => result));
// At the end, so that a truncated log still contains them.
for (const line of endOf(total)) console.log(line.replace(`${root}/`, ''));
process.exit(total.failed === 0 ? 0 : 1);
