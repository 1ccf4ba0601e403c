import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints, type Endpoint } from '@yunduo/api-contract';
import { format, resolveConfig } from 'prettier';
import { buildApp } from './app.ts';
import { systemClock } from './clock.ts';
import { readConfig } from './config.ts';
import type { Database } from './db/client.ts';
import { diskFiles } from './file-stores.ts';
import { published, type Audience, type OpenApiDocument } from './plugins/openapi.ts';

const CONTRACT = join(import.meta.dirname, '../../../libs/api-contract');
/** The committed documents: for developers who integrate, and for operators. */
export const OPENAPI_FILES: Readonly<Record<Audience, string>> = {
  public: join(CONTRACT, 'openapi.json'),
  operators: join(CONTRACT, 'openapi.operators.json'),
};

/** Every call with its access, one per line, for reviews of changes. */
export const CALLS_FILE = join(CONTRACT, 'calls.tsv');

/** The list of calls, in contract order. */
export const callsList = (): string =>
  [
    'method\tpath\taccess',
    ...Object.values(endpoints)
      .flatMap((area): Endpoint[] => Object.values(area))
      .map(({ method, url, access }) => `${method}\t/api${url}\t${access}`),
    '',
  ].join('\n');

/** Declaring routes needs no database. */
const noDatabase: Database = {
  kind: 'postgres',
  db: {} as Database['db'],
  jobs: { executeSql: () => Promise.reject(new Error('there is no database')) },
  ping: () => Promise.reject(new Error('there is no database')),
  connections: () => null,
  upkeep: () => Promise.reject(new Error('there is no database')),
  migrate: () => Promise.resolve(),
  migrateTo: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

/** The documents of the calls, as committed. */
export async function openapiDocuments(): Promise<Record<Audience, string>> {
  const config = readConfig({ APP_MODE: 'trial', LOG_LEVEL: 'silent', DATA_DIR: tmpdir() });
  const app = await buildApp({
    config: { ...config, signingKey: 'not used' },
    database: noDatabase,
    clock: systemClock,
    files: diskFiles(tmpdir(), ''),
    offline: true,
  });
  await app.ready();
  const raw = app.swagger() as unknown as OpenApiDocument;
  await app.close();
  const committed = async (audience: Audience) => {
    const filepath = OPENAPI_FILES[audience];
    return format(JSON.stringify(published(raw, audience)), { ...(await resolveConfig(filepath)), filepath });
  };
  return { public: await committed('public'), operators: await committed('operators') };
}
