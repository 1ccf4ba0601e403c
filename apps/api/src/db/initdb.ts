import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { closeTree } from '../data-folder.ts';

/**
 * A data folder as PostgreSQL's `initdb` leaves it, made once for a version of PGlite (`nx initdb api`): starting from it
 * takes a third of the time. Beside the bundles of a build; of the source, among what is built.
 */
export const INITDB_FILE = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../dist/initdb.tar.gz' : './initdb.tar.gz', import.meta.url),
);

/** The folder that was made ahead, as a tar; undefined where none was made: PGlite makes one itself then. */
export const readInitdb = (): Uint8Array | undefined =>
  existsSync(INITDB_FILE) ? gunzipSync(readFileSync(INITDB_FILE)) : undefined;

/** What PGlite starts a new database from. */
export const startingFrom = (tar: Uint8Array | undefined) =>
  tar && { loadDataDir: new Blob([tar as Uint8Array<ArrayBuffer>]) };

/**
 * Makes a data folder where there is none. It is made beside its place and put there whole: PGlite takes a folder that a
 * process was killed over for a database, and never opens it again.
 */
export async function makeDataFolder(folder: string): Promise<void> {
  // PGlite's own mark of a database.
  if (existsSync(`${folder}/PG_VERSION`)) return;
  const unfinished = `${folder}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  const pglite = await PGlite.create({ dataDir: unfinished, ...startingFrom(readInitdb()) });
  await pglite.close();
  closeTree(unfinished);
  rmSync(folder, { recursive: true, force: true });
  renameSync(unfinished, folder);
}
