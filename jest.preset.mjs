import { join } from 'node:path';

const tools = join(import.meta.dirname, 'tools/jest');

const transform = {
  '\\.tsx?$': [
    '@swc/jest',
    {
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        // As in the server's bundle, whose document has what the browser's leaves out.
        transform: {
          react: { runtime: 'automatic' },
          optimizer: { globals: { vars: { 'import.meta.env.SSR': 'true' } } },
        },
        target: 'es2024',
      },
      module: { type: 'es6' },
    },
  ],
};

/** Tests that run in Node: contracts, words, the server. */
export const nodePreset = {
  testEnvironment: 'node',
  // Ours are `.test`; what a generator of Nx writes is `.spec`, and runs, too.
  testMatch: ['**/*.{test,spec}.{ts,tsx}'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform,
  // 2 cores everywhere: the tasks run side by side already.
  maxWorkers: 2,
  reporters: ['default', join(tools, 'report.mjs')],
  // An end for what hangs, no measure of speed: the machine may be busy with other suites.
  testTimeout: 30_000,
};

/** Tests in Node of what runs in browsers too: nothing may be left behind. */
export const clientPreset = { ...nodePreset, testEnvironment: join(tools, 'node-environment.mjs') };

/** Tests of views: jsdom with Node's fetch, styles as names. */
export const domPreset = {
  ...nodePreset,
  testEnvironment: join(tools, 'dom-environment.mjs'),
  setupFilesAfterEnv: [join(tools, 'dom-setup.ts')],
  moduleNameMapper: {
    '^(axe-core|aria-query)$': join(tools, 'kept/$1.cjs'),
    '\\.module\\.css$': join(tools, 'css-module.mjs'),
    '\\.css(\\?.*)?$': join(tools, 'no-css.mjs'),
  },
};
