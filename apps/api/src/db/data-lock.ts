import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError, unwritable } from '../start-error.ts';

/** Another process holds the folder. */
export class DataFolderInUse extends StartError {
  constructor(dataDir: string) {
    super(`the data folder ${dataDir} is in use by another process: stop it, or set DATA_DIR`);
  }
}

export interface DataLock {
  release(): void;
}

/**
 * Holds the data folder for this process alone. PGlite takes no lock, and two processes on one folder lose rows in
 * silence. Node has no file locks of its own; SQLite's are the operating system's, so a lock dies with its process,
 * also with one that was killed.
 * @throws DataFolderInUse when another process holds it, StartError when the folder cannot be written.
 */
export function lockDataFolder(dataDir: string): DataLock {
  try {
    mkdirSync(dataDir, { recursive: true });
    const lock = new DatabaseSync(join(dataDir, 'db.lock'));
    try {
      lock.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    } catch (error) {
      lock.close();
      throw error;
    }
    return { release: () => lock.close() };
  } catch (error) {
    // SQLITE_BUSY
    if ((error as { errcode?: number }).errcode === 5) throw new DataFolderInUse(dataDir);
    throw unwritable(dataDir, error);
  }
}
