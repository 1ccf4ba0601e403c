// npm run with-postgres -- <command>: runs a command with a temporary PostgreSQL server for API tests, which
// ends with it.
import { commandLine, UsageError } from '../cli.ts';
import { onTestServer } from './postgres.ts';
import { run } from './run.ts';

const LIMIT = 40 * 60_000;

const USAGE = `npm run with-postgres -- <command> [arguments]

Runs a command with TEST_DATABASE_URL: the server that it names already, or one that is started for it. Where none is
installed, root on Debian installs it.`;

const words = process.argv.slice(2);
const begin = words.findIndex((word) => !word.startsWith('-'));
const [command = '', ...args] = commandLine(
  USAGE,
  { args: words.slice(0, begin < 0 ? undefined : begin) },
  () => {
    if (begin < 0) throw new UsageError('Which command?');
    return words.slice(begin);
  },
);

const { code } = await onTestServer((url) =>
  run(command, args, { env: { TEST_DATABASE_URL: url }, limit: LIMIT }),
);
process.exit(code);
