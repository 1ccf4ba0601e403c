import { domPreset } from '../../jest.preset.mjs';

/** The setup of views for a file that is not a suite: leak-guard.test.ts runs it. */
export default {
  ...domPreset,
  rootDir: import.meta.dirname,
  testMatch: ['**/fixtures/leaks.fixture.tsx'],
  maxWorkers: 1,
};
