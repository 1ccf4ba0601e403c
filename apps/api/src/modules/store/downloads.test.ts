import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { appStore } from '@yunduo/api-contract';
import { DOWNLOADS } from '@yunduo/validation';
import { eq } from 'drizzle-orm';
import { appDownloadDays, appDownloads, apps, appVersions } from '../../db/schema/store.ts';
import { siteSettings } from '../../db/schema/content.ts';
import { testApp, type Caller, type TestApp } from '../../testing/app.ts';
import { wronglyListed } from '../../testing/listed.ts';
import { createApp } from '../../testing/builders.ts';
import { onPostgres, SEED_NOW } from '../../testing/environment.ts';
import { someIp } from '../../testing/people.ts';

const HOUR = 3_600_000;
let api: TestApp;
beforeAll(async () => {
  api = await testApp({ seeded: true });
});
afterAll(() => api.close());

let key: string;
let id: number;
beforeEach(async () => {
  api.clock.set(SEED_NOW);
  const now = SEED_NOW;
  const versions = [
    { version: '1.1.0', reviewStatus: 'released' as const },
    { version: '1.0.0', reviewStatus: 'superseded' as const },
    { version: '0.9.0', reviewStatus: 'yanked' as const },
    { version: '1.2.0', reviewStatus: 'approved' as const },
  ];
  ({ id, appKey: key } = await createApp(api.db, { now, versions, downloadCount: 100 }));
});

const download = (
  input: Partial<{ app_key: string; version: string; client_id: string }>,
  caller: Caller = {},
) => api.call(appStore.download, { app_key: key, version: '1.1.0', ...input }, { ip: '10.9.0.1', ...caller });
const counted = async (...args: Parameters<typeof download>) => (await download(...args)).data.counted;
const days = () =>
  api.db
    .select({ version: appVersions.version, day: appDownloadDays.day, count: appDownloadDays.count })
    .from(appDownloadDays)
    .innerJoin(appVersions, eq(appVersions.id, appDownloadDays.versionId))
    .where(eq(appDownloadDays.appId, id))
    .orderBy(appDownloadDays.day, appVersions.version);
const shown = async () => (await api.call(appStore.detail, { id })).data.download_num;
const revision = async () => (await api.db.select().from(siteSettings))[0]?.contentRevision ?? 0;

describe('Download count', () => {
  test('counts once per version, client and day in Shanghai', async () => {
    expect(await counted({ client_id: 'a' })).toBe(true);
    expect(await counted({ client_id: 'a' })).toBe(false);
    expect(await counted({ client_id: 'b' })).toBe(true);
    expect(await counted({ client_id: 'a' }, { ip: someIp() })).toBe(true);
    expect(await counted({ client_id: 'a', version: '1.0.0' })).toBe(true);
    expect(await days()).toEqual([
      { version: '1.0.0', day: '2026-11-20', count: 1 },
      { version: '1.1.0', day: '2026-11-20', count: 3 },
    ]);
    // 10:00 in Shanghai: the day ends in 14 hours.
    api.clock.advance(14 * HOUR - 1);
    expect(await counted({ client_id: 'a' })).toBe(false);
    api.clock.advance(1);
    expect(await counted({ client_id: 'a' })).toBe(true);
    expect((await days()).at(-1)).toEqual({ version: '1.1.0', day: '2026-11-21', count: 1 });
  });

  test('ignores the device headers', async () => {
    const headers = { 'device-id': '2', 'device-version': '6.2.1' };
    expect(await counted({}, { headers })).toBe(true);
    expect(await counted({}, { headers: { 'device-id': '3', 'device-version': '9' } })).toBe(false);
  });

  test('limits the client ids per address', async () => {
    const ip = someIp();
    const answers: boolean[] = [];
    for (let name = 0; name < DOWNLOADS.clientsPerAddress + 3; name += 1) {
      answers.push(await counted({ client_id: `name-${name}` }, { ip }));
    }
    expect(answers.filter(Boolean)).toHaveLength(DOWNLOADS.clientsPerAddress);
    expect(answers.slice(-3)).toEqual([false, false, false]);
    expect((await days())[0]?.count).toBe(DOWNLOADS.clientsPerAddress);
  });

  test('stores neither the address nor the client id', async () => {
    await download({ client_id: 'my-own-name' }, { ip: '10.9.9.9' });
    const rows = JSON.stringify(await api.db.select().from(appDownloads));
    expect(rows).not.toMatch(/10\.9\.9\.9|my-own-name/);
  });
});

describe('Download request', () => {
  test('returns 404 for an app not in the store, and for an unknown, yanked or unreleased version', async () => {
    expect(await download({ app_key: 'no-such-app' })).toMatchObject({ status: 404, code: 'APP_NOT_FOUND' });
    expect(await download({ app_key: 'cert-alarm', version: '1.2.0' })).toMatchObject({
      code: 'APP_NOT_FOUND',
    });
    for (const version of ['9.9.9', '0.9.0', '1.2.0', 'x']) {
      expect(await download({ version })).toMatchObject({ status: 404, code: 'VERSION_NOT_FOUND' });
    }
    expect(await days()).toEqual([]);
  });

  test('returns 429 with Retry-After above the limit per minute', async () => {
    const ip = someIp();
    for (let call = 0; call < DOWNLOADS.perMinute; call += 1) await download({}, { ip });
    const rejected = await download({}, { ip });
    expect([rejected.status, rejected.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
    expect((await download({}, { ip: someIp() })).status).toBe(200);
    api.clock.advance(60_001);
    expect((await download({}, { ip })).status).toBe(200);
  });
});

describe('Download jobs', () => {
  test('add new downloads once to the shown count, and increase the content revision', async () => {
    await download({ client_id: 'a' });
    await download({ client_id: 'b' });
    await download({ client_id: 'a', version: '1.0.0' });
    expect(await shown()).toBe(100);
    // Runs the other jobs' work on the seeded world first.
    await api.app.jobs.runDue();
    await download({ client_id: 'd' });
    const seen = await shown();
    const before = await revision();
    api.clock.advance(HOUR);
    expect((await api.app.jobs.runDue())['app-downloads']).toBeGreaterThan(0);
    expect(seen).toBe(103);
    expect(await shown()).toBe(104);
    expect(await revision()).toBe(before + 1);
    api.clock.advance(HOUR);
    await api.app.jobs.runDue();
    expect(await shown()).toBe(104);
    expect(await revision()).toBe(before + 1);
    await download({ client_id: 'c' });
    api.clock.advance(HOUR);
    await api.app.jobs.runDue();
    expect(await shown()).toBe(105);
  });

  test('add 1,100 rows of counts in one run', async () => {
    await api.app.jobs.runDue();
    const before = await shown();
    const [app] = await api.db.select().from(apps).where(eq(apps.id, id));
    const first = Date.UTC(2020, 0, 1);
    await api.db.insert(appDownloadDays).values(
      Array.from({ length: 1_100 }, (_, index) => ({
        appId: id,
        versionId: app?.currentVersionId ?? 0,
        day: new Date(first + index * 24 * HOUR).toISOString().slice(0, 10),
        count: 1,
      })),
    );
    api.clock.advance(HOUR);
    expect(await api.app.jobs.runDue()).toMatchObject({ 'app-downloads': 1_100 });
    expect(await shown()).toBe(before + 1_100);
  });

  test('delete clients after the retention period, and keep the counts', async () => {
    await download({ client_id: 'a' });
    const [{ version } = { version: 0 }] = await api.db
      .select({ version: apps.currentVersionId })
      .from(apps)
      .where(eq(apps.id, id));
    const clients = () =>
      api.db
        .select()
        .from(appDownloads)
        .where(eq(appDownloads.versionId, version ?? 0));
    api.clock.advance(DOWNLOADS.retentionDays * 24 * HOUR);
    await api.app.jobs.runDue();
    expect(await clients()).toHaveLength(1);
    api.clock.advance(24 * HOUR);
    await api.app.jobs.runDue();
    expect(await clients()).toEqual([]);
    expect(await days()).toMatchObject([{ count: 1 }]);
  });
});

(onPostgres ? test : test.skip)(
  'concurrent downloads count each client once, and the job loses none',
  async () => {
    // Later than any other test, so that the jobs are due.
    api.clock.advance(60 * 24 * HOUR);
    for (let round = 0; round < 20; round += 1) {
      const { id: app, appKey: app_key } = await createApp(api.db, { now: SEED_NOW });
      const ips = Array.from({ length: 6 }, someIp);
      const calls = ips.flatMap((ip) => [1, 2, 3].map(() => download({ app_key, version: '1.0.0' }, { ip })));
      api.clock.advance(HOUR);
      const [answers] = await Promise.all([Promise.all(calls), api.app.jobs.runDue()]);
      expect(answers.filter(({ data }) => data.counted)).toHaveLength(ips.length);
      api.clock.advance(HOUR);
      await api.app.jobs.runDue();
      const [row] = await api.db.select().from(apps).where(eq(apps.id, app));
      expect(row?.downloadCount).toBe(ips.length);
    }
  },
  60_000,
);

test('the store list matches every published app', async () => {
  expect(await wronglyListed(api.db)).toEqual([]);
});
