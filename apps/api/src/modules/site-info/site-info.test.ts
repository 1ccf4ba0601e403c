import { site } from '@yunduo/api-contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { testApp, type TestApp } from '../../testing/app.ts';
import { activities } from '../../db/schema/index.ts';
import { daysBefore, SEED_PASSWORD, touchContent } from '../../testing/builders.ts';
import { SEED_NOW } from '../../testing/environment.ts';
import { signedInAs } from '../../testing/people.ts';

let api: TestApp;
let linked: TestApp;
beforeAll(async () => {
  api = await testApp({ seeded: true });
  linked = await testApp({
    seeded: true,
    env: {
      LINK_DEMO: 'https://demo.example.com/',
      LINK_FORUM: 'https://forum.example.com/',
      LINK_DEV_DOCS: 'https://docs.example.com/',
      WIDGET_SRC: 'https://chat.example.com/widget.js',
      WIDGET_APP_ID: 'app-1',
    },
  });
});
afterAll(async () => {
  await api.close();
  await linked.close();
});

describe('Site info', () => {
  test('returns the brand in the language of the header', async () => {
    const zh = await api.call(site.info, undefined);
    const en = await api.call(site.info, undefined, { lang: 'en' });
    expect(zh.data).toMatchObject({ name: '云舵', slogan: 'Linux 服务器可视化运维客户端' });
    expect(en.data).toMatchObject({
      name: 'Yunduo',
      slogan: 'The desktop client for managing Linux servers',
    });
    expect(zh.data.support_email).toBe('support@yunduo.test');
  });

  test('a trial returns every link, with a local page for a link without a URL', async () => {
    const trial = await testApp({
      seeded: true,
      env: { APP_MODE: 'trial', LINK_FORUM: 'https://forum.example.com/' },
    });
    try {
      const { data } = await trial.call(site.info, undefined);
      expect(data.links).toEqual({
        demo: '/go-demo',
        forum: 'https://forum.example.com/',
        dev_docs: '/developer-center/document',
      });
    } finally {
      await trial.close();
    }
  });

  test('has no link and no widget without configuration', async () => {
    const { data } = await api.call(site.info, undefined);
    expect(data.links).toEqual({ demo: null, forum: null, dev_docs: null });
    expect(data.widget).toBeNull();
  });

  test('returns links and widget of the configuration, and none of its secrets', async () => {
    const { data } = await linked.call(site.info, undefined);
    expect(data.links).toEqual({
      demo: 'https://demo.example.com/',
      forum: 'https://forum.example.com/',
      dev_docs: 'https://docs.example.com/',
    });
    expect(data.widget).toEqual({
      src: 'https://chat.example.com/widget.js',
      app_id: 'app-1',
      mode: 'frame',
    });
    expect(JSON.stringify(data)).not.toMatch(/signing|thirty-two/);
  });

  test('has a content revision that increases with the content, and is sent with no-cache', async () => {
    const before = await api.call(site.info, undefined);
    expect(before.headers['cache-control']).toBe('no-cache');
    await touchContent(api.db);
    const after = await api.call(site.info, undefined, {
      headers: { 'if-none-match': String(before.headers['etag']) },
    });
    expect(after.status).toBe(200);
    expect(after.data.content_revision).toBe(before.data.content_revision + 1);
  });
});

describe('Current activity', () => {
  afterEach(() => api.clock.set(SEED_NOW));
  const reported = async (lang?: 'en') =>
    (await api.call(site.info, undefined, lang && { lang })).data.activity;

  test('has a title in the language of the header, and an end', async () => {
    const zh = await reported();
    expect(zh).toEqual({
      id: expect.any(Number),
      title: expect.stringContaining('年末服务器巡检'),
      ends_at: daysBefore(SEED_NOW, -12.25).toISOString(),
    });
    const en = await reported('en');
    expect(en).toEqual({ ...zh, title: expect.stringMatching(/^[^\p{Script=Han}]+$/u) });
  });

  test('is null from the moment of its end', async () => {
    api.clock.set(new Date(daysBefore(SEED_NOW, -12.25).getTime() - 1));
    expect(await reported()).not.toBeNull();
    api.clock.set(daysBefore(SEED_NOW, -12.25));
    expect(await reported()).toBeNull();
  });

  test('does not depend on the session', async () => {
    const { token } = await signedInAs(api, 'user@yunduo.test', SEED_PASSWORD);
    const mine = await api.call(site.info, undefined, { token });
    expect(mine.data).toEqual((await api.call(site.info, undefined)).data);
    expect(mine.headers['cache-control']).toBe('no-cache');
  });

  test('is null if withdrawn', async () => {
    const own = await testApp({ seeded: true });
    await own.db.update(activities).set({ withdrawnAt: SEED_NOW });
    expect((await own.call(site.info, undefined)).data.activity).toBeNull();
    await own.close();
  });
});

test('an empty database returns UNAVAILABLE', async () => {
  const empty = await testApp();
  expect((await empty.call(site.info, undefined)).code).toBe('UNAVAILABLE');
  await empty.close();
});
