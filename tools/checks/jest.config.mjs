import { join } from 'node:path';
import { nodePreset } from '../../jest.preset.mjs';

// Not a project's cached test: these look at the whole workspace and at the built apps.
export default {
  ...nodePreset,
  rootDir: import.meta.dirname,
  testMatch: ['**/*.check.ts'],
  testSequencer: join(import.meta.dirname, 'longest-first.mjs'),
  testTimeout: 120_000,
};
