import { existsSync, mkdtempSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Created by `globalSetup` for the test files. */
export interface TestTemplate {
  /** Contains the data folders `empty` and `seeded` (PGlite), the seeded `files`, and the tests' own files. */
  folder: string;
  /** Prefix of this run's databases. */
  run: string;
  /** Address of a PostgreSQL server, or null for PGlite. */
  postgres: string | null;
}

/** Signing key of every test app and of the seeded world. */
export const TEST_SIGNING_KEY = 'a key for tests, thirty-two characters';

/** The time of the tests' world. */
export const SEED_NOW = new Date('2026-11-20T02:00:00.000Z');

export function testTemplate(): TestTemplate {
  const template = process.env['YUNDUO_TEST_TEMPLATE'];
  if (!template) throw new Error('no test database: run the tests with apps/api/jest.config.mjs');
  return JSON.parse(template) as TestTemplate;
}

/** A test's own folder among the run's files: in memory, if there is space. It is deleted with the run. */
export const testFolder = (name: string): string => mkdtempSync(join(testTemplate().folder, `${name}-`));

/** Whether races, locks and pools can be tested: PGlite runs everything sequentially. */
export const onPostgres = Boolean(process.env['TEST_DATABASE_URL']);

/** Shares compiled code between processes started from source in one run. */
export const compiledOnce = (): { NODE_COMPILE_CACHE: string } => ({
  NODE_COMPILE_CACHE: `${testTemplate().folder}/compiled`,
});

const OPEN = '/proc/self/fd';

/** The files below a folder that this process holds open; none where the system does not tell. */
export function openFilesBelow(folder: string): string[] {
  if (!existsSync(OPEN)) return [];
  const files = readdirSync(OPEN).flatMap((handle) => {
    try {
      return [readlinkSync(join(OPEN, handle))];
    } catch {
      // Closed meanwhile, as the folder itself.
      return [];
    }
  });
  return files.filter((file) => file.startsWith(`${folder}/`));
}
