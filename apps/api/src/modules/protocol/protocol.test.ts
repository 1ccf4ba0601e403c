import { protocol } from '@yunduo/api-contract';
import { MARKDOWN_TAGS, PROTOCOL_SLUGS } from '@yunduo/validation';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testApp, type TestApp } from '../../testing/app.ts';
import { createProtocol, daysBefore } from '../../testing/builders.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp({ seeded: true });
});
afterAll(() => api.close());

describe('Protocols', () => {
  test.each(PROTOCOL_SLUGS)('%s has a text in both languages, with allowed tags only', async (id) => {
    const zh = await api.call(protocol.detail, { id });
    const en = await api.call(protocol.detail, { id }, { lang: 'en' });
    expect(zh.data.title).toMatch(/\p{Script=Han}/u);
    expect(en.data.title + en.data.html).not.toMatch(/\p{Script=Han}/u);
    expect(zh.data.html.length).toBeGreaterThan(600);
    expect(zh.data.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(zh.data.hash).not.toBe(en.data.hash);
    for (const { data } of [zh, en]) {
      const tags = [...data.html.matchAll(/<([a-z0-9]+)/g)].map(([, tag]) => tag);
      expect(tags.filter((tag) => !(MARKDOWN_TAGS as readonly string[]).includes(tag ?? ''))).toEqual([]);
      // The page provides the title; the text starts below it.
      expect(tags).toContain('h2');
      expect(tags).not.toContain('h1');
    }
  });

  test('the newest version is current, older ones stay readable', async () => {
    const { data } = await api.call(protocol.versions, { id: 'user-agreement' });
    expect(data.list.map(({ version, current }) => [version, current])).toEqual([
      ['1.1.0', true],
      ['1.0.0', false],
    ]);
    const current = await api.call(protocol.detail, { id: 'user-agreement' });
    const older = await api.call(protocol.detail, { id: 'user-agreement', version: '1.0.0' });
    expect(current.data.version).toBe('1.1.0');
    expect(current.data.html).toContain('授权码、订单与退款');
    expect(older.data).toMatchObject({ version: '1.0.0', hash: data.list[1]?.hash });
    expect(older.data.html).not.toContain('授权码、订单与退款');
  });

  test('a version becomes current at its publication time', async () => {
    const now = api.clock.now();
    const markdown = { zh: '新', en: 'new' };
    await createProtocol(api.db, {
      slug: 'client-download',
      title: markdown,
      editions: [{ version: '2.0.0', markdown, publishedAt: daysBefore(now, -7) }],
    });
    const version = async () => (await api.call(protocol.detail, { id: 'client-download' })).data.version;
    expect(await version()).toBe('1.0.0');
    expect((await api.call(protocol.detail, { id: 'client-download', version: '2.0.0' })).code).toBe(
      'PROTOCOL_NOT_FOUND',
    );
    api.clock.set(daysBefore(now, -7));
    expect(await version()).toBe('2.0.0');
    api.clock.set(now);
  });

  test.each([
    { id: 'nothing' },
    { id: '1' },
    { id: 'user-agreement', version: '9.9.9' },
    { id: '__proto__' },
  ])('returns PROTOCOL_NOT_FOUND for %p', async (input) => {
    const answer = await api.call(protocol.detail, input);
    expect([answer.status, answer.code, answer.msg]).toEqual([404, 'PROTOCOL_NOT_FOUND', '协议不存在']);
  });

  test('returns 404 for the versions of an unknown protocol', async () => {
    expect((await api.call(protocol.versions, { id: 'nothing' })).status).toBe(404);
  });
});
