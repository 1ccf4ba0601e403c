import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { appStore } from '@yunduo/api-contract';
import { FEED_ENTRIES } from '@yunduo/validation';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { users } from '../../db/schema/account.ts';
import { publishers } from '../../db/schema/publisher.ts';
import { apps } from '../../db/schema/store.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { createApp } from '../../testing/builders.ts';
import { SEED_NOW } from '../../testing/environment.ts';
import { readXml, type XmlElement } from '../../testing/xml.ts';
import { escapeXml } from './feed.ts';

const ORIGIN = 'https://store.example.com';
let api: TestApp;
beforeAll(async () => {
  api = await testApp({ seeded: true, env: { ORIGIN } });
});
afterAll(() => api.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  api.app.inject({ url: `/api/app_store/feed/${path}`, headers });
const read = async (path: string) => readXml((await get(path)).body);
const textOf = (element: XmlElement | undefined, name: string) =>
  element?.children.find((child) => child.name === name)?.text ?? '';
const linksOf = (element: XmlElement | undefined) =>
  element?.children.filter(({ name }) => name === 'link').map(({ attributes }) => attributes) ?? [];
const entriesOf = (feed: XmlElement) => feed.children.filter(({ name }) => name === 'entry');

describe.each(['new', 'updated'] as const)('Feed %s.xml', (kind) => {
  test('is a well-formed Atom document with the elements RFC 4287 requires, newest entry first', async () => {
    const answer = await get(`${kind}.xml`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    const feed = readXml(answer.body);
    expect(feed.name).toBe('feed');
    expect(feed.attributes['xmlns']).toBe('http://www.w3.org/2005/Atom');
    for (const element of [feed, ...entriesOf(feed)]) {
      for (const name of ['id', 'title', 'updated']) expect(textOf(element, name)).not.toBe('');
      expect(new Date(textOf(element, 'updated')).toISOString()).toBe(textOf(element, 'updated'));
      const author = element.children.find(({ name }) => name === 'author');
      expect(textOf(author, 'name')).not.toBe('');
    }
    const ids = entriesOf(feed).map((entry) => textOf(entry, 'id'));
    expect(ids).toHaveLength(FEED_ENTRIES);
    expect(new Set(ids).size).toBe(ids.length);
    const moments = entriesOf(feed).map((entry) => textOf(entry, 'updated'));
    expect(moments).toEqual(moments.toSorted().reverse());
    expect(textOf(feed, 'updated')).toBe(moments[0]);
  });

  test('links to the site’s pages in its language', async () => {
    const [zh, en] = [await read(`${kind}.xml`), await read(`${kind}.xml?lang=en`)];
    expect(linksOf(zh)).toEqual([
      { rel: 'self', type: 'application/atom+xml', href: `${ORIGIN}/api/app_store/feed/${kind}.xml?lang=zh` },
      { rel: 'alternate', type: 'text/html', href: `${ORIGIN}/store` },
    ]);
    expect(linksOf(en)[1]?.['href']).toBe(`${ORIGIN}/en/store`);
    for (const [feed, base] of [
      [zh, `${ORIGIN}/store/`],
      [en, `${ORIGIN}/en/store/`],
    ] as const) {
      for (const entry of entriesOf(feed)) {
        const href = linksOf(entry)[0]?.['href'] ?? '';
        expect(href.startsWith(base)).toBe(true);
        const { code } = await api.call(appStore.detail, { id: Number(href.slice(base.length)) });
        expect(code).toBe('OK');
      }
    }
  });

  test('uses the language of its URL, not of the header', async () => {
    const en = await get(`${kind}.xml?lang=en`, { lang: 'zh-cn' });
    expect(readXml(en.body).attributes['xml:lang']).toBe('en');
    const official = entriesOf(readXml(en.body)).filter((entry) =>
      entry.children.some(({ name, children }) => name === 'author' && children[0]?.text === 'Yunduo'),
    );
    expect(official.map((entry) => textOf(entry, 'title') + textOf(entry, 'summary')).join()).not.toMatch(
      /\p{Script=Han}/u,
    );
    const zh = await read(`${kind}.xml?lang=zh`);
    expect(textOf(zh, 'title')).toMatch(/^云舵应用商店/);
    const wrong = await get(`${kind}.xml?lang=fr`);
    expect(wrong.statusCode).toBe(400);
    expect(wrong.json()).toMatchObject({
      code: 'VALIDATION_FAILED',
      data: { fields: { lang: 'field_invalid' } },
    });
  });

  test('returns 304 for an unchanged ETag, and 200 after a change', async () => {
    const first = await get(`${kind}.xml`);
    const etag = String(first.headers['etag']);
    expect(first.headers['cache-control']).toMatch(/^public, max-age=\d+/);
    const again = await get(`${kind}.xml`, { 'if-none-match': etag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    await createApp(api.db, { now: new Date(SEED_NOW.getTime() + (kind === 'new' ? 1000 : 2000)) });
    const changed = await get(`${kind}.xml`, { 'if-none-match': etag });
    expect(changed.statusCode).toBe(200);
    expect(changed.headers['etag']).not.toBe(etag);
  });
});

test('a new release is an entry of updated.xml, not of new.xml', async () => {
  const { appKey } = await createApp(api.db, {
    now: new Date(SEED_NOW.getTime() + 60_000),
    firstPublishedAt: new Date(SEED_NOW.getTime() - 3_600_000),
    versions: [
      {
        version: '2.0.0',
        changes: [
          { kind: 'feature', text: { zh: '能导出了', en: 'Exports' } },
          { kind: 'fix', text: { zh: '修好了登录', en: 'Fixes sign-in' } },
        ],
      },
    ],
  });
  const updated = entriesOf(await read('updated.xml?lang=en'))[0];
  expect(textOf(updated, 'id')).toBe(`urn:yunduo:app:${appKey}:2.0.0`);
  expect(textOf(updated, 'title')).toBe(`${appKey} 2.0.0`);
  expect(textOf(updated, 'summary')).toBe('Exports\nFixes sign-in');
  const arrived = entriesOf(await read('new.xml?lang=en')).map((entry) => textOf(entry, 'id'));
  expect(arrived[0]).not.toContain(appKey);
});

test.each([
  ['new', 'zh', '云舵应用商店：新上架', '新上架的应用，按时间倒序', '灯塔'],
  ['new', 'en', 'Yunduo App Store: new apps', 'New apps, newest first', 'Beacon'],
  ['updated', 'zh', '云舵应用商店：最近更新', '新发布版本的应用，按时间倒序', '灯塔 1.0.0'],
  ['updated', 'en', 'Yunduo App Store: updates', 'Apps with a new version, newest first', 'Beacon 1.0.0'],
] as const)('the document of %s.xml in %s, word by word', async (kind, locale, title, subtitle, name) => {
  const now = new Date(SEED_NOW.getTime() + 70_000);
  const at = now.toISOString();
  const [developer] = await api.db.select().from(users).where(eq(users.email, 'newcomer@yunduo.test'));
  // Of two apps of one time the one created later is the newer one.
  const earlier = await createApp(api.db, { now });
  const { id, appKey } = await createApp(api.db, {
    now,
    name: { zh: '灯塔', en: 'Beacon' },
    developerId: developer?.id ?? 0,
  });
  const { body } = await get(`${kind}.xml?lang=${locale}`);
  const store = locale === 'zh' ? `${ORIGIN}/store` : `${ORIGIN}/en/store`;
  const [head, newest, second] = body.split('<entry>\n');
  expect(`${head}${newest}`).toBe(`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${locale === 'zh' ? 'zh-CN' : 'en'}">
<id>urn:yunduo:store:${kind}:${locale}</id>
<title>${title}</title>
<subtitle>${subtitle}</subtitle>
<updated>${at}</updated>
<link rel="self" type="application/atom+xml" href="${ORIGIN}/api/app_store/feed/${kind}.xml?lang=${locale}"/>
<link rel="alternate" type="text/html" href="${store}"/>
<author><name>${locale === 'zh' ? '云舵' : 'Yunduo'}</name></author>
<id>urn:yunduo:app:${appKey}${kind === 'updated' ? ':1.0.0' : ''}</id>
<title>${name}</title>
<updated>${at}</updated>
<published>${at}</published>
<link rel="alternate" type="text/html" href="${store}/${id}"/>
<author><name>${developer?.nickname ?? ''}</name></author>
<summary type="text">${appKey} intro</summary>
</entry>
`);
  expect(second).toContain(`<id>urn:yunduo:app:${earlier.appKey}`);
  for (const made of [id, earlier.id]) await api.db.delete(apps).where(eq(apps.id, made));
});

test('an entry is by the publisher, in the language of the feed', async () => {
  const [publisher] = await api.db.select().from(publishers).limit(1);
  if (!publisher) throw new Error('no publisher is seeded');
  await createApp(api.db, {
    now: new Date(SEED_NOW.getTime() + 90_000),
    developerId: publisher.userId,
  });
  for (const locale of ['zh', 'en'] as const) {
    const entry = entriesOf(await read(`new.xml?lang=${locale}`))[0];
    const author = entry?.children.find(({ name }) => name === 'author');
    expect(textOf(author, 'name')).toBe(publisher.name[locale]);
  }
});

test('markup in a name is escaped', async () => {
  const name = `A<b>&"'${String.fromCharCode(11)}]]>终`;
  const { id } = await createApp(api.db, {
    now: new Date(SEED_NOW.getTime() + 120_000),
    name: { zh: name, en: name },
  });
  const entry = entriesOf(await read('new.xml'))[0];
  expect(textOf(entry, 'title')).toBe(`A<b>&"']]>终`);
  await api.db.update(apps).set({ status: 'unpublished' }).where(eq(apps.id, id));
  expect(textOf(entriesOf(await read('new.xml'))[0], 'title')).not.toContain('<b>');
});

test('escapeXml always produces a readable document', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      const element = readXml(`<?xml version="1.0"?>\n<a b="${escapeXml(text)}">${escapeXml(text)}</a>`);
      // eslint-disable-next-line no-control-regex -- what XML cannot hold
      const stored = text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
      expect(element.text).toBe(stored);
      expect(element.attributes['b']).toBe(stored);
    }),
    { numRuns: 300 },
  );
});
