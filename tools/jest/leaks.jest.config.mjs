import { domPreset } from '../../jest.preset.mjs';

/** The set-up of views over a file that is no suite: leak-guard.test.ts runs it. */
export default {
  ...domPreset,
  rootDir: import.meta.dirname,
  testMatch: ['**/fixtures/leaks.fixture.tsx'],
  maxWorkers: 1,
};
