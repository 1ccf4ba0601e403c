import { appStore, devApp, site, type AppCheck } from '@yunduo/api-contract';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { apps } from '../../db/schema/store.ts';
import { readyApp, signInSeeded, step } from '../../testing/dev-apps.ts';
import { testApp, type TestApp } from '../../testing/app.ts';

let api: TestApp;
let token: string;
let other: string;
beforeAll(async () => {
  api = await testApp({ seeded: true });
  token = await signInSeeded(api, 'newcomer@yunduo.test');
  other = await signInSeeded(api, 'developer@yunduo.test');
});
afterAll(() => api.close());

/** A published app of the developer; a new minute, so that rate limits do not add up. */
async function published(): Promise<{
  id: number;
  key: string;
  version: number;
  name: { zh: string; en: string };
}> {
  api.clock.advance(61_000);
  const { id, versionId } = await readyApp(api, token, {});
  await api.call(devApp.submit, { version_id: versionId }, { token });
  await step(api, 'approve', versionId);
  await api.call(devApp.release, { version_id: versionId }, { token });
  const { data } = await api.call(devApp.detail, { id }, { token });
  return { id, key: data.app_key, version: versionId, name: data.draft.name };
}

const unpublish = (id: number, replacement?: string) =>
  api.call(devApp.unpublish, { id, ...(replacement !== undefined && { replacement }) }, { token });
const replace = (id: number, replacement: string, by = token) =>
  api.call(devApp.replace, { id, replacement }, { token: by, lang: 'en' });
const store = (id: number, lang: 'zh' | 'en' = 'en') => api.call(appStore.detail, { id }, { lang });
/** `POST /app_store/check` of apps that the store does not have. */
const unknown = async (keys: string[], lang: 'zh' | 'en' = 'en'): Promise<AppCheck['unknown']> =>
  (await api.call(appStore.check, { apps: keys.map((app_key) => ({ app_key })) }, { lang })).data.unknown;
/** Events about replacements in the developer's timeline, newest first. */
const timeline = async (id: number, lang: 'zh' | 'en' = 'en') =>
  (await api.call(devApp.timeline, { id, page_size: 100 }, { token, lang })).data.list
    .filter(({ action }) => action === 'replace')
    .map(({ text, actor, version_id }) => [text, actor, version_id]);
const revision = async () => (await api.call(site.info, undefined as never)).data.content_revision;

test('a visitor of an unpublished app reads its name and the app that replaces it, in both languages, by id and by key', async () => {
  const [old, next] = [await published(), await published()];
  expect((await unpublish(old.id, next.key)).data.status).toBe('unpublished');
  const replacing = { id: next.id, app_key: next.key };
  const english = await store(old.id);
  expect([english.status, english.code, english.msg]).toEqual([
    404,
    'APP_NOT_FOUND',
    `“${old.name.en}” is no longer published. “${next.name.en}” replaces it.`,
  ]);
  expect(english.error.unpublished).toEqual({
    app_key: old.key,
    name: old.name.en,
    replaced_by: { ...replacing, name: next.name.en },
  });
  const chinese = await store(old.id, 'zh');
  expect(chinese.msg).toBe(`“${old.name.zh}”已下架，由“${next.name.zh}”替代`);
  for (const call of [appStore.detail, appStore.versions] as const) {
    const byKey = await api.call(call, { app_key: old.key }, { lang: 'en' });
    expect(byKey.error.unpublished?.replaced_by).toEqual({ ...replacing, name: next.name.en });
  }
  // A client that still has the app in its list reads the same.
  expect(await unknown([old.key, 'nginx', 'no-such-app'])).toEqual([
    {
      app_key: old.key,
      version: null,
      unpublished: { name: old.name.en, replaced_by: { ...replacing, name: next.name.en } },
    },
    { app_key: 'no-such-app', version: null },
  ]);
  expect((await unknown([old.key], 'zh'))[0]?.unpublished).toEqual({
    name: old.name.zh,
    replaced_by: { ...replacing, name: next.name.zh },
  });
  const changelog = await api.call(appStore.changelog, { id: old.id, from: '1.0.0' });
  expect(changelog.error.unpublished?.replaced_by?.id).toBe(next.id);

  await api.call(devApp.relist, { id: old.id }, { token });
  expect((await store(old.id)).status).toBe(200);
});

test('an unpublished app without a replacement is named; one never published or taken down is not', async () => {
  const old = await published();
  await unpublish(old.id);
  const gone = await store(old.id);
  expect([gone.msg, gone.error.unpublished]).toEqual([
    `“${old.name.en}” is no longer published`,
    { app_key: old.key, name: old.name.en, replaced_by: null },
  ]);
  const { id: unseen } = await readyApp(api, token, {});
  const taken = await published();
  await api.db
    .update(apps)
    .set({ replacedBy: (await published()).id })
    .where(eq(apps.id, taken.id));
  await step(api, 'unpublish', taken.version, { role: 'operator', details: { text: '侵权投诉' } });
  for (const id of [unseen, taken.id]) {
    const answer = await store(id);
    expect([answer.code, answer.msg, answer.error]).toEqual([
      'APP_NOT_FOUND',
      'This app does not exist or is no longer published',
      {},
    ]);
  }
  const drafted = await api.call(devApp.detail, { id: unseen }, { token });
  const keys = [drafted.data.app_key, taken.key];
  expect(await unknown(keys)).toEqual(keys.map((app_key) => ({ app_key, version: null })));
  expect((await replace(taken.id, '')).code).toBe('APP_TAKEN_DOWN');
});

test('a developer names, changes and removes the replacement later; each change purges the pages and is once in the timeline', async () => {
  const [old, next] = [await published(), await published()];
  expect((await replace(old.id, next.key)).code).toBe('STATE_CHANGED');
  await unpublish(old.id);
  const before = await revision();
  const named = await replace(old.id, `${api.app.config.origin}/en/store/${String(next.id)}`);
  const replacing = { id: next.id, app_key: next.key, name: next.name.en, published: true };
  expect(named.data.replaced_by).toEqual(replacing);
  const detail = await api.call(devApp.detail, { id: old.id }, { token, lang: 'en' });
  expect(detail.data.replaced_by).toEqual(replacing);
  expect(await revision()).toBe(before + 1);
  await replace(old.id, next.key.toUpperCase());
  expect(await revision()).toBe(before + 1);
  // Another developer's app replaces it as well.
  expect((await replace(old.id, 'nginx')).data.replaced_by?.app_key).toBe('nginx');
  expect((await replace(old.id, '')).data.replaced_by).toBeNull();
  expect((await store(old.id)).error.unpublished?.replaced_by).toBeNull();
  expect(await timeline(old.id)).toEqual([
    ['', 'Developer', null],
    ['Nginx', 'Developer', null],
    [next.name.en, 'Developer', null],
  ]);
  expect((await timeline(old.id, 'zh'))[2]).toEqual([next.name.zh, '开发者', null]);
});

test.each([
  ['itself', ({ key }: { key: string }) => key, 'replacement_self'],
  ['no app', () => 'no-such-app', 'relation_unknown'],
  ['a page of another site', () => 'https://elsewhere.example/store/1', 'relation_unknown'],
  ['other text', () => 'My new app', 'replacement_invalid'],
])('%s is no replacement', async (_what, written, message) => {
  const old = await published();
  expect((await unpublish(old.id, written(old))).error.fields).toEqual({ replacement: message });
  expect((await store(old.id)).status).toBe(200);
  await unpublish(old.id);
  expect((await replace(old.id, written(old))).error.fields).toEqual({ replacement: message });
});

test('an unpublished app is no replacement, and strangers cannot name one', async () => {
  const [old, draft] = [await published(), await published()];
  await unpublish(old.id);
  await unpublish(draft.id);
  expect((await replace(old.id, draft.key)).error.fields).toEqual({ replacement: 'relation_unknown' });
  expect((await replace(old.id, 'nginx', other)).code).toBe('APP_NOT_FOUND');
});

test('a replacement that is unpublished leads on to its own; a circle leads nowhere', async () => {
  const [first, second, third] = [await published(), await published(), await published()];
  await unpublish(first.id, second.key);
  await unpublish(second.id, third.key);
  expect((await store(first.id)).error.unpublished?.replaced_by?.id).toBe(third.id);
  expect(
    (await unknown([first.key, second.key])).map(({ unpublished: gone }) => gone?.replaced_by?.id),
  ).toEqual([third.id, third.id]);
  const detail = await api.call(devApp.detail, { id: first.id }, { token });
  expect(detail.data.replaced_by).toMatchObject({ id: second.id, published: false });
  await api.call(devApp.relist, { id: first.id }, { token });
  await unpublish(third.id, first.key);
  expect((await store(second.id)).error.unpublished?.replaced_by?.id).toBe(first.id);
  // All three are unpublished, each replaced by the next.
  await unpublish(first.id);
  for (const { id } of [first, second, third])
    expect((await store(id)).error.unpublished).toMatchObject({ replaced_by: null });
  expect((await unknown([first.key, second.key, third.key])).map(({ unpublished: gone }) => gone)).toEqual(
    [first, second, third].map(({ name }) => ({ name: name.en, replaced_by: null })),
  );
});

test('unpublishing without a replacement keeps the one named before', async () => {
  const [old, next] = [await published(), await published()];
  await unpublish(old.id, next.key);
  await api.call(devApp.relist, { id: old.id }, { token });
  await unpublish(old.id);
  expect((await store(old.id)).error.unpublished?.replaced_by?.id).toBe(next.id);
  await api.call(devApp.relist, { id: old.id }, { token });
  await unpublish(old.id, '');
  expect((await store(old.id)).error.unpublished?.replaced_by).toBeNull();
  expect((await timeline(old.id)).map(([text]) => text)).toEqual(['', next.name.en]);
});
