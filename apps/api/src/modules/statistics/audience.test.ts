import { appStore, devCenter, devToken, type InputOf } from '@yunduo/api-contract';
import { DAY, VIEWS } from '@yunduo/validation';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eq, getTableColumns } from 'drizzle-orm';
import {
  appDownloadDays,
  apps,
  appVersions,
  appViewDays,
  savedApps,
  throttles,
} from '../../db/schema/index.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { createApp } from '../../testing/builders.ts';
import { newcomer, someIp } from '../../testing/people.ts';
import { person, type Person } from '../../testing/reviews.ts';

let api: TestApp;
let owner: Person;
let first: number;
let second: number;
beforeAll(async () => {
  api = await testApp({ seeded: true });
  owner = await person(api, 'developer');
  const now = api.clock.now();
  const make = async (appKey: string, names: string[]) => {
    const versions = names.map((version, index) => ({
      version,
      reviewStatus: index === names.length - 1 ? ('released' as const) : ('superseded' as const),
    }));
    const name = { zh: `应用 ${appKey}`, en: `App ${appKey}` };
    return (await createApp(api.db, { appKey, name, developerId: owner.id, versions, now })).id;
  };
  [first, second] = [await make('seen', ['1.9.0', '1.10.0']), await make('loaded', ['1.0.0'])];
  // Never published: it has no figures.
  await createApp(api.db, {
    developerId: owner.id,
    versions: [{ version: '1.0.0', reviewStatus: 'draft' }],
    now,
  });
  const rows = await api.db.select().from(appVersions);
  const on = (appId: number, version: string, day: string, count: number) => ({
    appId,
    versionId: rows.find((row) => row.appId === appId && row.version === version)?.id ?? 0,
    day,
    count,
  });
  await api.db
    .insert(appDownloadDays)
    .values([
      on(first, '1.9.0', '2026-11-17', 5),
      on(first, '1.10.0', '2026-11-17', 2),
      on(first, '1.9.0', '2026-11-19', 3),
      on(second, '1.0.0', '2026-11-19', 100),
    ]);
});
afterAll(() => api.close());

const see = (id: number, ip = someIp(), token?: string) =>
  api.call(appStore.view, { id }, { ip, ...(token && { token }) });
const stats = (input: InputOf<typeof devCenter.stats> = {}, who: { token: string } = owner) =>
  api.call(devCenter.stats, input, { token: who.token });
const days = { from: '2026-11-18', to: '2026-11-20' };

describe('App views', () => {
  test('are counted per day in Shanghai, without storing the visitor', async () => {
    api.clock.set(new Date('2026-11-19T15:59:59.000Z'));
    const ip = someIp();
    expect((await see(first, ip)).data).toEqual({ counted: true });
    api.clock.advance(1000);
    await see(first, ip);
    await see(first);
    const counted = await api.db
      .select()
      .from(appViewDays)
      .where(eq(appViewDays.appId, first))
      .orderBy(appViewDays.day);
    expect(counted.map(({ day, count }) => [day, count])).toEqual([
      ['2026-11-19', 1],
      ['2026-11-20', 2],
    ]);
    expect(Object.keys(getTableColumns(appViewDays))).toEqual(['appId', 'day', 'count']);
    // Their rate limits contain no address either, and expire after a day.
    const limits = (await api.db.select().from(throttles)).filter(({ key }) => key.startsWith('view'));
    expect(limits.length).toBeGreaterThan(0);
    for (const { key, expiresAt } of limits) {
      expect(key).not.toContain(ip);
      expect(expiresAt.getTime()).toBeLessThanOrEqual(api.clock.now().getTime() + DAY);
    }
  });

  test('are limited per network and day, and exclude the developer’s own', async () => {
    const ip = someIp();
    const { id } = await createApp(api.db, { developerId: owner.id, now: api.clock.now() });
    for (let seen = 0; seen < VIEWS.perNetwork; seen += 1)
      expect((await see(id, ip)).data).toEqual({ counted: true });
    expect((await see(id, ip)).data).toEqual({ counted: false });
    expect((await see(id, someIp(), owner.token)).data).toEqual({ counted: false });
    expect((await see(id)).data).toEqual({ counted: true });
    await api.db.update(apps).set({ developerId: null }).where(eq(apps.id, id));
  });

  test('return APP_NOT_FOUND for an unknown app', async () => {
    expect((await see(2_147_483_647)).code).toBe('APP_NOT_FOUND');
  });
});

describe('Developer statistics', () => {
  test('of all apps have counts per day and per app, and totals of the preceding days', async () => {
    api.clock.set(new Date('2026-11-20T02:00:00.000Z'));
    const fan = await newcomer(api);
    await api.call(appStore.save, { id: second }, fan);
    const { data } = await stats(days);
    expect(data).toEqual({
      app_id: null,
      ...days,
      days: ['2026-11-18', '2026-11-19', '2026-11-20'],
      totals: { views: 3, saves: 1, downloads: 103 },
      previous: { views: 0, saves: 0, downloads: 7 },
      views: [0, 1, 2],
      saves: [0, 0, 1],
      downloads: [0, 103, 0],
      apps: [
        {
          ...{ id: second, app_key: 'loaded', name: '应用 loaded' },
          ...{ views: 0, saves: 1, downloads: 100, counts: [0, 100, 0] },
        },
        {
          ...{ id: first, app_key: 'seen', name: '应用 seen' },
          ...{ views: 3, saves: 0, downloads: 3, counts: [0, 3, 0] },
        },
      ],
      versions: [],
    });
    const english = await api.call(devCenter.stats, days, { ...owner, lang: 'en' });
    expect(english.data.apps.map(({ name }) => name)).toEqual(['App loaded', 'App seen']);
    // A removed save no longer counts.
    await api.call(appStore.unsave, { id: second }, fan);
    expect((await stats(days)).data.totals.saves).toBe(0);
    expect(await api.db.$count(savedApps, eq(savedApps.appId, second))).toBe(0);
  });

  test('of one app have its versions and no other app', async () => {
    const { data } = await stats({ app_id: first, from: '2026-11-17', to: '2026-11-19' });
    expect(data).toMatchObject({
      app_id: first,
      totals: { views: 1, saves: 0, downloads: 10 },
      downloads: [7, 0, 3],
      apps: [{ id: first }],
      versions: [
        { version: '1.10.0', total: 2, counts: [2, 0, 0] },
        { version: '1.9.0', total: 8, counts: [5, 0, 3] },
      ],
    });
  });

  test('compare a day with the day before, in Shanghai, and leave out all others', async () => {
    const fan = await newcomer(api);
    const createdAt = new Date('2026-11-17T16:00:00Z');
    await api.db.insert(savedApps).values({ userId: fan.user.id, appId: first, createdAt });
    const on = async (day: string) => (await stats({ from: day, to: day })).data;
    const figures = [
      ['2026-11-17', { views: 0, saves: 0, downloads: 7 }],
      ['2026-11-18', { views: 0, saves: 1, downloads: 0 }],
      ['2026-11-19', { views: 1, saves: 0, downloads: 103 }],
      ['2026-11-20', { views: 2, saves: 0, downloads: 0 }],
    ] as const;
    let previous = { views: 0, saves: 0, downloads: 0 };
    for (const [day, totals] of figures) {
      expect(await on(day)).toMatchObject({ totals, previous });
      previous = totals;
    }
    expect((await on('2026-11-21')).previous).toEqual(previous);
    // Equal figures: the older app first.
    expect((await on('2026-11-18')).apps.map(({ id }) => id)).toEqual([first, second]);
  });

  test('cover the last thirty days by default, and reject more than a year', async () => {
    const { data } = await stats();
    expect([data.from, data.to, data.days.length]).toEqual(['2026-10-22', '2026-11-20', 30]);
    const rejected = await stats({ from: '2025-01-01', to: '2026-11-20' });
    expect([rejected.status, rejected.error.fields]).toEqual([400, { to: 'stats_range_invalid' }]);
  });

  test('are limited to the developer’s own apps, and to the one app of a build token', async () => {
    const other = await person(api, 'developer');
    expect((await stats({}, other)).data).toMatchObject({ apps: [], totals: { downloads: 0 } });
    expect((await stats({ app_id: first }, other)).code).toBe('APP_NOT_FOUND');
    expect((await stats({}, await person(api))).status).toBe(403);
    expect((await api.call(devCenter.stats, {})).status).toBe(401);
    const wish = { name: 'CI', scopes: ['app:read' as const], expires_in_days: 30, app_id: first };
    const { token } = (await api.call(devToken.create, wish, owner)).data;
    expect((await stats({}, { token })).data.apps.map(({ id }) => id)).toEqual([first]);
    expect((await stats({ app_id: second }, { token })).code).toBe('APP_NOT_FOUND');
  });
});
