import { site } from '@yunduo/api-contract';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testApp, type TestApp } from '../../testing/app.ts';
import { touchContent } from '../../testing/builders.ts';

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

describe('site info', () => {
  test('the brand is data, in the language of the header', async () => {
    const zh = await api.call(site.info, undefined);
    const en = await api.call(site.info, undefined, { lang: 'en' });
    expect(zh.data).toMatchObject({ name: '云舵', slogan: '装在你电脑上的 Linux 服务器运维客户端' });
    expect(en.data).toMatchObject({
      name: 'Yunduo',
      slogan: 'A desktop client for the Linux servers you look after',
    });
    expect(zh.data.support_email).toBe('support@yunduo.test');
  });

  test('without configuration there is no link and no widget', async () => {
    const { data } = await api.call(site.info, undefined);
    expect(data.links).toEqual({ demo: null, forum: null, dev_docs: null });
    expect(data.widget).toBeNull();
  });

  test('links and widget come from the configuration, and nothing else of it', async () => {
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

  test('the content revision moves with the content, and is asked for every time', async () => {
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

test('an empty database answers that it is not ready, not that it is broken', async () => {
  const empty = await testApp();
  expect((await empty.call(site.info, undefined)).code).toBe('UNAVAILABLE');
  await empty.close();
});
