// npm run trust -- <run> [--rounds N | --minutes N] [--postgres]: the long runs, each limited to 45 minutes.
// Without a name: lists them.
import { among, UsageError, commandLine, count } from '../cli.ts';
import { onTestServer } from '../test/postgres.ts';
import { jest, root, tool } from '../test/run.ts';
import { abusiveClients } from './abusive-clients.ts';
import { accounts } from './accounts.ts';
import { away } from './away.ts';
import { crash } from './crash.ts';
import { fleet } from './fleet.ts';
import { load } from './load.ts';
import { restore } from './restore.ts';
import { runbooks } from './runbooks.ts';
import { Findings } from './statistics.ts';

const MINUTE = 60_000;
const LIMIT = 45 * MINUTE;
const BUILD_LIMIT = 5 * MINUTE;

interface Run {
  about: string;
  /** The unit of its length: rounds or minutes. */
  unit: 'rounds' | 'minutes';
  count: number;
  /** The apps to build; only the API by default. */
  projects?: string;
  /** Always runs on PostgreSQL. */
  postgres?: true;
  run(count: number, deadline: number, postgres: boolean): Promise<boolean>;
}

const RUNS: Record<string, Run> = {
  crash: {
    about: 'kill -9 under 8 writers: nothing acknowledged is lost, nothing doubled, every start succeeds',
    unit: 'rounds',
    count: 50,
    run: crash,
  },
  accounts: {
    about: 'sign-in and codes for known and unknown addresses in turns: alike in words, medians within 10 %',
    unit: 'rounds',
    count: 150,
    run: accounts,
  },
  races: {
    about: 'one invitation, licence, payment, refund, app name for many at once: one wins (tests of the API)',
    unit: 'rounds',
    count: 20,
    postgres: true,
    run: (count) =>
      onTestServer(async (url) => {
        const env = { TEST_DATABASE_URL: url, RACE_ROUNDS: String(count) };
        const files = [
          '(licence|order)/races',
          'publishing/drafts',
          'download/download',
          '-t',
          'fifty|hundred',
        ];
        return (await jest('apps/api/jest.config.mjs', { env, limit: LIMIT }, files)).code === 0;
      }),
  },
  away: {
    about:
      'database stopped, slow, pool empty; mail away (so long); disk full: said in words, in time, and back again',
    unit: 'minutes',
    count: 10,
    postgres: true,
    run: away,
  },
  rude: {
    about: '500 sockets at a byte a second, bodies of a gigabyte, JSON 10,000 deep: the others do not notice',
    unit: 'minutes',
    count: 5,
    run: abusiveClients,
  },
  fleet: {
    about:
      'three of the API and three of the public site behind nginx, one killed, one rolled, the replica cut off: nobody notices',
    unit: 'minutes',
    count: 2,
    projects: 'api,public-site',
    postgres: true,
    run: fleet,
  },
  load: {
    about: '200 requests a second, mixed: p99 below 300 ms, errors below 0.1 %, no growth of memory',
    unit: 'minutes',
    count: 30,
    postgres: true,
    run: load,
  },
  restore: {
    about: 'a backup by the command line under writers, restored on an empty machine, served from there',
    unit: 'rounds',
    count: 5,
    run: restore,
  },
  runbooks: {
    about: 'every command of the runbooks and of an operator’s day, as docs/operations.md has it',
    unit: 'rounds',
    count: 1,
    projects: 'api,public-site,developer-console',
    postgres: true,
    run: runbooks,
  },
};

const USAGE = [
  'npm run trust -- <run> [--rounds N | --minutes N] [--postgres]\n',
  ...Object.entries(RUNS).map(
    ([name, { about, count: times, unit }]) => `  ${name.padEnd(8)} ${about} (${times} ${unit})`,
  ),
  '\n--postgres, or DATABASE_URL: on a database made for the run, on that server or on one that is started.',
].join('\n');

const request = commandLine(
  USAGE,
  {
    options: {
      rounds: { type: 'string' },
      minutes: { type: 'string' },
      postgres: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  },
  ({ values, positionals }) => {
    const [name = '', ...others] = positionals.length > 0 ? among(Object.keys(RUNS), positionals) : [];
    const run = RUNS[name];
    if (!run) return null;
    if (others.length > 0) throw new UsageError('One run at a time.');
    const other = run.unit === 'rounds' ? 'minutes' : 'rounds';
    if (values[other] !== undefined) throw new UsageError(`${name} counts ${run.unit}, not ${other}.`);
    return { name, run, times: count(values[run.unit] ?? String(run.count)), postgres: values.postgres };
  },
);
if (!request) {
  console.log(USAGE);
  process.exit();
}
const { name, run, times } = request;
const built = await tool(
  'nx/dist/bin/nx.js',
  ['run-many', '--targets=build', `--projects=${run.projects ?? 'api'}`, '--output-style=static'],
  {
    env: { NX_DAEMON: 'false', NODE_ENV: 'production' },
    limit: BUILD_LIMIT,
    quiet: true,
  },
);
if (built.code !== 0) throw new Error(`The build failed in ${root}:\n${built.output}`);
const postgres = run.postgres ?? (request.postgres || Boolean(process.env['DATABASE_URL']));
const good = await run.run(times, Date.now() + LIMIT, postgres);
const left = Findings.skipped > 0 ? `, ${Findings.skipped} skipped` : '';
console.log(`${name}: ${good ? 'held' : 'did not hold'}${left}`);
process.exit(good ? 0 : 1);
