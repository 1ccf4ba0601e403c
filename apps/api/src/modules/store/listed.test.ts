import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { asc, eq, getTableColumns, sql } from 'drizzle-orm';
import { apps, listedApps } from '../../db/schema/store.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { wronglyListed } from '../../testing/listed.ts';

/** The database maintains the list; each service's writes are checked in its own tests. */
let api: TestApp;
let id: number;
beforeAll(async () => {
  api = await testApp({ seeded: true });
});
afterAll(() => api.close());
beforeEach(async () => {
  const [first] = await api.db
    .select({ id: listedApps.id })
    .from(listedApps)
    .orderBy(asc(listedApps.id))
    .limit(1);
  id = first?.id ?? 0;
});

const listed = async () => (await api.db.select().from(listedApps).where(eq(listedApps.id, id)))[0];

test('the list contains every published app of the seed, and no other', async () => {
  expect(await wronglyListed(api.db)).toEqual([]);
  expect(await api.db.$count(listedApps)).toBe(await api.db.$count(apps, eq(apps.status, 'published')));
  expect(await api.db.$count(listedApps)).toBeGreaterThan(40);
});

const changes: Partial<typeof apps.$inferInsert> = {
  downloadCount: 777_777,
  certified: true,
  recommendedRank: 99,
  developerId: null,
  firstPublishedAt: new Date('2020-02-02T02:02:02Z'),
  lastReleasedAt: new Date('2020-03-03T03:03:03Z'),
  category: 'runtime',
  source: 'user',
  os: ['debian'],
  arch: ['arm64'],
  sortNameZh: '另一个名字',
  sortNameEn: 'another name',
  searchNgrams: ['zz', '另一'],
  searchTypos: ['anothr'],
  searchNameNgrams: ['=zz'],
};

test.each(Object.entries(changes))('a change of %s updates the list', async (column, value) => {
  await api.db
    .update(apps)
    .set({ [column]: value })
    .where(eq(apps.id, id));
  expect(await wronglyListed(api.db)).toEqual([]);
  const row: Record<string, unknown> = { ...(await listed()) };
  if (column in row) expect(row[column]).toEqual(value);
  else expect(row['runsOn']).toContain(` ${(value as string[]).join(' ')} `);
});

test('each list column is covered by a change above', () => {
  const shown = Object.keys(getTableColumns(listedApps)).filter(
    (column) => !['id', 'runsOn'].includes(column),
  );
  expect(Object.keys(changes)).toEqual(expect.arrayContaining(shown));
});

test('an unpublished app leaves the list, and returns when published', async () => {
  await api.db.update(apps).set({ status: 'unpublished' }).where(eq(apps.id, id));
  expect(await listed()).toBeUndefined();
  await api.db.update(apps).set({ downloadCount: 5 }).where(eq(apps.id, id));
  expect(await listed()).toBeUndefined();
  await api.db.update(apps).set({ status: 'published' }).where(eq(apps.id, id));
  expect(await listed()).toMatchObject({ downloadCount: 5 });
  expect(await wronglyListed(api.db)).toEqual([]);
});

test('a rolled-back change is not listed', async () => {
  const failing = api.db.transaction(async (tx) => {
    await tx.update(apps).set({ downloadCount: 123_456 }).where(eq(apps.id, id));
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await wronglyListed(api.db)).toEqual([]);
});

test('a deleted app is deleted from the list', async () => {
  const copied = sql.join(
    Object.values(getTableColumns(apps))
      .filter(({ name }) => !['id', 'app_key'].includes(name))
      .map(({ name }) => sql.identifier(name)),
    sql`, `,
  );
  const { rows } = await api.db.execute<{ id: number }>(
    sql`insert into apps (app_key, ${copied}) select 'a-copy', ${copied} from apps where id = ${id} returning id`,
  );
  id = rows[0]?.id ?? 0;
  expect(await listed()).toBeDefined();
  expect(await wronglyListed(api.db)).toEqual([]);
  await api.db.delete(apps).where(eq(apps.id, id));
  expect(await listed()).toBeUndefined();
});

test('the migration fills the list, and is idempotent', async () => {
  const file = join(import.meta.dirname, '../../db/migrations/0002_listed_apps_rows.sql');
  const fill = sql.raw(readFileSync(file, 'utf8'));
  await api.db.delete(listedApps);
  expect((await wronglyListed(api.db)).length).toBeGreaterThan(40);
  await api.db.execute(fill);
  expect(await wronglyListed(api.db)).toEqual([]);
  await api.db.execute(fill);
  expect(await wronglyListed(api.db)).toEqual([]);
});
