import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { buildApp } from './app.ts';
import { systemClock } from './clock.ts';
import { readConfig } from './config.ts';
import type { Database } from './db/client.ts';
import { diskFiles } from './files.ts';

/** Where the document is committed. */
export const OPENAPI_FILE = join(import.meta.dirname, '../../../libs/api-contract/openapi.json');

/** Routes are declared without asking a database anything. */
const noDatabase: Database = {
  kind: 'postgres',
  db: {} as Database['db'],
  jobs: { executeSql: () => Promise.reject(new Error('there is no database')) },
  ping: () => Promise.reject(new Error('there is no database')),
  upkeep: () => Promise.reject(new Error('there is no database')),
  migrate: () => Promise.resolve(),
  migrateTo: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

/** The document of the calls, as it is committed. */
export async function openapiDocument(): Promise<string> {
  const config = readConfig({ APP_MODE: 'trial', LOG_LEVEL: 'silent', DATA_DIR: tmpdir() });
  const app = await buildApp({
    config: { ...config, signingKey: 'not used' },
    database: noDatabase,
    clock: systemClock,
    files: diskFiles(tmpdir(), ''),
    offline: true,
  });
  await app.ready();
  const document = JSON.stringify(app.swagger());
  await app.close();
  return format(document, { ...(await resolveConfig(OPENAPI_FILE)), filepath: OPENAPI_FILE });
}
