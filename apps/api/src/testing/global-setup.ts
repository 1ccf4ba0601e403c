// Runs once before the tests: creates a migrated database that every test file starts from, and one with the seeded
// world, so that no file pays for either.
import { statfsSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../clock.ts';
import type { Database } from '../db/client.ts';
import { openPglite } from '../db/pglite.ts';
import { openPostgres } from '../db/postgres.ts';
import { seed } from '../seed/index.ts';
import { diskFiles } from '../file-stores.ts';
import { createOutbox } from '../modules/mail/outbox.ts';
import { devMailbox } from '../modules/mail/transport.ts';
import { SEED_NOW, TEST_SIGNING_KEY, type TestTemplate } from './environment.ts';
import { databaseUrl, onServer } from './server.ts';

/** Every test app can decrypt the seeded world's codes. */
const secrets = { licenceKeys: [], signingKey: TEST_SIGNING_KEY };
const quiet = { info: () => undefined, error: () => undefined };

/** The template includes the queue's schema: creating it takes longer than most tests. */
async function prepare(database: Database): Promise<void> {
  await database.migrate();
  const mail = createOutbox({
    database,
    transport: devMailbox(database.db),
    clock: systemClock,
    key: Buffer.alloc(32),
    log: quiet,
  });
  await mail.start({ deliver: false });
  await mail.stop();
}

const MEMORY_FOLDER = '/dev/shm';
const ENOUGH_BYTES = 4 * 1024 ** 3;

/**
 * Folder of a run's files: in memory where Linux has space, since each database is 1,500 files that take up to five
 * times as long on disk. Leftovers of a killed run are deleted.
 */
async function placeForRun(): Promise<string> {
  let place = tmpdir();
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    if (Math.min(bavail * bsize, freemem()) > ENOUGH_BYTES) place = MEMORY_FOLDER;
  } catch {
    // Not on this system.
  }
  for (const name of await readdir(place)) {
    const [, pid] = /^yunduo-test-(\d+)-/.exec(name) ?? [];
    if (pid && !isRunning(Number(pid))) await rm(join(place, name), { recursive: true, force: true });
  }
  return mkdtemp(join(place, `yunduo-test-${process.pid}-`));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Creates the templates; returns a function that deletes them with all folders of the run. */
export async function makeTemplates(): Promise<() => Promise<void>> {
  const folder = await placeForRun();
  const files = diskFiles(join(folder, 'files'), '');
  // Set but empty means none: the CI step of the embedded database cannot unset it.
  const server = process.env['TEST_DATABASE_URL'] || null;
  const template: TestTemplate = { folder, run: `yunduo_${process.pid}`, postgres: server };

  const remove = async (): Promise<void> => {
    for (const kind of server ? ['empty', 'seeded'] : []) {
      await onServer(server as string, `drop database if exists ${template.run}_${kind}`);
    }
    await rm(folder, { recursive: true, force: true });
  };

  try {
    if (server) {
      const use = async (name: string, work: (database: Database) => Promise<unknown>): Promise<void> => {
        const database = await openPostgres(databaseUrl(server, name), quiet);
        await work(database).finally(() => database.close());
      };
      await onServer(server, `create database ${template.run}_empty template template0`);
      await use(`${template.run}_empty`, prepare);
      await onServer(server, `create database ${template.run}_seeded template ${template.run}_empty`);
      await use(`${template.run}_seeded`, ({ db }) => seed(db, { now: SEED_NOW, files, secrets }));
    } else {
      const [empty, seeded] = [join(folder, 'empty'), join(folder, 'seeded')];
      const use = async (place: string, work: (database: Database) => Promise<unknown>): Promise<void> => {
        const database = await openPglite({ folder: place }, quiet);
        await work(database).finally(() => database.close());
      };
      await use(empty, prepare);
      await cp(empty, seeded, { recursive: true });
      await use(seeded, ({ db }) => seed(db, { now: SEED_NOW, files, secrets }));
    }
  } catch (error) {
    await remove();
    throw error;
  }
  process.env['YUNDUO_TEST_TEMPLATE'] = JSON.stringify(template);
  return remove;
}
