// npm run bench [-- …]: pages and server (bench.ts). npm run bench -- search [--…]: the store's search (search.ts).
export {};

await import(process.argv[2] === 'search' ? './search.ts' : './bench.ts');
