import { join } from 'node:path';
import { nodePreset } from '../../jest.preset.mjs';
import { bundledForTests } from './libraries.ts';

export default {
  ...nodePreset,
  ...(!process.env.TEST_DATABASE_URL && {
    testEnvironment: join(import.meta.dirname, '../../tools/jest/pglite-environment.mjs'),
  }),
  rootDir: import.meta.dirname,
  moduleNameMapper: await bundledForTests(),
  globalSetup: join(import.meta.dirname, 'jest.global-setup.mjs'),
  globalTeardown: join(import.meta.dirname, 'jest.global-teardown.mjs'),
  // A database of its own starts with each file, on a machine that may be busy with other suites.
  testTimeout: 90_000,
  // Each file leaves its modules and a WebAssembly database behind: a worker that has grown is replaced by a new one.
  workerIdleMemoryLimit: '1GB',
  // Nothing keeps a worker once its files are done, but leaving takes longer than half a second on a busy machine.
  workerGracefulExitTimeout: 10_000,
};
