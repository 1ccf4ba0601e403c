// npm run bench [-- pages | -- server] [--…]: pages and server (bench.ts). npm run bench -- search [--…]: the store's search (search.ts).
// npm run bench -- cost: what each kind of request costs each process (cost.ts).
export {};

const named: Record<string, string> = { search: './search.ts', cost: './cost.ts' };
await import(named[process.argv[2] ?? ''] ?? './bench.ts');
