import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { eq, lt, sql } from 'drizzle-orm';
import { testDatabase } from '../testing/app.ts';
import { onPostgres, SEED_NOW } from '../testing/environment.ts';
import type { Database } from './client.ts';
import { removeRows } from './remove-rows.ts';
import { throttles } from './schema/index.ts';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ database, drop } = await testDatabase(false));
});
afterAll(async () => {
  await database.close();
  await drop();
});

const expired = lt(throttles.expiresAt, SEED_NOW);
const keys = async () => (await database.db.select().from(throttles)).map(({ key }) => key).sort();

beforeEach(async () => {
  await database.db.delete(throttles);
  await database.db.execute(sql`insert into ${throttles} (key, hits, expires_at)
    select 'old:' || n, '{}', ${SEED_NOW.toISOString()}::timestamptz - interval '1 day' from generate_series(1, 7) n`);
  await database.db.insert(throttles).values({ key: 'live', hits: [], expiresAt: SEED_NOW });
});

test('deletes all expired rows in batches, and no others', async () => {
  expect(await removeRows(database.db, throttles, expired, { atOnce: 3 })).toBe(7);
  expect(await keys()).toEqual(['live']);
});

test('limits the number of batches per run', async () => {
  const parts = { atOnce: 2, statements: 2 };
  expect(await removeRows(database.db, throttles, expired, parts)).toBe(4);
  expect(await keys()).toHaveLength(4);
  expect(await removeRows(database.db, throttles, expired, parts)).toBe(3);
  expect(await keys()).toEqual(['live']);
});

(onPostgres ? test : test.skip)('skips rows that another transaction is writing', async () => {
  await database.db.transaction(async (writer) => {
    await writer
      .update(throttles)
      .set({ hits: [SEED_NOW] })
      .where(eq(throttles.key, 'old:5'));
    expect(await removeRows(database.db, throttles, expired)).toBe(6);
  });
  expect(await keys()).toEqual(['live', 'old:5']);
});
