// Node with PGlite's compiled code kept. The engine shares compiled WebAssembly between the threads of a
// process as long as one of them references it: without this, each test's database compiles nine megabytes
// again, a second of CPU time.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { TestEnvironment as NodeEnvironment } from 'jest-environment-node';

/** The compiled module. This file is loaded once per worker, outside of the tests' own contexts. */
let kept;

async function compile() {
  const wasm = new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'));
  return WebAssembly.compile(await readFile(fileURLToPath(wasm)));
}

export default class PgliteEnvironment extends NodeEnvironment {
  async setup() {
    await super.setup();
    await (kept ??= compile());
  }
}
