import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError, unwritable } from '../start-error.ts';

/** Another process holds the data folder. */
export class DataFolderInUse extends StartError {
  constructor(dataDir: string) {
    super(`the data folder ${dataDir} is in use by another process: stop it, or set DATA_DIR`);
  }
}

export interface DataLock {
  release(): void;
}

/**
 * Locks the data folder for this process. PGlite takes no lock, and two processes on one folder silently lose rows.
 * Node has no file locks; SQLite's are the operating system's, so a lock ends with its process, even when that is
 * killed.
 * @throws DataFolderInUse when another process holds it, StartError when the folder is not writable.
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

/** Whether another process holds the data folder. */
export function isHeld(dataDir: string): boolean {
  try {
    lockDataFolder(dataDir).release();
    return false;
  } catch (error) {
    if (error instanceof DataFolderInUse) return true;
    throw error;
  }
}
