import {
  adminAudit,
  adminContent,
  adminDesk,
  adminProtocol,
  homeArticle,
  protocol,
  site,
  type AdminArticle,
} from '@yunduo/api-contract';
import { ARTICLE, articlePictureSize, MINUTE, PROTOCOL_AHEAD_MAX } from '@yunduo/validation';
import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { articleVersions, consents, protocolVersions } from '../../db/schema/index.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { SEED_PASSWORD } from '../../testing/builders.ts';
import { onPostgres, SEED_NOW } from '../../testing/environment.ts';
import { newcomer, signedInAs, type SignedIn } from '../../testing/people.ts';

let api: TestApp;
let operator: SignedIn;
let user: SignedIn;
beforeAll(async () => {
  api = await testApp({ seeded: true });
  operator = await signedInAs(api, 'operator@yunduo.test', SEED_PASSWORD);
  user = await signedInAs(api, 'user@yunduo.test', SEED_PASSWORD);
});
afterAll(() => api.close());

const both = (text: string) => ({ zh: text, en: text });
/** A response without one of its fields, which is optional or read-only. */
const without = <T extends object>(message: T, name: keyof T): T =>
  Object.fromEntries(Object.entries(message).filter(([field]) => field !== name)) as T;
type Form = Parameters<typeof api.call<typeof adminContent.save>>[1];
const form: Form = {
  use_to: 'email',
  position: 900,
  title: both('A letter'),
  intro: both('Once a month'),
  html: both('<p style="position:fixed">Read</p><img src=x onerror=alert(1)>'),
  link: { text: both('Store'), href: '/store' },
  facts: [{ label: both('Size'), value: both('small') }],
};
/** Stored, and not for the public. */
const PRIVATE_PICTURE = `private/${'0'.repeat(32)}.webp`;
const save = (input: Form, token = operator.token) => api.call(adminContent.save, input, { token });
const created = async (change: Partial<Form> = {}): Promise<AdminArticle> =>
  (await save({ ...form, ...change })).data;
const of = ({ id, revision }: AdminArticle) => ({ id, revision });
const publish = (input: { id: number; revision: number }) =>
  api.call(adminContent.publish, input, { token: operator.token });
const archive = (input: { id: number; revision: number }) =>
  api.call(adminContent.archive, input, { token: operator.token });
const shown = async (id: number) =>
  (await api.call(homeArticle.specialArticle, { use_to: 'email' })).data.list.find((one) => one.id === id);
const revision = async () => (await api.call(site.info, undefined)).data.content_revision;

describe('articles', () => {
  test('[R1.05] start as drafts, are sanitised on save, and become visible on publish', async () => {
    const before = await revision();
    const draft = await created();
    expect(draft).toMatchObject({ status: 'draft', revision: 1, published: null, changed: true });
    expect(draft.content.html).toEqual(both('<p>Read</p>'));
    expect([await shown(draft.id), await revision()]).toEqual([undefined, before]);

    const { data } = await publish(of(draft));
    expect(data).toMatchObject({ status: 'published', revision: 2, changed: false });
    expect(await shown(draft.id)).toMatchObject({
      title: 'A letter',
      html: '<p>Read</p>',
      link: { text: 'Store', href: '/store' },
      facts: [{ label: 'Size', value: 'small' }],
    });
    expect(await revision()).toBe(before + 1);
  });

  test.each([
    ['a script', '<script>alert(1)</script>'],
    ['a picture from elsewhere', '<p><img src="https://elsewhere.example/a.png"></p>'],
    ['an empty paragraph', '<p> &nbsp;</p>'],
  ])('whose text in one language is only %s get the sentence of a missing text there', async (_, nothing) => {
    for (const [html, field] of [
      [{ zh: '<p>正文</p>', en: nothing }, 'html.en'],
      [{ zh: nothing, en: '<p>Text</p>' }, 'html.zh'],
    ] as const) {
      expect(await save({ ...form, html })).toMatchObject({
        code: 'VALIDATION_FAILED',
        error: { fields: { [field]: 'text_required_both' } },
      });
    }
    expect((await created({ html: both(nothing) })).content.html).toEqual(both(''));
  });

  test('whose text grows beyond its limit when it is escaped are rejected, as the editor would', async () => {
    const html = both('&'.repeat(ARTICLE.htmlMax / 5));
    expect((await created({ html })).content.html).toEqual(both('&amp;'.repeat(ARTICLE.htmlMax / 5)));
    expect((await save({ ...form, html: { ...html, en: `${html.en}&` } })).error.fields).toEqual({
      'html.en': 'html_length',
    });
  });

  test('keep showing the published text until an edited draft is published', async () => {
    const live = (await publish(of(await created()))).data;
    const edited = (await save({ ...form, ...of(live), title: both('A new letter') })).data;
    expect(edited).toMatchObject({
      status: 'published',
      changed: true,
      content: { title: both('A new letter') },
      published: { title: both('A letter') },
    });
    expect((await shown(live.id))?.title).toBe('A letter');
    await publish(of(edited));
    expect((await shown(live.id))?.title).toBe('A new letter');
  });

  test('get EDIT_CONFLICT for save, publish and archive of an outdated revision', async () => {
    const draft = await created();
    const first = await save({ ...form, ...of(draft), title: both('first') });
    expect(first.data.revision).toBe(2);
    const late = { status: 400, code: 'EDIT_CONFLICT', error: { revision: 2 } };
    expect(await save({ ...form, ...of(draft), title: both('second') })).toMatchObject(late);
    expect(await publish(of(draft))).toMatchObject(late);
    expect(await archive(of(draft))).toMatchObject(late);
    expect((await save({ ...form, id: draft.id })).error.fields).toEqual({ revision: 'field_invalid' });
    expect((await publish(of(first.data))).data.content.title).toEqual(both('first'));
  });

  test('reject a revision beyond the integer range with VALIDATION_FAILED', async () => {
    const { id } = await created();
    const beyond = { id, revision: 2_147_483_648 };
    const rejected = {
      status: 400,
      code: 'VALIDATION_FAILED',
      error: { fields: { revision: 'field_invalid' } },
    };
    for (const answer of [publish(beyond), archive(beyond), save({ ...form, ...beyond })]) {
      expect(await answer).toMatchObject(rejected);
    }
    const largest = { ...beyond, revision: 2_147_483_646 };
    expect(await publish(largest)).toMatchObject({ code: 'EDIT_CONFLICT', error: { revision: 1 } });
  });

  test('cannot be republished unchanged; archived ones can be published again', async () => {
    const live = (await publish(of(await created()))).data;
    expect(await publish(of(live))).toMatchObject({ status: 400, code: 'ARTICLE_UNCHANGED' });
    const before = await revision();
    const removed = (await archive(of(live))).data;
    // Publishing it again is a change to the site.
    expect(removed).toMatchObject({ status: 'archived', published: null, changed: true });
    expect([await shown(live.id), await revision()]).toEqual([undefined, before + 1]);
    expect(await archive(of(removed))).toMatchObject({ status: 400, code: 'STATE_CHANGED' });
    // An editor who archives an outdated revision gets an edit conflict after any change in between.
    expect(await archive(of(live))).toMatchObject({
      code: 'EDIT_CONFLICT',
      error: { revision: removed.revision },
    });
    expect((await publish(of(removed))).data.status).toBe('published');
    expect((await shown(live.id))?.title).toBe('A letter');
    // An unpublished draft leaves the pages as they are.
    const pages = await revision();
    expect((await archive(of(await created()))).data.status).toBe('archived');
    expect(await revision()).toBe(pages);
  });

  test('are filtered by place and status, and sorted by position', async () => {
    const { data } = await api.call(adminContent.list, { use_to: 'benefits' }, { token: operator.token });
    expect(data.total).toBeGreaterThan(1);
    expect(data.list.map(({ content }) => content.use_to)).toEqual(data.list.map(() => 'benefits'));
    const positions = data.list.map(({ content }) => content.position);
    expect(positions).toEqual(positions.toSorted((one, other) => one - other));
    const drafts = await api.call(adminContent.list, { status: 'draft' }, { token: operator.token });
    expect(drafts.data.list.every(({ status }) => status === 'draft')).toBe(true);
    const all = (await api.call(adminContent.list, { page_size: 100 }, { token: operator.token })).data.list;
    const places = all.map(({ content }) => content.use_to);
    expect(places.filter((place, index) => place !== places[index - 1])).toHaveLength(new Set(places).size);
  });

  test.each<[string, Partial<Form>, string]>([
    ['an unknown place', { use_to: 'nowhere' }, 'use_to'],
    ['one language', { title: { zh: '信', en: '' } }, 'title'],
    ['a javascript: link', { link: { text: both('x'), href: 'javascript:alert(1)' } }, 'link.href'],
    ['a protocol-relative link', { link: { text: both('x'), href: '//evil.example' } }, 'link.href'],
    ['a link with a backslash', { link: { text: both('x'), href: '/\\evil.example' } }, 'link.href'],
    ['a link without text', { link: { text: both(''), href: '/store' } }, 'link.text'],
    ['a picture that is not stored', { picture: 'articles/none.webp' }, 'picture'],
    ['a private picture', { picture: PRIVATE_PICTURE }, 'picture'],
    ['an external picture', { picture: 'https://evil.example/a.webp' }, 'picture'],
  ])('reject %s at its field', async (_, change, field) => {
    await api.app.files.put(PRIVATE_PICTURE, Buffer.from('a picture'));
    const answer = await save({ ...form, ...change });
    expect([answer.status, answer.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(Object.keys(answer.error.fields ?? {})).toContain(field);
  });

  test('write an audit log entry for create, edit, publish and archive', async () => {
    const draft = await created({ picture: '' });
    expect(draft.content.picture).toBeNull();
    const edited = (await save({ ...form, ...of(draft), use_to: 'about', title: both('Us') })).data;
    await archive(of((await publish(of(edited))).data));
    const { data } = await api.call(
      adminAudit.list,
      { target: `article:${draft.id}` },
      { token: operator.token },
    );
    expect(data.list.map(({ action, details }) => [action, details])).toEqual([
      ['article.archive', {}],
      ['article.publish', { place: 'about', title: 'Us' }],
      ['article.edit', { place: 'about', title: 'Us' }],
      ['article.create', { place: 'email', title: 'A letter' }],
    ]);
  });

  test('return 404 for an unknown id, 403 to members and 401 without a session', async () => {
    const none = { id: 999_999, revision: 1 };
    const statuses = await Promise.all([publish(none), archive(none), save({ ...form, ...none })]);
    expect(statuses.map(({ status, code }) => [status, code])).toEqual(
      Array.from({ length: 3 }, () => [404, 'ARTICLE_NOT_FOUND']),
    );
    const member = { token: user.token };
    const rejected = await Promise.all([
      api.call(adminContent.list, {}, member),
      api.call(adminContent.save, form, member),
      api.call(adminContent.publish, none, member),
      api.call(adminContent.archive, none, member),
      api.call(adminContent.list, {}),
    ]);
    expect(rejected.map(({ status }) => status)).toEqual([403, 403, 403, 403, 401]);
  });

  test('return the last editor and time on detail', async () => {
    const draft = await created();
    const read = await api.call(adminContent.detail, { id: draft.id }, { token: operator.token });
    expect(read.data).toEqual(draft);
    expect(read.data).toMatchObject({
      updated_by: 'operator@yunduo.test',
      updated_at: SEED_NOW.toISOString(),
    });
    const none = await api.call(adminContent.detail, { id: 999_999 }, { token: operator.token });
    expect([none.status, none.code]).toEqual([404, 'ARTICLE_NOT_FOUND']);
  });

  test('keep a history of published versions, including the seeded one, that can be restored', async () => {
    const [seeded] = (await api.call(adminContent.list, { use_to: 'about' }, { token: operator.token })).data
      .list;
    if (!seeded) throw new Error('the seeds have no article about us');
    const of = (id: number) => api.call(adminContent.history, { id }, { token: operator.token });
    expect((await of(seeded.id)).data.list).toEqual([]);
    const words = without(seeded.content, 'picture_url');
    const next = (await save({ ...words, id: seeded.id, revision: seeded.revision, title: both('New') }))
      .data;
    const live = (await publish({ id: next.id, revision: next.revision })).data;
    const { list } = (await of(seeded.id)).data;
    expect(list.map((one) => [one.content.title, one.published_at, one.published_by])).toEqual([
      [both('New'), SEED_NOW.toISOString(), 'operator@yunduo.test'],
      [seeded.content.title, null, null],
    ]);
    const old = without(list[1]?.content ?? seeded.content, 'picture_url');
    const back = (await save({ ...old, id: live.id, revision: live.revision })).data;
    await publish({ id: back.id, revision: back.revision });
    const about = await api.call(homeArticle.specialArticle, { use_to: 'about' }, { lang: 'en' });
    expect(about.data.list[0]?.title).toBe(seeded.content.title.en);
    expect((await of(seeded.id)).data.list).toHaveLength(3);
    // One that nothing was published of before has one version.
    const fresh = await created();
    await publish({ id: fresh.id, revision: fresh.revision });
    const versions = await api.db
      .select()
      .from(articleVersions)
      .where(eq(articleVersions.articleId, fresh.id));
    expect(versions).toHaveLength(1);
    // The newest are listed.
    const titles = Array.from({ length: ARTICLE.versionsListed }, (_, index) => both(`version ${index}`));
    await api.db
      .insert(articleVersions)
      .values(
        titles.flatMap((title) =>
          versions.map(({ articleId, content }) => ({ articleId, content: { ...content, title } })),
        ),
      );
    const newest = (await of(fresh.id)).data.list.map((one) => one.content.title);
    expect(newest).toEqual(titles.toReversed());
  });

  test('without a position go last in their place, and keep it on later edits', async () => {
    const anywhere = without(form, 'position');
    const first = (await save(anywhere)).data;
    const second = (await save(anywhere)).data;
    expect(second.content.position).toBe(first.content.position + 1);
    const changed = await save({ ...anywhere, ...of(first), title: both('Changed') });
    expect(changed.data.content.position).toBe(first.content.position);
    // A draft's position counts, not that of the published text; in another place it is the last again.
    const live = (await publish(of(changed.data))).data;
    const moved = (await save({ ...form, ...of(live), position: 3 })).data;
    const kept = (await save({ ...anywhere, ...of(moved) })).data;
    expect(kept.content.position).toBe(3);
    const inPlace = await api.call(adminContent.list, { use_to: 'partners' }, { token: operator.token });
    const away = await save({ ...anywhere, ...of(kept), use_to: 'partners' });
    expect(away.data.content.position).toBe((inPlace.data.list.at(-1)?.content.position ?? 0) + 1);
    // Behind the last position there is none.
    await created({ use_to: 'partners', position: ARTICLE.positionMax });
    const last = await save({ ...anywhere, use_to: 'partners' });
    expect(last.data.content.position).toBe(ARTICLE.positionMax);
  });

  test('are reordered for visitors at once, without conflicting with a pending edit', async () => {
    const use_to = 'credentials' as const;
    const make = async (title: string) => (await save({ ...form, use_to, title: both(title) })).data;
    const one = (await publish(of(await make('one')))).data;
    const two = (await publish(of(await make('two')))).data;
    const before = (await api.call(adminContent.list, { use_to }, { token: operator.token })).data.list;
    const others = before.map(({ id }) => id).filter((id) => ![one.id, two.id].includes(id));
    await archive(of(await make('archived')));
    const edited = (await save({ ...form, ...of(two), use_to, title: both('two, changed') })).data;
    const order = (ids: number[], token = operator.token) =>
      api.call(adminContent.order, { use_to, ids }, { token });
    const pages = await revision();
    expect((await order([two.id, one.id, ...others])).code).toBe('OK');
    const titles = (await api.call(homeArticle.specialArticle, { use_to })).data.list.map(
      ({ title }) => title,
    );
    expect([titles.slice(0, 2), await revision()]).toEqual([['two', 'one'], pages + 1]);
    const { data: log } = await api.call(
      adminAudit.list,
      { target: `articles:${use_to}` },
      { token: operator.token },
    );
    expect(log.list).toMatchObject([
      {
        action: 'article.order',
        actor: 'operator@yunduo.test',
        details: { ids: [two.id, one.id, ...others] },
      },
    ]);
    // The draft has moved, too.
    expect((await publish(of(edited))).data.content).toMatchObject({
      title: both('two, changed'),
      position: 0,
    });
    await save({ ...form, ...of(edited), use_to, title: both('two') });
    // A colleague who still sees the first order reads the new one before changing it.
    const read = [one.id, two.id, ...others];
    const late = { use_to, ids: read.toReversed(), before: read };
    const refused = await api.call(adminContent.order, late, { token: operator.token });
    expect([refused.code, await revision()]).toEqual(['STATE_CHANGED', pages + 2]);
    const fewer = { use_to, ids: read, before: read.slice(0, -1) };
    expect((await api.call(adminContent.order, fewer, { token: operator.token })).code).toBe('STATE_CHANGED');
    const now = [two.id, one.id, ...others];
    const known = { use_to, ids: now, before: now };
    expect((await api.call(adminContent.order, known, { token: operator.token })).code).toBe('OK');
    const words = without(form, 'position');
    const draft = await save({ ...words, use_to, ...of(one), title: both('one, changed') });
    expect(draft.data.content.position).toBe(1);
    for (const ids of [[one.id], [one.id, one.id, ...others], [two.id, one.id, ...others, 999_999]]) {
      expect((await order(ids)).code).toBe('ARTICLE_NOT_FOUND');
    }
    expect((await order([one.id], user.token)).status).toBe(403);
  });

  describe('pictures', () => {
    const send = (bytes: Uint8Array, token = operator.token) => {
      const body = new FormData();
      body.append('file', new Blob([new Uint8Array(bytes)]), 'logo.svg');
      return api.call(adminContent.upload, body, { token });
    };
    const paper = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 4, background: '#27b2bc' } })
        .png()
        .toBuffer();

    test('are stored under a name that contains their size, and used by an article', async () => {
      const { data } = await send(await paper(640, 200));
      expect(data).toEqual({
        picture: expect.stringMatching(/^articles\/[0-9a-f]{32}-640x200\.webp$/),
        url: `/uploads/${data.picture}`,
        width: 640,
        height: 200,
      });
      expect(articlePictureSize(data.url)).toEqual({ width: 640, height: 200 });
      const draft = await created({ picture: data.picture });
      expect(draft.content).toMatchObject({ picture: data.picture, picture_url: data.url });
      await publish(of(draft));
      expect((await shown(draft.id))?.picture).toBe(data.url);
    });

    test('are scaled down to a width of 1600 pixels', async () => {
      const { data } = await send(await paper(3200, 400));
      expect([data.width, data.height]).toEqual([1600, 200]);
    });

    test.each<[string, () => Promise<Uint8Array>, string]>([
      ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'FILE_TYPE'],
      ['a truncated picture', async () => (await paper(300, 300)).subarray(0, 60), 'PICTURE_UNREADABLE'],
      ['more than 5 MB', async () => Buffer.alloc(5 * 1024 * 1024 + 1), 'FILE_TOO_LARGE'],
    ])('are checked by content, not by file name: %s', async (_, bytes, code) => {
      expect((await send(await bytes())).code).toBe(code);
    });

    test('return 403 to members', async () => {
      expect((await send(await paper(300, 300), user.token)).status).toBe(403);
    });
  });

  describe('preview', () => {
    const open = (id: number, token = operator.token) => api.call(adminContent.preview, { id }, { token });
    const seen = (address: string, use_to = 'email', lang: 'zh' | 'en' = 'zh') => {
      const preview = new URL(address, 'https://yunduo.example').searchParams.get('preview') ?? '';
      return api.call(homeArticle.specialArticle, { use_to, preview }, { lang });
    };

    test('shows the draft in its place, in both languages, only through its link', async () => {
      const live = (await publish(of(await created()))).data;
      const changed = async () =>
        (await api.call(homeArticle.specialArticle, { use_to: 'email' })).headers['last-modified'];
      expect(await changed()).toBe(new Date(live.updated_at).toUTCString());
      api.clock.set(new Date(SEED_NOW.getTime() + MINUTE));
      await save({ ...form, ...of(live), title: { zh: '草稿', en: 'A draft' } });
      // The moment of a draft is not public.
      expect(await changed()).toBe(new Date(live.updated_at).toUTCString());
      api.clock.set(SEED_NOW);
      const { data } = await open(live.id);
      expect([data.zh, data.en]).toEqual([
        expect.stringMatching(/^\/\?preview=\d+\.\d+\.[\w-]{43}$/),
        expect.stringMatching(/^\/en\?preview=/),
      ]);
      const page = await seen(data.zh);
      expect(page.data.list.filter(({ id }) => id === live.id).map(({ title }) => title)).toEqual(['草稿']);
      expect(page.headers['cache-control']).toBe('no-store');
      const english = await seen(data.en, 'email', 'en');
      expect(english.data.list.find(({ id }) => id === live.id)?.title).toBe('A draft');
      expect((await shown(live.id))?.title).toBe('A letter');
      const elsewhere = await seen(data.zh, 'banner');
      expect(elsewhere.data.list.some(({ id }) => id === live.id)).toBe(false);
      const { data: now } = await api.call(adminContent.detail, { id: live.id }, { token: operator.token });
      await save({ ...form, ...of(now), use_to: 'banner', position: 0 });
      expect((await seen(data.zh)).data.list.some(({ id }) => id === live.id)).toBe(false);
      const ids = (await seen(data.zh, 'banner')).data.list.map(({ id }) => id);
      const banners = await api.call(homeArticle.specialArticle, { use_to: 'banner' });
      expect(ids).toEqual([live.id, ...banners.data.list.map(({ id }) => id)]);
    });

    test('shows a never published article on the page of its place', async () => {
      const draft = await created({ use_to: 'about' });
      const { data } = await open(draft.id);
      expect(data.en).toMatch(/^\/en\/about\?preview=/);
      expect((await seen(data.en, 'about')).data.list.at(-1)?.title).toBe('A letter');
    });

    test('expires after 30 minutes and is bound to one article', async () => {
      const draft = await created();
      const { data } = await open(draft.id);
      expect(data.expires_at).toBe(new Date(SEED_NOW.getTime() + ARTICLE.previewTtl).toISOString());
      const rejected = { status: 404, code: 'ARTICLE_PREVIEW_NOT_FOUND' };
      expect(await seen(data.zh.replace(`=${draft.id}.`, `=${draft.id - 1}.`))).toMatchObject(rejected);
      const later = data.zh.replace(/\.(\d+)\./, (_, seconds) => `.${Number(seconds) + 1}.`);
      expect(await seen(later)).toMatchObject(rejected);
      expect(await seen('/?preview=x')).toMatchObject(rejected);
      api.clock.set(new Date(SEED_NOW.getTime() + ARTICLE.previewTtl));
      expect(await seen(data.zh)).toMatchObject(rejected);
      api.clock.set(SEED_NOW);
    });

    test('returns 403 to members and 404 for an unknown article', async () => {
      expect((await open(1, user.token)).status).toBe(403);
      expect((await open(999_999)).code).toBe('ARTICLE_NOT_FOUND');
    });
  });

  describe('schedule', () => {
    const at = (minutes: number) => new Date(SEED_NOW.getTime() + minutes * MINUTE);
    const schedule = (
      article: AdminArticle,
      times: { publish_at?: string; end_at?: string },
      token = operator.token,
    ) => api.call(adminContent.schedule, { ...of(article), ...times }, { token });
    const cancel = (id: number, token = operator.token) =>
      api.call(adminContent.unschedule, { id }, { token });
    const read = async (id: number) =>
      (await api.call(adminContent.detail, { id }, { token: operator.token })).data;
    const runAt = async (moment: Date) => {
      api.clock.set(moment);
      await api.app.jobs.runDue();
    };
    const today = async () => (await api.call(adminDesk.today, undefined, { token: operator.token })).data;
    afterEach(() => api.clock.set(SEED_NOW));

    test('publishes and archives at the set times, in the operator’s name', async () => {
      const draft = await created();
      const times = { publish_at: at(60).toISOString(), end_at: at(120).toISOString() };
      const { data } = await schedule(draft, times);
      expect(data).toMatchObject({ status: 'draft', revision: draft.revision });
      expect(data.schedule).toEqual({ ...times, by: 'operator@yunduo.test', outdated: false });
      const listed = await api.call(adminContent.list, { scheduled: true }, { token: operator.token });
      expect(listed.data.list.map(({ id }) => id)).toEqual([draft.id]);
      expect(listed.data.total).toBe(1);
      expect(await today()).toMatchObject({ schedules: 1, schedules_outdated: 0 });

      await runAt(new Date(at(60).getTime() - 1));
      const before = await revision();
      expect(await shown(draft.id)).toBeUndefined();
      await runAt(at(61));
      expect(await shown(draft.id)).toMatchObject({ title: 'A letter' });
      expect(await revision()).toBe(before + 1);
      expect(await read(draft.id)).toMatchObject({
        status: 'published',
        updated_by: 'operator@yunduo.test',
        schedule: { publish_at: null, end_at: times.end_at, outdated: false },
      });
      // An edit in between neither goes online nor keeps it there.
      await save({ ...form, ...of(await read(draft.id)), title: both('Later') });
      await runAt(at(121));
      expect([await shown(draft.id), await revision()]).toEqual([undefined, before + 2]);
      expect(await read(draft.id)).toMatchObject({ status: 'archived', schedule: null });
      expect(await today()).toMatchObject({ schedules: 0 });

      const { data: log } = await api.call(
        adminAudit.list,
        { target: `article:${draft.id}` },
        { token: operator.token },
      );
      expect(log.list.map(({ action, via }) => [action, via])).toEqual([
        ['article.archive', 'job'],
        ['article.edit', 'api'],
        ['article.publish', 'job'],
        ['article.schedule', 'api'],
        ['article.create', 'api'],
      ]);
      for (const { actor, actor_id } of log.list)
        expect([actor, actor_id]).toEqual(['operator@yunduo.test', operator.user.id]);
    });

    test('runs late after downtime; an article whose end has passed is archived', async () => {
      const late = await created();
      await schedule(late, { publish_at: at(10).toISOString() });
      const over = await created();
      await schedule(over, { publish_at: at(9).toISOString(), end_at: at(20).toISOString() });
      await runAt(at(600));
      const action = { action: 'article.publish', page_size: 2 };
      const { data: log } = await api.call(adminAudit.list, action, { token: operator.token });
      // In the order of their times.
      expect(log.list.map(({ target }) => target)).toEqual([`article:${late.id}`, `article:${over.id}`]);
      expect((await shown(late.id))?.title).toBe('A letter');
      expect(await read(late.id)).toMatchObject({ status: 'published', schedule: null });
      expect(await read(over.id)).toMatchObject({ status: 'archived', schedule: null });
    });

    test('does not publish a draft edited after scheduling until it is rescheduled', async () => {
      const draft = await created();
      const times = { publish_at: at(30).toISOString() };
      await schedule(draft, times);
      const changed = (await save({ ...form, ...of(draft), title: both('Unfinished') })).data;
      expect(changed.schedule).toMatchObject({ ...times, outdated: true });
      expect(await schedule(draft, times)).toMatchObject({ code: 'EDIT_CONFLICT', error: { revision: 2 } });
      await runAt(at(31));
      expect(await shown(draft.id)).toBeUndefined();
      expect(await today()).toMatchObject({ schedules: 1, schedules_outdated: 1 });
      const again = await schedule(changed, { publish_at: at(40).toISOString() });
      expect(again.data.schedule?.outdated).toBe(false);
      await runAt(at(41));
      expect((await shown(draft.id))?.title).toBe('Unfinished');
    });

    test('can be cancelled once, and is cleared by a manual publish or archive', async () => {
      const draft = await created();
      await schedule(draft, { publish_at: at(30).toISOString() });
      expect((await cancel(draft.id)).data).toMatchObject({ status: 'draft', schedule: null });
      expect(await cancel(draft.id)).toMatchObject({ status: 400, code: 'STATE_CHANGED' });
      const { data: log } = await api.call(
        adminAudit.list,
        { target: `article:${draft.id}` },
        { token: operator.token },
      );
      const times = { publish_at: at(30).toISOString(), end_at: null };
      expect(log.list.slice(0, 2).map(({ action, details }) => [action, details])).toEqual([
        ['article.unschedule', times],
        ['article.schedule', { ...times, revision: draft.revision }],
      ]);
      const year = new Date(SEED_NOW.getTime() + ARTICLE.scheduleAhead).toISOString();
      expect((await schedule(draft, { publish_at: year })).data.schedule?.publish_at).toBe(year);
      const within = { publish_at: at(30).toISOString(), end_at: year };
      expect((await schedule(draft, within)).data.schedule).toMatchObject(within);
      await schedule(draft, { publish_at: at(30).toISOString(), end_at: at(60).toISOString() });
      const live = (await publish(of(draft))).data;
      expect(live.schedule).toMatchObject({ publish_at: null, end_at: at(60).toISOString() });
      expect((await archive(of(live))).data.schedule).toBeNull();
      await runAt(at(61));
      expect((await read(draft.id)).revision).toBe(live.revision + 1);
    });

    test('accepts an end alone for a published article', async () => {
      const live = (await publish(of(await created()))).data;
      const end = { end_at: at(5).toISOString() };
      expect((await schedule(live, end)).data.schedule).toMatchObject({ publish_at: null, ...end });
      expect(await schedule(live, { publish_at: at(1).toISOString() })).toMatchObject({
        code: 'ARTICLE_UNCHANGED',
      });
      const past = await schedule(live, { end_at: at(0).toISOString() });
      expect(past.error.fields).toEqual({ end_at: 'schedule_end_invalid' });
      await runAt(at(5));
      expect((await read(live.id)).status).toBe('archived');
    });

    test.each([
      ['no time', {}, 'publish_at'],
      ['an end alone for an unpublished article', { end_at: at(5).toISOString() }, 'publish_at'],
      ['a start in the past', { publish_at: at(0).toISOString() }, 'publish_at'],
      [
        'a start more than a year ahead',
        { publish_at: new Date(SEED_NOW.getTime() + ARTICLE.scheduleAhead + 1).toISOString() },
        'publish_at',
      ],
      ['an end at the start', { publish_at: at(9).toISOString(), end_at: at(9).toISOString() }, 'end_at'],
      [
        'an end more than a year ahead',
        {
          publish_at: at(9).toISOString(),
          end_at: new Date(SEED_NOW.getTime() + ARTICLE.scheduleAhead + 1).toISOString(),
        },
        'end_at',
      ],
    ])('rejects %s at its field', async (_, times, field) => {
      const answer = await schedule(await created(), times);
      expect([answer.status, Object.keys(answer.error.fields ?? {})]).toEqual([400, [field]]);
    });

    test('returns 403 to members and 404 for an unknown article', async () => {
      const draft = await created();
      const times = { publish_at: at(5).toISOString() };
      const rejected = [await schedule(draft, times, user.token), await cancel(draft.id, user.token)];
      expect(rejected.map(({ status }) => status)).toEqual([403, 403]);
      expect((await schedule({ ...draft, id: 999_999 }, times)).code).toBe('ARTICLE_NOT_FOUND');
      expect((await cancel(999_999)).code).toBe('ARTICLE_NOT_FOUND');
    });

    (onPostgres ? test : test.skip)('is published once by four concurrent processes', async () => {
      const draft = await created();
      await schedule(draft, { publish_at: at(5).toISOString() });
      api.clock.set(at(900));
      await Promise.all(Array.from({ length: 4 }, () => api.app.jobs.runDue()));
      const { data } = await api.call(adminContent.history, { id: draft.id }, { token: operator.token });
      expect(data.list).toHaveLength(1);
      expect((await read(draft.id)).revision).toBe(draft.revision + 1);
    });

    (onPostgres ? test : test.skip)(
      'is either published or cancelled when both happen concurrently',
      async () => {
        const drafts = await Promise.all(Array.from({ length: 6 }, () => created()));
        for (const draft of drafts) await schedule(draft, { publish_at: at(5).toISOString() });
        api.clock.set(at(1800));
        const [, ...answers] = await Promise.all([
          api.app.jobs.runDue(),
          ...drafts.map(({ id }) => cancel(id)),
        ]);
        for (const [index, answer] of answers.entries()) {
          const { status, schedule: left } = await read(drafts[index]?.id ?? 0);
          expect([answer.code, status, left]).toEqual(
            answer.code === 'OK' ? ['OK', 'draft', null] : ['STATE_CHANGED', 'published', null],
          );
        }
      },
    );
  });

  (onPostgres ? test : test.skip)(
    'accept one of ten concurrent edits and return EDIT_CONFLICT to nine',
    async () => {
      const draft = await created();
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          save({ ...form, ...of(draft), title: both(`editor ${index}`) }),
        ),
      );
      expect(answers.map(({ code }) => code).toSorted()).toEqual([
        ...Array.from({ length: 9 }, () => 'EDIT_CONFLICT'),
        'OK',
      ]);
    },
  );
});

describe('protocols', () => {
  type Version = Parameters<typeof api.call<typeof adminProtocol.publish>>[1];
  const issue = (change: Partial<Version>, token = operator.token) =>
    api.call(
      adminProtocol.publish,
      { id: 'privacy-policy', version: '2.0.0', markdown: { zh: '## 新', en: '## New' }, ...change },
      { token },
    );
  const currentOf = async (id: string) => (await api.call(protocol.detail, { id })).data.version;

  test('make a new version current at once and keep the previous one readable', async () => {
    const before = (await api.call(protocol.detail, { id: 'privacy-policy' })).data;
    const pages = await revision();
    const { data } = await issue({});
    expect(data).toMatchObject({ id: 'privacy-policy', version: '2.0.0', current: true });
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
    expect(data.hash).toEqual({ zh: sha256('## 新'), en: sha256('## New') });
    const target = { target: 'protocol:privacy-policy' };
    const { data: log } = await api.call(adminAudit.list, target, { token: operator.token });
    expect(log.list[0]).toMatchObject({
      action: 'protocol.publish',
      details: { version: '2.0.0', published_at: SEED_NOW.toISOString(), hash: data.hash },
    });
    expect([await currentOf('privacy-policy'), await revision()]).toEqual(['2.0.0', pages + 1]);
    const old = await api.call(protocol.detail, { id: 'privacy-policy', version: before.version });
    expect(old.data).toEqual(before);
    // Users who register or sign in from now on have agreed to it.
    for (const { user: someone } of [
      await newcomer(api),
      await signedInAs(api, 'user@yunduo.test', SEED_PASSWORD),
    ]) {
      const agreed = await api.db.select().from(consents).where(eq(consents.userId, someone.id));
      expect(agreed.map((one) => [one.protocol, one.version])).toContainEqual(['privacy-policy', '2.0.0']);
    }
  });

  test('make a future version current at its time and bump the content revision then', async () => {
    const at = new Date(SEED_NOW.getTime() + 86_400_000);
    await api.app.jobs.runDue();
    const pages = await revision();
    const { data } = await issue({ id: 'user-agreement', published_at: at.toISOString() });
    expect(data.current).toBe(false);
    expect([await currentOf('user-agreement'), await revision()]).toEqual(['1.1.0', pages]);
    const early = await newcomer(api);
    const agreed = await api.db.select().from(consents).where(eq(consents.userId, early.user.id));
    expect(agreed.map((one) => [one.protocol, one.version])).toContainEqual(['user-agreement', '1.1.0']);
    api.clock.set(new Date(at.getTime() - 1));
    await api.app.jobs.runDue();
    expect([await currentOf('user-agreement'), await revision()]).toEqual(['1.1.0', pages]);
    // The content scheduler runs every fifteen seconds.
    api.clock.set(new Date(at.getTime() + 15_000));
    await api.app.jobs.runDue();
    expect([await currentOf('user-agreement'), await revision()]).toEqual(['2.0.0', pages + 1]);
    api.clock.set(SEED_NOW);
  });

  test('reject a version number that is taken or not higher', async () => {
    const id = 'developer-agreement';
    const before = await revision();
    const now = await issue({ id, version: '1.10.0', published_at: api.clock.now().toISOString() });
    expect([now.data.current, await revision()]).toEqual([true, before + 1]);
    api.clock.advance(1);
    expect(await issue({ id, version: '1.10.0' })).toMatchObject({ status: 400, code: 'VERSION_TAKEN' });
    expect(await issue({ id, version: '1.9.0' })).toMatchObject({ code: 'VERSION_NOT_HIGHER' });
    expect((await issue({ id, version: '1.11.0' })).code).toBe('OK');
    api.clock.set(SEED_NOW);
  });

  test.each([
    ['an unknown protocol', { id: 'pirate-code' }, 'id'],
    ['a version of two numbers', { version: '3.0' }, 'version'],
    ['one language', { markdown: { zh: '## 新', en: ' ' } }, 'markdown'],
    ['a text that shows nothing', { markdown: { zh: '## 新', en: '##' } }, 'markdown.en'],
    ['a time in the past', { published_at: '2020-01-01T00:00:00Z' }, 'published_at'],
    [
      'a time more than a year ahead',
      { published_at: new Date(SEED_NOW.getTime() + PROTOCOL_AHEAD_MAX + 1).toISOString() },
      'published_at',
    ],
  ])('reject %s at its field', async (_, change, field) => {
    const answer = await issue({ id: 'client-download', version: '9.0.0', ...change });
    expect([answer.status, Object.keys(answer.error.fields ?? {})]).toEqual([400, [field]]);
  });

  test('reject a version dated before an announced one', async () => {
    const id = 'client-download';
    const at = new Date(SEED_NOW.getTime() + 86_400_000).toISOString();
    expect((await issue({ id, version: '2.0.0', published_at: at })).code).toBe('OK');
    for (const time of [{}, { published_at: at }])
      expect((await issue({ id, version: '3.0.0', ...time })).error.fields).toEqual({
        published_at: 'published_at_invalid',
      });
    const last = new Date(api.clock.now().getTime() + PROTOCOL_AHEAD_MAX).toISOString();
    expect((await issue({ id, version: '3.0.0', published_at: last })).code).toBe('OK');
  });

  test('accept 48,000 Chinese characters, reject twice as many, and return 403 to members', async () => {
    const text = '约定。'.repeat(16_000);
    api.clock.advance(1_000);
    expect((await issue({ version: '2.1.0', markdown: both(text) })).code).toBe('OK');
    expect((await issue({ version: '2.2.0', markdown: both(`${text}${text}`) })).error.fields).toMatchObject({
      'markdown.zh': 'protocol_text_length',
    });
    expect((await issue({}, user.token)).status).toBe(403);
  });

  test('are listed with the newest text; announced versions can be withdrawn, current ones cannot', async () => {
    const id = 'developer-agreement';
    const at = new Date(api.clock.now().getTime() + 86_400_000).toISOString();
    const listed = async () =>
      (await api.call(adminProtocol.list, undefined, { token: operator.token })).data.list.filter(
        (one) => one.id === id,
      );
    const [before] = await listed();
    expect(before).toMatchObject({ current: true, announced: false });
    expect((await issue({ id, version: '8.0.0', published_at: at })).code).toBe('OK');
    const [announced, current] = await listed();
    expect(announced).toMatchObject({
      version: '8.0.0',
      current: false,
      announced: true,
      markdown: { zh: '## 新', en: '## New' },
    });
    expect(current).toMatchObject({ version: before?.version, current: true, markdown: null });
    const withdraw = (version: string, token = operator.token) =>
      api.call(adminProtocol.withdraw, { id, version }, { token });
    expect((await withdraw('8.0.0', user.token)).status).toBe(403);
    expect((await withdraw('8.0.0')).code).toBe('OK');
    const target = { target: `protocol:${id}` };
    const { data: log } = await api.call(adminAudit.list, target, { token: operator.token });
    expect(log.list[0]).toMatchObject({
      action: 'protocol.withdraw',
      details: { version: '8.0.0', published_at: at, hash: announced?.hash },
    });
    expect((await withdraw(before?.version ?? '')).code).toBe('PROTOCOL_NOT_FOUND');
    expect(await listed()).toContainEqual(before);
    expect((await api.call(adminProtocol.list, undefined, { token: user.token })).status).toBe(403);
  });

  (onPostgres ? test : test.skip)('accept one of ten concurrent versions with the same number', async () => {
    api.clock.advance(60_000);
    const answers = await Promise.all(Array.from({ length: 10 }, () => issue({ version: '7.0.0' })));
    expect(answers.filter(({ code }) => code === 'OK')).toHaveLength(1);
    expect(answers.every(({ status }) => status < 500)).toBe(true);
    expect(await api.db.$count(protocolVersions, eq(protocolVersions.version, '7.0.0'))).toBe(1);
  });
});
