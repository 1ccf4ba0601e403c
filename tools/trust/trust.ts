// npm run trust -- <run> [--rounds N]: the long runs, each bounded by 45 minutes. Without a name: lists them.
import { parseArgs } from 'node:util';
import { buildApps } from '../start/build.ts';
import { crash } from './crash.ts';
import { sigterm } from './sigterm.ts';

const LIMIT = 45 * 60_000;

interface Run {
  about: string;
  rounds: number;
  run(rounds: number, deadline: number): Promise<boolean>;
}

const RUNS: Record<string, Run> = {
  crash: {
    about: 'kill -9 under 8 writers: nothing acknowledged is lost, nothing doubled, every start succeeds',
    rounds: 50,
    run: crash,
  },
  sigterm: {
    about: 'SIGTERM under load: what is in flight is answered, gone within 10 s',
    rounds: 10,
    run: sigterm,
  },
};

const {
  values: options,
  positionals: [name],
} = parseArgs({ options: { rounds: { type: 'string' } }, allowPositionals: true });
const chosen = name ? RUNS[name] : undefined;
if (!chosen) {
  console.log('npm run trust -- <run> [--rounds N]\n');
  for (const [key, { about, rounds }] of Object.entries(RUNS)) {
    console.log(`  ${key.padEnd(10)} ${about} (${rounds} rounds)`);
  }
  console.log('\nDATABASE_URL names a PostgreSQL database; without it they run on PGlite.');
  process.exit(name ? 1 : 0);
}
await buildApps();
const good = await chosen.run(Number(options.rounds ?? chosen.rounds), Date.now() + LIMIT);
console.log(good ? `${name}: held` : `${name}: did not hold`);
process.exit(good ? 0 : 1);
