import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { closeTree } from '../data-folder.ts';

/**
 * A data folder as PostgreSQL's `initdb` leaves it, created once for a version of PGlite (`nx initdb api`): starting
 * from it takes a third of the time. Located beside the bundles of a build, or in `dist` when run from source.
 */
export const INITDB_FILE = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../dist/initdb.tar.gz' : './initdb.tar.gz', import.meta.url),
);

/** The prebuilt data folder, as a tar; undefined if there is none, in which case PGlite creates its own. */
export const readInitdb = (): Uint8Array | undefined =>
  existsSync(INITDB_FILE) ? gunzipSync(readFileSync(INITDB_FILE)) : undefined;

/**
 * PGlite writes zeros over all of its shared buffers when it opens: PostgreSQL's 128 MB stay resident, even with a small
 * database. Pages beyond them are in the system's file cache.
 */
const SHARED_BUFFERS = '16MB';

/** PGlite's options of every database. */
export const pgliteOptions = {
  startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`],
};

/** PGlite option that starts a new database from the tar. */
export const startingFrom = (tar: Uint8Array | undefined) =>
  tar && { loadDataDir: new Blob([tar as Uint8Array<ArrayBuffer>]) };

/**
 * Creates a missing data folder. It is created beside its destination and renamed into place: PGlite mistakes a folder
 * left by a killed process for a database, and cannot open it.
 */
export async function makeDataFolder(folder: string): Promise<void> {
  // PGlite's own marker of a database.
  if (existsSync(`${folder}/PG_VERSION`)) return;
  const unfinished = `${folder}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  const pglite = await PGlite.create({
    ...pgliteOptions,
    dataDir: unfinished,
    ...startingFrom(readInitdb()),
  });
  await pglite.close();
  closeTree(unfinished);
  rmSync(folder, { recursive: true, force: true });
  renameSync(unfinished, folder);
}
