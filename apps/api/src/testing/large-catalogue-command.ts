// Fills an empty database with a large catalogue, for `npm run bench -- search`: the seeded world and the given number
// of generated apps. Prints visitors' queries, one JSON line each: URL, header and statement.
//   DATABASE_URL=… node apps/api/src/testing/large-catalogue-command.ts 20000
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { languageHeader } from '@yunduo/i18n';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Db } from '../db/client.ts';
import { migrate } from '../db/migrate.ts';
import * as schema from '../db/schema/index.ts';
import { seed } from '../seed/index.ts';
import { diskFiles } from '../file-stores.ts';
import { listQuestion } from '../modules/store/list.ts';
import { parseQuery } from '../modules/store/search-text.ts';
import { SEED_NOW } from './environment.ts';
import { fillDatabase } from './large-catalogue.ts';
import { storeQuestions } from './search-mix.ts';

const count = Number(process.argv[2] ?? 20_000);
// Without the server's time limits: a large catalogue is written in large batches.
const client = new pg.Client({ connectionString: process.env['DATABASE_URL'] });
await client.connect();
const folder = await mkdtemp(join(tmpdir(), 'yunduo-catalogue-'));
try {
  const db = drizzle(client, { schema }) as unknown as Db;
  await migrate(db);
  const secrets = { licenceKeys: [], signingKey: 'a key for a catalogue that nobody sells from' };
  await seed(db, { now: SEED_NOW, files: diskFiles(folder, ''), secrets });
  await fillDatabase(process.env['DATABASE_URL'] ?? '', { count, now: SEED_NOW });
  for (const { kind, input, locale } of storeQuestions(count)) {
    const listRequest = { query: parseQuery(input.q), filters: input, reader: { locale, userId: null } };
    const { name, sql, params } = listQuestion(db, { ...listRequest, fuzzy: false });
    const query = new URLSearchParams(
      Object.entries(input).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const path = `/api/app_store/list?${query}`;
    console.log(JSON.stringify({ kind, path, lang: languageHeader(locale), name, sql, params }));
  }
} finally {
  await client.end();
  await rm(folder, { recursive: true, force: true });
}
