// npm run trust -- <run> [--rounds N | --minutes N] [--postgres]: the long runs, each bounded by 45 minutes. Without a
// name: lists them.
import { parseArgs } from 'node:util';
import { count } from '../asked.ts';
import { root, tool } from '../test/run.ts';
import { away } from './away.ts';
import { behindNginx } from './behind-nginx.ts';
import { crash } from './crash.ts';
import { fleet } from './fleet.ts';
import { load } from './load.ts';
import { races } from './races.ts';
import { restore } from './restore.ts';
import { rude } from './rude.ts';
import { runbooks } from './runbooks.ts';
import { sigterm } from './sigterm.ts';

const MINUTE = 60_000;
const LIMIT = 45 * MINUTE;
const BUILD_LIMIT = 5 * MINUTE;

interface Run {
  about: string;
  /** What is counted: rounds, or minutes. */
  unit: 'rounds' | 'minutes';
  count: number;
  /** What has to be built; the API alone unless said. */
  projects?: string;
  /** Runs on PostgreSQL whatever is asked for. */
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
  sigterm: {
    about: 'SIGTERM under load: what is in flight is answered, gone within 10 s',
    unit: 'rounds',
    count: 10,
    run: sigterm,
  },
  races: {
    about: 'one invitation, licence, payment, refund, app name for many at once, two processes: one wins',
    unit: 'rounds',
    count: 20,
    postgres: true,
    run: races,
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
    run: rude,
  },
  edge: {
    about: 'the core journey in a real browser, behind nginx instead of the edge of npm start',
    unit: 'rounds',
    count: 1,
    projects: 'api,public-site,developer-console',
    run: behindNginx,
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

const {
  values: options,
  positionals: [name],
} = parseArgs({
  options: {
    rounds: { type: 'string' },
    minutes: { type: 'string' },
    postgres: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const chosen = name && !options.help ? RUNS[name] : undefined;
if (!chosen) {
  console.log('npm run trust -- <run> [--rounds N | --minutes N] [--postgres]\n');
  for (const [key, { about, count, unit }] of Object.entries(RUNS)) {
    console.log(`  ${key.padEnd(8)} ${about} (${count} ${unit})`);
  }
  console.log(
    '\n--postgres, or DATABASE_URL: on a database made for the run, on that server or on one that is started.',
  );
  process.exit(name && !options.help ? 1 : 0);
}
const other = chosen.unit === 'rounds' ? 'minutes' : 'rounds';
if (options[other] !== undefined) throw new Error(`${name} counts ${chosen.unit}, not ${other}.`);
const times = count(options[chosen.unit] ?? String(chosen.count));
const built = await tool(
  'nx/dist/bin/nx.js',
  ['run-many', '--targets=build', `--projects=${chosen.projects ?? 'api'}`, '--output-style=static'],
  {
    env: { NX_DAEMON: 'false', NODE_ENV: 'production' },
    limit: BUILD_LIMIT,
    quiet: true,
  },
);
if (built.code !== 0) throw new Error(`The build failed in ${root}:\n${built.output}`);
const postgres = chosen.postgres ?? (options.postgres || Boolean(process.env['DATABASE_URL']));
const good = await chosen.run(times, Date.now() + LIMIT, postgres);
console.log(good ? `${name}: held` : `${name}: did not hold`);
process.exit(good ? 0 : 1);
