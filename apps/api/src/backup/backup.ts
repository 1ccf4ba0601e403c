import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { AppConfig } from '../app.ts';
import type { Database, Db } from '../db/client.ts';
import { appliedMigrations } from '../db/migrate.ts';
import type { Files } from '../files.ts';
import { StartError } from '../start-error.ts';
import {
  FORMAT,
  keyMark,
  PRODUCT,
  summaryOf,
  tableFolder,
  type Header,
  type Manifest,
  type Summary,
} from './archive.ts';
import { plainTexts, readRows, sequencesOf, tableName, tablesOf } from './tables.ts';
import { TarWriter } from './tar.ts';

const compress = promisify(gzip);
/** Tables whose every row names a stored file. */
const NAME_FILES = ['public.artefacts', 'public.app_pictures', 'public.feedback_attachments'];
/** Characters of rows per piece, held in memory. */
const PIECE = 4_000_000;

export interface BackupParts {
  database: Database;
  files: Files;
  config: Pick<AppConfig, 'dataDir' | 'fileStore' | 'signingKey' | 'licenceKeys'>;
  /** Time recorded in the archive. */
  now: Date;
}

/**
 * Writes rows and files into one archive while the database is in use: the rows of one snapshot, and every file that
 * they reference. Files are never changed, and removed ones are kept for a while, so they can be copied after the rows.
 * A failed backup leaves nothing; the partial file of a killed one blocks no other.
 */
export async function takeBackup(parts: BackupParts, target: string): Promise<Summary> {
  const draft = `${target}.${randomBytes(4).toString('hex')}.part`;
  const tar = await TarWriter.create(draft);
  try {
    const summary = await fill(tar, parts);
    await tar.end();
    // Reserves the name: a file created meanwhile is not overwritten.
    await (await open(target, 'wx', 0o600)).close();
    await rename(draft, target);
    return summary;
  } catch (error) {
    await tar.abort().catch(() => undefined);
    await rm(draft, { force: true });
    throw error;
  }
}

async function fill(tar: TarWriter, { database, files, config, now }: BackupParts): Promise<Summary> {
  const manifest: Manifest = { entries: {}, rows: {}, files: { count: 0, bytes: 0 }, sequences: [] };
  const add = async (name: string, bytes: Uint8Array): Promise<void> => {
    manifest.entries[name] = await tar.add({ name, size: bytes.length }, [bytes]);
  };
  // The file system's clock: a test's clock may be set to any time.
  const startedAt = new Date();
  const header = await database.upkeep((db) =>
    db.transaction(
      async (tx) => {
        await plainTexts(tx);
        const tables = await tablesOf(tx);
        const written: Header = {
          product: PRODUCT,
          format: FORMAT,
          taken_at: now.toISOString(),
          database: database.kind,
          migrations: await appliedMigrations(tx),
          keys: [config.signingKey, ...config.licenceKeys].map(keyMark),
          tables,
        };
        await add('header.json', Buffer.from(JSON.stringify(written, undefined, 2)));
        for (const [index, table] of tables.entries()) {
          const count = await addTable(tx, { table, folder: tableFolder(index, table), add });
          manifest.rows[tableName(table)] = count;
        }
        // Read after the rows: a value used by one of them is never issued again.
        manifest.sequences = await sequencesOf(tx);
        return written;
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    ),
  );
  for (const name of await namesOf(files, startedAt)) {
    const file = await files.open(name);
    // Removed so long ago that its bytes are deleted: no row in the snapshot references it.
    if (!file) continue;
    const { size, bytes } = file;
    manifest.entries[`files/${name}`] = await tar.add({ name: `files/${name}`, size }, bytes);
    manifest.files.count += 1;
    manifest.files.bytes += size;
  }
  // Typed in another folder or on another machine than the server's: the archive would lack every file.
  if (manifest.files.count === 0 && NAME_FILES.some((table) => (manifest.rows[table] ?? 0) > 0)) {
    const { dataDir, fileStore } = config;
    throw new StartError(
      `the database names files, and ${fileStore ? `the bucket ${fileStore.bucket}` : `the data folder ${dataDir}`} has none: set ${fileStore ? 'FILES_STORE' : 'DATA_DIR'} to the server's`,
    );
  }
  const key = await readFile(join(config.dataDir, 'signing.key')).catch(() => null);
  if (key?.toString('utf8') === config.signingKey) await add('keys/signing.key', key);
  await tar.add(...entryOf('manifest.json', manifest));
  return summaryOf(header, manifest);
}

const entryOf = (name: string, content: object): [{ name: string; size: number }, Uint8Array[]] => {
  const bytes = Buffer.from(JSON.stringify(content));
  return [{ name, size: bytes.length }, [bytes]];
};

/** Names of the present files and of those removed since the backup began, which rows may reference. */
async function namesOf(files: Files, started: Date): Promise<string[]> {
  const names = new Set<string>();
  for await (const name of files.list()) names.add(name);
  for await (const name of files.removedSince(started)) names.add(name);
  return [...names].sort();
}

interface TableWork {
  table: Header['tables'][number];
  folder: string;
  add(name: string, bytes: Uint8Array): Promise<void>;
}

async function addTable(db: Db, { table, folder, add }: TableWork): Promise<number> {
  let count = 0;
  let pieces = 0;
  let lines: string[] = [];
  let length = 0;
  const flush = async (): Promise<void> => {
    if (lines.length === 0) return;
    await add(`${folder}/${String(pieces).padStart(6, '0')}.json.gz`, await compress(lines.join('\n')));
    pieces += 1;
    lines = [];
    length = 0;
  };
  for await (const rows of readRows(db, table)) {
    for (const row of rows) {
      lines.push(row);
      length += row.length;
      if (length >= PIECE) await flush();
    }
    count += rows.length;
  }
  await flush();
  return count;
}
