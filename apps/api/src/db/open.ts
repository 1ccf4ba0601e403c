import { join } from 'node:path';
import type { Config } from '../config.ts';
import { closeDataFolder } from '../data-folder.ts';
import type { Database } from './client.ts';
import { lockDataFolder } from './data-lock.ts';
import { openPglite } from './pglite.ts';
import { openPostgres } from './postgres.ts';

interface Log {
  info(message: string): void;
  error(details: object, message: string): void;
}

/**
 * Opens PostgreSQL when `DATABASE_URL` is set, otherwise PGlite in the data folder, which this process then locks.
 * @throws StartError when the folder or the server is unusable.
 */
export async function openDatabase(config: Config, log: Log): Promise<Database> {
  closeDataFolder(config.dataDir);
  if (config.databaseUrl !== null) return openPostgres(config.databaseUrl, log);
  const lock = lockDataFolder(config.dataDir);
  try {
    const database = await openPglite({ folder: join(config.dataDir, 'db') }, log);
    log.info(
      `data folder ${config.dataDir}: the embedded database is safe against a crash of this process, not against power loss; use PostgreSQL for what must not be lost`,
    );
    let closing: Promise<void> | null = null;
    return {
      ...database,
      close: () => (closing ??= database.close().finally(() => lock.release())),
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}
