import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';

/** What `globalSetup` left for the test files. */
export interface TestTemplate {
  /** Holds the data folders `empty` and `seeded` (PGlite), the seeded `files`, and what the tests' apps keep. */
  folder: string;
  /** Prefix of the databases of this run. */
  run: string;
  /** Address of a PostgreSQL server, or null for PGlite. */
  postgres: string | null;
}

/** The key of every test's app, and of the seeded world. */
export const TEST_SIGNING_KEY = 'a key for tests, thirty-two characters';

/** The moment at which the tests' world stands. */
export const SEED_NOW = new Date('2026-11-20T02:00:00.000Z');

export function testTemplate(): TestTemplate {
  const template = process.env['YUNDUO_TEST_TEMPLATE'];
  if (!template) throw new Error('no test database: run the tests with apps/api/jest.config.mjs');
  return JSON.parse(template) as TestTemplate;
}

/** A folder of a test's own where the run's files lie: in memory, where there is room. It goes with the run. */
export const testFolder = (name: string): string => mkdtempSync(join(testTemplate().folder, `${name}-`));

/** Whether races, locks and pools can be tested: on PGlite everything happens one after the other. */
export const onPostgres = Boolean(process.env['TEST_DATABASE_URL']);

/** For a process that is started from the source: the next one of the run need not compile it again. */
export const compiledOnce = (): { NODE_COMPILE_CACHE: string } => ({
  NODE_COMPILE_CACHE: `${testTemplate().folder}/compiled`,
});
