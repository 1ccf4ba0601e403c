import { join } from 'node:path';
import { nodePreset } from '../../jest.preset.mjs';

// Not a project's cached tests: these check the whole workspace and the built apps.
export default {
  ...nodePreset,
  rootDir: import.meta.dirname,
  testMatch: ['**/*.check.ts'],
  testSequencer: join(import.meta.dirname, 'longest-first.mjs'),
  testTimeout: 120_000,
  // A worker leaves nothing behind, but leaving takes longer than half a second on a busy machine.
  workerGracefulExitTimeout: 10_000,
};
