// npm run affected: what a change touches, and nothing else. Pull requests run the same steps
// (.github/workflows/pull-request.yml).
import { appendFileSync, existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { among, commandLine } from '../cli.ts';
import { provideTestBrowser } from './chromium.ts';
import { browserSuites, formatted, imagesOf, SUITES } from './affected-plan.ts';
import { onTestServer } from './postgres.ts';
import { nxTasks } from './tally.ts';
import { jest, root, run, TARGETS, tool } from './run.ts';

const MINUTE = 60_000;
const nx = { NX_DAEMON: 'false', NODE_OPTIONS: '' };

const STEPS = ['plan', 'verify', 'postgres', 'checks', 'browser'] as const;
const PARTS = ['touched', 'everything'] as const;

const USAGE = `npm run affected [-- --base main] [--step ${STEPS.join('|')}|measure]

  --base      the branch that this one left (main)
  --step      one of them; without it all but measure, which takes the time of a typical change and of everything
  --only      ${SUITES.join(' or ')}: the browser tests of one app
  --part      ${PARTS.join(' or ')}: what is measured
  --without   projects, joined by commas, whose tests are left out of the measurement`;

const { base: branch, ...options } = commandLine(
  USAGE,
  {
    options: {
      base: { type: 'string', default: 'main' },
      step: { type: 'string' },
      only: { type: 'string' },
      part: { type: 'string' },
      without: { type: 'string' },
    },
  },
  ({ values: { base, step, only, part, without } }) => ({
    base,
    measure: step === 'measure',
    steps: among(STEPS, step === undefined || step === 'measure' ? [] : [step]),
    suites: among(SUITES, only === undefined ? [] : [only]),
    parts: among(PARTS, part === undefined ? [] : [part]),
    without,
  }),
);

async function said(command: string, args: string[]): Promise<string> {
  const { code, output } = await run(command, args, { limit: MINUTE, quiet: true });
  if (code !== 0) {
    console.error(`error: ${command} ${args.join(' ')} failed: ${output.trim()}`);
    process.exit(1);
  }
  return output.trim();
}

/** Where this branch left the other one: what happened there since is nobody's change here. */
const base = await said('git', ['merge-base', 'HEAD', branch]);
const files = (await said('git', ['diff', '--name-only', '--diff-filter=d', base]))
  .split('\n')
  .filter(Boolean);
const { output: shown } = await tool(
  'nx/dist/bin/nx.js',
  ['show', 'projects', '--affected', `--base=${base}`, '--json'],
  { env: nx, limit: 2 * MINUTE, quiet: true },
);
const projects = JSON.parse(shown.slice(shown.indexOf('['))) as string[];
const suites = browserSuites(projects);

const steps: Record<(typeof STEPS)[number], () => Promise<boolean>> = {
  async plan() {
    const plan = {
      projects,
      postgres: projects.includes('api'),
      browser: suites,
      images: imagesOf(projects),
    };
    console.log(JSON.stringify(plan, null, 2));
    if (process.env['GITHUB_OUTPUT']) {
      const lines = Object.entries(plan).map(([key, value]) => `${key}=${JSON.stringify(value)}\n`);
      appendFileSync(process.env['GITHUB_OUTPUT'], lines.join(''));
    }
    return true;
  },
  async verify() {
    const looked = formatted(files).filter((file) => existsSync(join(root, file)));
    if (looked.length) {
      const { code } = await tool('prettier/bin/prettier.cjs', ['--check', '--ignore-unknown', ...looked], {
        limit: 3 * MINUTE,
      });
      if (code !== 0) return false;
    }
    const { code } = await tool(
      'nx/dist/bin/nx.js',
      ['affected', TARGETS, `--base=${base}`, '--output-style=static'],
      { env: nx, limit: 25 * MINUTE },
    );
    return code === 0;
  },
  async postgres() {
    if (!projects.includes('api')) return true;
    const { code } = await onTestServer((url) =>
      jest('apps/api/jest.config.mjs', { env: { TEST_DATABASE_URL: url }, limit: 20 * MINUTE }),
    );
    return code === 0;
  },
  async checks() {
    const apps = '--projects=api,public-site,developer-console';
    const built = await tool(
      'nx/dist/bin/nx.js',
      ['run-many', '--targets=build', apps, '--output-style=static'],
      {
        env: nx,
        limit: 10 * MINUTE,
      },
    );
    if (built.code !== 0) return false;
    const { code } = await jest('tools/checks/jest.config.mjs', {
      env: { NX_DAEMON: 'false' },
      limit: 10 * MINUTE,
    });
    return code === 0;
  },
  async browser() {
    const selected = suites.filter((suite) => options.suites.includes(suite));
    if (selected.length === 0) return true;
    const { code } = await tool(
      '@playwright/test/cli.js',
      ['test', '--config=e2e/playwright.config.ts', ...selected.map((suite) => `e2e/${suite}/`)],
      { env: { CHROMIUM_PATH: await provideTestBrowser(), NODE_OPTIONS: '' }, limit: 25 * MINUTE },
    );
    return code === 0;
  },
};

/** A pull request as most are: one part of one page. */
const TYPICAL = 'apps/developer-console/app/features/apps/app-table.tsx';

/** Seconds and tasks of runs without Nx's cache, one after the other. */
async function timed(
  runs: readonly string[][],
): Promise<{ seconds: number; tasks: number; failed: string[] }> {
  const begun = Date.now();
  const tasks = new Map<string, boolean>();
  const failed: string[] = [];
  for (const args of runs) {
    const { code, output } = await tool(
      'nx/dist/bin/nx.js',
      [...args, '--skip-nx-cache', '--output-style=static'],
      { env: nx, limit: 40 * MINUTE, quiet: true },
    );
    const own = nxTasks(output);
    for (const [task, good] of own) {
      tasks.set(task, good);
      if (!good) failed.push(task);
    }
    if (code !== 0 && failed.length === 0) failed.push(`nx ${args.join(' ')}`);
  }
  return { seconds: Math.round((Date.now() - begun) / 1000), tasks: tasks.size, failed };
}

/** What a pull request costs by what it touches, and what it would cost as a whole. */
async function measure(): Promise<boolean> {
  const { without } = options;
  // Nx leaves out projects, not one task of a project: tests that are left out make two runs of one.
  const runs = (args: string[]): string[][] =>
    without
      ? [
          [...args, '--targets=lint,typecheck,build'],
          [...args, '--targets=test', `--exclude=${without}`],
        ]
      : [[...args, TARGETS]];
  const parts: Record<(typeof PARTS)[number], string[][]> = {
    touched: runs(['affected', `--files=${TYPICAL}`]),
    everything: runs(['run-many']),
  };
  let good = true;
  for (const name of options.parts) {
    const { seconds, tasks, failed } = await timed(parts[name]);
    good &&= failed.length === 0 && tasks > 0;
    const left = without ? `, the tests of ${without} left out` : '';
    const said = failed.length > 0 ? `; failed: ${failed.join(', ')}` : '';
    console.log(`${name}: ${tasks} tasks, ${seconds} s${left}, load ${loadavg()[0]?.toFixed(1)}${said}`);
  }
  return good;
}

const selectedSteps = options.measure
  ? [['measure', measure] as const]
  : options.steps.map((name) => [name, steps[name]] as const);
for (const [name, step] of selectedSteps) {
  const begun = Date.now();
  const good = await step();
  console.log(`${name}: ${good ? 'passed' : 'failed'} (${Math.round((Date.now() - begun) / 1000)} s)`);
  if (!good) process.exit(1);
}
