import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppConfig } from './app.ts';
import { newSigningKey, type Config } from './config.ts';
import { unwritable } from './start-error.ts';

/**
 * Production provides its key; elsewhere one is generated on the first start and stored, so that codes survive a
 * restart.
 */
export async function withSigningKey(config: Config): Promise<AppConfig> {
  if (config.signingKey !== null) return { ...config, signingKey: config.signingKey };
  const path = join(config.dataDir, 'signing.key');
  try {
    await mkdir(config.dataDir, { recursive: true });
    await writeFile(path, newSigningKey(), { flag: 'wx', mode: 0o600 }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      },
    );
  } catch (error) {
    throw unwritable(config.dataDir, error);
  }
  return { ...config, signingKey: await readFile(path, 'utf8') };
}
