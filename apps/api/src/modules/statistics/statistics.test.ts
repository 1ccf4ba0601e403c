import { devApp, type InputOf } from '@yunduo/api-contract';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { STATS_DAYS_MAX } from '@yunduo/validation';
import { eq } from 'drizzle-orm';
import { appDownloadDays, apps, appVersions } from '../../db/schema/store.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { createApp, SEED_PASSWORD } from '../../testing/builders.ts';
import { signedInAs } from '../../testing/people.ts';
import { person, type Person } from '../../testing/reviews.ts';

let api: TestApp;
let owner: Person;
let appId: number;
let versions: Map<string, number>;
beforeAll(async () => {
  api = await testApp({ seeded: true });
  owner = await person(api, 'developer');
  ({ id: appId } = await createApp(api.db, {
    developerId: owner.id,
    versions: [
      { version: '1.9.0', reviewStatus: 'superseded' },
      { version: '1.10.0', reviewStatus: 'released' },
    ],
    now: api.clock.now(),
  }));
  const rows = await api.db.select().from(appVersions).where(eq(appVersions.appId, appId));
  versions = new Map(rows.map(({ id, version }) => [version, id]));
  const on = (day: string, version: string, count: number) => ({
    appId,
    versionId: versions.get(version) ?? 0,
    day,
    count,
  });
  await api.db
    .insert(appDownloadDays)
    .values([
      on('2026-11-10', '1.9.0', 1_000),
      on('2026-11-11', '1.9.0', 100),
      on('2026-11-15', '1.9.0', 7),
      on('2026-11-17', '1.9.0', 5),
      on('2026-11-17', '1.10.0', 2),
      on('2026-11-19', '1.10.0', 11),
      on('2026-11-20', '1.10.0', 1),
    ]);
});
afterAll(() => api.close());

const stats = (input: Partial<InputOf<typeof devApp.stats>>, who = owner) =>
  api.call(devApp.stats, { id: appId, ...input }, { token: who.token });
const week = { from: '2026-11-16', to: '2026-11-20' };

describe('Download statistics', () => {
  test('by day have a count for every day, including zero', async () => {
    const { data } = await stats({ ...week, by: 'day' });
    expect(data).toEqual({
      id: appId,
      ...week,
      by: 'day',
      total: 19,
      // The five days before: the 11th to the 15th.
      previous_total: 107,
      days: ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'],
      series: [{ version_id: null, version: null, total: 19, counts: [0, 7, 0, 11, 1] }],
    });
  });

  test('by version are listed newest first, without versions that have no download', async () => {
    const { data } = await stats({ ...week, by: 'version' });
    expect(data.series).toEqual([
      { version_id: versions.get('1.10.0'), version: '1.10.0', total: 14, counts: [0, 2, 0, 11, 1] },
      { version_id: versions.get('1.9.0'), version: '1.9.0', total: 5, counts: [0, 5, 0, 0, 0] },
    ]);
    expect(data.total).toBe(19);
    expect((await stats({ from: '2026-11-18', to: '2026-11-18', by: 'version' })).data.series).toEqual([]);
  });

  test('accept a single day, and cover the last thirty days by default', async () => {
    const one = await stats({ from: '2026-11-17', to: '2026-11-17' });
    expect(one.data).toMatchObject({ days: ['2026-11-17'], total: 7, previous_total: 0 });
    const { data } = await stats({});
    expect([data.from, data.to, data.by, data.days.length]).toEqual(['2026-10-22', '2026-11-20', 'day', 30]);
  });

  test('end the day in Shanghai time', async () => {
    api.clock.set(new Date('2026-11-20T15:59:59.999Z'));
    expect((await stats({})).data.to).toBe('2026-11-20');
    api.clock.advance(1);
    expect((await stats({})).data.to).toBe('2026-11-21');
    api.clock.set(new Date('2026-11-20T02:00:00.000Z'));
  });

  test('accept a year including a leap day, and reject one more day', async () => {
    const year = await stats({ from: '2027-12-01', to: '2028-11-30' });
    expect(year.data.days).toHaveLength(STATS_DAYS_MAX);
    expect((await stats({ from: '2027-11-30', to: '2028-11-30' })).status).toBe(400);
  });

  test.each([
    ['backwards', { from: '2026-11-20', to: '2026-11-19' }, 'to'],
    ['an invalid date', { from: '2026-02-30', to: '2026-03-01' }, 'from'],
    ['not a date', { from: 'yesterday', to: '2026-03-01' }, 'from'],
    ['another date format', { from: '2026-11-01', to: '20.11.2026' }, 'to'],
    ['the earliest JavaScript date', { to: '-271821-04-20' }, 'to'],
    ['a date with a time', { to: '2026-11-20T00:00' }, 'to'],
  ])('reject a range: %s', async (_, input, field) => {
    const answer = await stats(input);
    expect([answer.status, answer.error.fields?.[field]]).toEqual([400, 'stats_range_invalid']);
  });

  test('return 404 for another developer’s app and for an unknown one', async () => {
    const other = await person(api, 'developer');
    for (const answer of [await stats(week, other), await stats({ ...week, id: 999_999 })]) {
      expect([answer.status, answer.code]).toEqual([404, 'APP_NOT_FOUND']);
    }
    expect((await api.call(devApp.stats, { id: appId })).status).toBe(401);
    expect((await stats(week, await person(api))).status).toBe(403);
  });

  test('have ninety days by version in the seed', async () => {
    const seeded = await signedInAs(api, 'developer@yunduo.test', SEED_PASSWORD);
    const [app] = await api.db.select().from(apps).where(eq(apps.appKey, 'port-patrol'));
    const input = { id: app?.id ?? 0, from: '2026-08-23', to: '2026-11-20', by: 'version' as const };
    const { data } = await api.call(devApp.stats, input, seeded);
    expect(data.days).toHaveLength(90);
    expect(data.series.length).toBeGreaterThan(1);
    expect(data.total).toBeGreaterThan(90);
    expect(data.series.reduce((sum, { total }) => sum + total, 0)).toBe(data.total);
  });
});
