// npm run bench [-- pages | -- server] [--…]: pages and server (bench.ts).
// npm run bench -- search [--…]: the store's search (search.ts).
// npm run bench -- interactions: what a press costs on a page that runs (interactions.ts).
// npm run bench -- cost: what each kind of request costs each process (cost.ts).
import { among } from '../asked.ts';

const PARTS = {
  pages: './bench.ts',
  server: './bench.ts',
  search: './search.ts',
  cost: './cost.ts',
  interactions: './interactions.ts',
};
const named = process.argv.slice(2, 3).filter((word) => !word.startsWith('-'));
const [part = 'pages'] = among(Object.keys(PARTS) as (keyof typeof PARTS)[], named);
await import(PARTS[part]);
