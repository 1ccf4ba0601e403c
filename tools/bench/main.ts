// npm run bench [-- pages | -- server] [--…]: pages and server (bench.ts). npm run bench -- search [--…]: the store's search (search.ts).
// npm run bench -- interactions: what a press costs on a page that runs (interactions.ts).
// npm run bench -- cost: what each kind of request costs each process (cost.ts).
export {};

const named: Record<string, string> = {
  search: './search.ts',
  cost: './cost.ts',
  interactions: './interactions.ts',
};
await import(named[process.argv[2] ?? ''] ?? './bench.ts');
