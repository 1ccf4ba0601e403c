// npm run bench: measurements, each in its own file.
import { among, commandLine } from '../cli.ts';

const PARTS = {
  pages: './bench.ts',
  server: './bench.ts',
  search: './search.ts',
  cost: './cost.ts',
  interactions: './interactions.ts',
  'after-load': './after-load.ts',
};
const USAGE = `npm run bench [-- <part> …]; each part says with --help what else it takes

  pages          every page against its own copy without scripts
  server         the server against bare node:http; without a part: pages and server
  search         the store's search
  cost           what each kind of request costs each process
  interactions   what a press costs on a page that runs
  after-load     what is fetched after a page, the next page, and memory`;

const [first = ''] = process.argv.slice(2);
/** The other options belong to one part. */
const args = ['-h', '--help'].includes(first) || /^[^-]/.test(first) ? [first] : [];
const part = commandLine(
  USAGE,
  { args, allowPositionals: true },
  ({ positionals }) => among(Object.keys(PARTS) as (keyof typeof PARTS)[], positionals)[0] ?? 'pages',
);
await import(PARTS[part]);
