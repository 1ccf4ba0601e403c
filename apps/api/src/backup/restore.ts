import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { systemClock } from '../clock.ts';
import { deriveKey, type Config } from '../config.ts';
import type { Database, Db } from '../db/client.ts';
import { plainError } from '../db/errors.ts';
import { ourMigrations } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { openFiles } from '../file-stores.ts';
import { type Files } from '../files.ts';
import { createOutbox } from '../modules/mail/outbox.ts';
import { devMailbox } from '../modules/mail/transport.ts';
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
  type TableShape,
} from './archive.ts';
import {
  firstFilled,
  plainTexts,
  setSequences,
  tableName,
  tablesOf,
  withoutForeignKeys,
  writeRows,
} from './tables.ts';
import { DamagedTar, readTar, whole } from './tar.ts';

const decompress = promisify(gunzip);
/** Larger JSON in an archive was not written by us. */
const JSON_LIMIT = 256 * 1024 * 1024;

export interface Archive {
  path: string;
  header: Header;
  manifest: Manifest;
}

/**
 * Reads an archive completely and verifies every checksum before anything is changed.
 * @throws StartError when it is no backup of ours, damaged, or of a newer version
 */
export async function openArchive(path: string): Promise<Archive> {
  const damaged = (what: string): StartError => new StartError(`${path} is damaged: ${what}`);
  const sums: Record<string, string> = {};
  let header: Header | null = null;
  let manifest: Manifest | null = null;
  try {
    for await (const { name, size, bytes } of readTar(path)) {
      if (name === 'manifest.json') {
        manifest = (await jsonOf(bytes, size)) as Manifest;
        continue;
      }
      const hash = createHash('sha256');
      if (name === 'header.json') {
        const text = await whole(bytes);
        hash.update(text);
        header = JSON.parse(text.toString('utf8')) as Header;
      } else {
        for await (const chunk of bytes) hash.update(chunk);
      }
      if (sums[name] !== undefined) throw damaged(`${name} is there twice`);
      sums[name] = hash.digest('hex');
    }
  } catch (error) {
    if (error instanceof DamagedTar || error instanceof SyntaxError) throw damaged(error.message);
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new StartError(`there is no file ${path}`);
    if (code === 'EISDIR' || code === 'EACCES') throw new StartError(`${path} cannot be read (${code})`);
    throw error;
  }
  if (header?.product !== PRODUCT) throw new StartError(`${path} is no backup of this product`);
  if (header.format > FORMAT) throw new StartError(`${path} was made by a newer version of this product`);
  if (!manifest) throw damaged('it ends too early');
  for (const name of new Set([...Object.keys(sums), ...Object.keys(manifest.entries)])) {
    if (sums[name] !== manifest.entries[name]) throw damaged(`${name} is not what was saved`);
  }
  const ours = ourMigrations();
  if (header.migrations.some((hash, index) => hash !== ours[index])) {
    throw new StartError(
      `${path} has a schema that this version does not know: restore it with the version that made it, or a newer one`,
    );
  }
  return { path, header, manifest };
}

async function jsonOf(bytes: AsyncIterable<Buffer>, size: number): Promise<unknown> {
  if (size > JSON_LIMIT) throw new DamagedTar('a list is larger than any of ours');
  return JSON.parse((await whole(bytes)).toString('utf8'));
}

export interface RestoreOptions {
  /** Continues even if the signing key differs from the backup's. */
  otherKey: boolean;
}

/**
 * Restores a backup into an empty database and an empty data folder, all or nothing, and migrates an older schema. What
 * is restored stays if the migration fails.
 * @throws StartError when the target is not empty or in use, the archive is damaged, the signing key differs, or the
 *   migration failed
 */
export async function restoreBackup(
  config: Config,
  path: string,
  { otherKey }: RestoreOptions,
): Promise<Summary> {
  const archive = await openArchive(path);
  const log = {
    info: () => undefined,
    error: ({ err }: { err?: unknown }, message: string) =>
      void process.stderr.write(`${message}: ${String(err)}\n`),
  };
  const files = await openFiles(config);
  for await (const name of files.list()) {
    throw new StartError(
      config.fileStore
        ? `the bucket ${config.fileStore.bucket} is not empty (${name}): set FILES_STORE to an empty one`
        : `the data folder ${config.dataDir} is not empty (${name}): set DATA_DIR to an empty one`,
    );
  }
  const signingKey = await keyOf(config, archive, otherKey);
  const database = await openDatabase(config, log);
  try {
    await writeArchive(archive, { database, files, signingKey, log });
    // Before the migration, which may fail: without its key, what is restored cannot be read.
    if (config.signingKey === null) await writeKey(config.dataDir, signingKey);
    await database.migrate().catch((error: unknown) => {
      throw new StartError(
        `${path} is restored, but its schema could not be migrated to this version (${plainError(error).message}): start the server, or run npm run db:migrate`,
        { cause: error },
      );
    });
  } finally {
    await database.close();
  }
  return summaryOf(archive.header, archive.manifest);
}

interface Restored {
  database: Database;
  files: Files;
  signingKey: string;
  log: { info(): void; error(details: { err?: unknown }, message: string): void };
}

/** Writes the rows in one transaction, and the files; deletes the files again if that fails. */
async function writeArchive(archive: Archive, { database, files, signingKey, log }: Restored): Promise<void> {
  const stored: string[] = [];
  try {
    await rejectBusy(database);
    await rejectFilled(database);
    await database.migrateTo(archive.header.migrations.length);
    // The mail queue creates its own schema.
    const mail = createOutbox({
      database,
      transport: devMailbox(database.db),
      clock: systemClock,
      key: deriveKey(signingKey, 'mail'),
      log,
    });
    await mail.start({ deliver: false });
    await mail.stop();
    await database.upkeep((db) =>
      db.transaction(async (tx) => {
        await plainTexts(tx);
        const targets = await targetsOf(tx, archive.header);
        await withoutForeignKeys(tx, () => writeEntries(archive, { tx, targets, files, stored }));
        await rejectMissingRows(tx, archive.manifest, targets);
        await setSequences(tx, archive.manifest.sequences);
      }),
    );
  } catch (error) {
    for (const name of stored) await files.remove(name);
    await files.forgetRemoved(new Date(Date.now() + 1000));
    throw error;
  }
}

/** The signing key after the restore: the environment's, or the archive's. */
async function keyOf(config: Config, { path, header }: Archive, otherKey: boolean): Promise<string> {
  let key = config.signingKey;
  if (key === null) {
    key = await readFile(join(config.dataDir, 'signing.key'), 'utf8').catch(() => null);
    for await (const { name, bytes } of readTar(path)) {
      if (key === null && name === 'keys/signing.key') key = (await whole(bytes)).toString('utf8');
    }
  }
  if (key === null)
    throw new StartError('the backup has no signing key in it: set SIGNING_KEY to the one that was in use');
  if (otherKey) return key;
  const [signing, ...licences] = header.keys;
  if (keyMark(key) !== signing) {
    throw new StartError(
      'the signing key is not the one of the backup: set SIGNING_KEY to that, or say --other-key and lose waiting mails, licence codes and links',
    );
  }
  const known = [key, ...config.licenceKeys].map(keyMark);
  if (licences.some((mark) => !known.includes(mark))) {
    throw new StartError(
      'LICENCE_KEYS lacks a secret that the backup was made with: licence codes could not be read (--other-key goes on without)',
    );
  }
  return key;
}

async function writeKey(dataDir: string, key: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  await writeFile(join(dataDir, 'signing.key'), key, { mode: 0o600 });
}

async function rejectBusy(database: Database): Promise<void> {
  if (database.kind === 'pglite') return;
  const { rows } = await database.db.execute(
    sql`select 1 as one from pg_stat_activity
        where datname = current_database() and application_name = 'yunduo-jobs' and pid <> pg_backend_pid()`,
  );
  if (rows.length > 0) throw new StartError('a server is running on this database: stop it first');
}

async function rejectFilled(database: Database): Promise<void> {
  const filled = await firstFilled(database.db, await tablesOf(database.db));
  if (filled !== null) {
    throw new StartError(
      `the database is not empty (${filled} has rows): name another one, or empty it first`,
    );
  }
}

interface Target {
  /** The table in this database; rows are read with its types. */
  table: TableShape;
  folder: string;
}

/** Target table of each archived table. Columns come from the archive, types from this database. */
async function targetsOf(db: Db, header: Header): Promise<Map<string, Target>> {
  const here = new Map((await tablesOf(db)).map((table) => [tableName(table), table]));
  return new Map(
    header.tables.map((table, index) => {
      const own = here.get(tableName(table));
      const columns = table.columns.map(({ name }) => own?.columns.find((column) => column.name === name));
      if (!own || columns.includes(undefined)) {
        throw new StartError(`the backup has a table that this version does not know: ${tableName(table)}`);
      }
      const folder = tableFolder(index, table);
      return [folder, { table: { ...own, columns: columns as TableShape['columns'] }, folder }];
    }),
  );
}

interface Writing {
  tx: Db;
  targets: Map<string, Target>;
  files: Files;
  stored: string[];
}

async function writeEntries(
  { path, manifest }: Archive,
  { tx, targets, files, stored }: Writing,
): Promise<void> {
  for await (const { name, bytes } of readTar(path)) {
    const target = targets.get(name.split('/').slice(0, 2).join('/'));
    if (target) {
      const rows = (await decompress(await whole(bytes))).toString('utf8').split('\n');
      await writeRows(tx, target.table, rows);
    } else if (name.startsWith('files/')) {
      const file = name.slice('files/'.length);
      // Recorded before writing, so that a partial file is deleted on failure too.
      stored.push(file);
      const { sha256 } = await files.putStream(file, Readable.from(bytes));
      if (sha256 !== manifest.entries[name]) throw new StartError(`${path} changed while it was read`);
    }
  }
}

async function rejectMissingRows(db: Db, { rows }: Manifest, targets: Map<string, Target>): Promise<void> {
  for (const { table } of targets.values()) {
    const { rows: counted } = await db.execute<{ count: string }>(
      sql`select count(*)::text as count from ${sql.identifier(table.schema)}.${sql.identifier(table.name)}`,
    );
    if (Number(counted[0]?.count) !== rows[tableName(table)]) {
      throw new StartError(`${tableName(table)} has not as many rows as the backup: nothing was restored`);
    }
  }
}
