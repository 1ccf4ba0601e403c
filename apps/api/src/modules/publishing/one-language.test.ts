import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { appStore, devApp } from '@yunduo/api-contract';
import type { Locale } from '@yunduo/i18n';
import { testApp, type TestApp } from '../../testing/app.ts';
import { createApp } from '../../testing/builders.ts';
import {
  GIT_COMMIT,
  PACKAGE_SHA256,
  pictureForm,
  png,
  readyApp,
  signInSeeded,
  step,
} from '../../testing/dev-apps.ts';
import { readXml, type XmlElement } from '../../testing/xml.ts';

let api: TestApp;
let token: string;
beforeAll(async () => {
  api = await testApp({ seeded: true });
  token = await signInSeeded(api, 'newcomer@yunduo.test');
});
afterAll(() => api.close());

const none = { zh: '', en: '' };
const requirements = (mem: { zh: string; en: string }) => ({
  os: none,
  gpu: none,
  hard_disk: none,
  mem,
  cpu: none,
  network_card: none,
});

/** A second change and picture, in both languages beside those in one. */
const second = { zh: '另一处', en: 'Another' };

/** Submits, approves and releases an app with all necessary texts in one language. */
async function releasedIn(locale: Locale, word: string): Promise<number> {
  api.clock.advance(61_000);
  const only = (text: string) => ({ zh: '', en: '', [locale]: text });
  const { id, versionId, revision } = await readyApp(api, token, {
    name: only(word),
    intro: only(`${word} intro`),
    details: only(`<p>${word} details</p>`),
    requirements: requirements(only(`${word} 2 GB`)),
  });
  const upload = async () =>
    (await api.call(devApp.uploadScreenshot, pictureForm(id, await png(800, 500)), { token })).data.id;
  const screenshots = [
    { id: await upload(), alt: only(`${word} shot`) },
    { id: await upload(), alt: second },
  ];
  const draft = await api.call(devApp.save, { id, revision, screenshots }, { token });
  expect(draft.data.checks.filter(({ ok }) => !ok)).toEqual([]);
  const changes = [
    { kind: 'feature' as const, text: only(`${word} log`) },
    { kind: 'fix' as const, text: second },
  ];
  await api.call(devApp.versionSave, { app_id: id, id: versionId, revision: 1, changes }, { token });
  expect((await api.call(devApp.submit, { version_id: versionId }, { token })).code).toBe('OK');
  await step(api, 'approve', versionId);
  expect((await api.call(devApp.release, { version_id: versionId }, { token })).code).toBe('OK');
  return id;
}

const detail = async (id: number, locale: Locale) =>
  (await api.call(appStore.detail, { id }, { lang: locale })).data;
const listed = async (q: string, locale: Locale, sort?: 'name') =>
  (await api.call(appStore.list, { q, sort, page_size: 100 }, { lang: locale })).data.list;
const attribute = (entry: XmlElement | undefined, name: string) =>
  entry?.children.find((child) => child.name === name)?.attributes['xml:lang'];

describe.each([
  ['zh', 'en', '孤灯一盏'],
  ['en', 'zh', 'Lonely Lamp'],
] as const)('App written only in %s', (own, other, word) => {
  let id: number;
  beforeAll(async () => {
    id = await releasedIn(own, word);
  });

  test('is shown in its language without an untranslated mark', async () => {
    const page = await detail(id, own);
    expect(page).toMatchObject({ name: word, intro: `${word} intro` });
    expect(page.untranslated).toBeUndefined();
    expect(page.update_log[0]?.untranslated).toBeUndefined();
  });

  test('is shown with its own texts in the other language, one language in a group, marked as untranslated', async () => {
    const page = await detail(id, other);
    expect(page).toMatchObject({
      name: word,
      intro: `${word} intro`,
      description: `<p>${word} details</p>`,
      untranslated: ['name', 'intro', 'description', 'screenshots', 'requirements'],
    });
    expect(page.requirements.mem).toBe(`${word} 2 GB`);
    expect(page.screenshots.map(({ alt }) => alt)).toEqual([`${word} shot`, second[own]]);
    expect(page.update_log[0]).toMatchObject({
      untranslated: true,
      changes: [{ text: `${word} log` }, { text: second[own] }],
    });
  });

  test('is found, named and sorted by its one name in both languages', async () => {
    for (const locale of [own, other]) {
      const found = await listed(word, locale);
      expect(found.map((app) => app.id)).toEqual([id]);
      expect(found[0]?.name).toBe(word);
      expect(found[0]?.untranslated).toEqual(locale === own ? undefined : ['name', 'intro']);
      expect(found[0]?.only_in).toBe(own);
      const all = await listed('', locale, 'name');
      expect(all[0]?.id).not.toBe(id);
      expect(all.map((app) => app.name)).not.toContain('');
    }
  });

  test('has its name in both languages of the catalogue, with only_in set', async () => {
    const { list } = (await api.call(appStore.catalog, {})).data;
    expect(list.find((app) => app.id === id)).toMatchObject({
      name: { zh: word, en: word },
      intro: { zh: `${word} intro`, en: `${word} intro` },
      only_in: own,
    });
    expect(list.filter((app) => app.only_in === undefined).length).toBeGreaterThan(5);
  });

  test.each(['new', 'updated'])(
    'has an entry in %s.xml of the other language, marked with its own language',
    async (kind) => {
      const { body } = await api.app.inject({ url: `/api/app_store/feed/${kind}.xml?lang=${other}` });
      const entries = readXml(body).children.filter(({ name }) => name === 'entry');
      const entry = entries.find(({ children }) => children.some(({ text }) => text.includes(word)));
      expect(attribute(entry, 'title')).toBe(own === 'zh' ? 'zh-CN' : 'en');
      expect(attribute(entry, 'summary')).toBe(own === 'zh' ? 'zh-CN' : 'en');
      expect(entries.filter((one) => attribute(one, 'title')).length).toBeLessThanOrEqual(2);
    },
  );

  test('loses the mark once a later version has texts in both languages', async () => {
    const before = (await api.call(devApp.detail, { id }, { token })).data;
    const both = { zh: '明灯两盏', en: `Bright lamps ${own}` };
    await api.call(
      devApp.save,
      {
        id,
        revision: before.revision,
        name: { ...before.draft.name, [other]: both[other] },
        intro: both,
        details: { zh: '<p>亮</p>', en: '<p>Bright</p>' },
        requirements: requirements({ zh: '二', en: 'two' }),
        screenshots: before.draft.screenshots.map((shot) => ({ id: shot.id, alt: both })),
      },
      { token },
    );
    const { data: version } = await api.call(
      devApp.versionSave,
      {
        app_id: id,
        version: '1.1.0',
        git_version: 'v1.1.0',
        git_commit: GIT_COMMIT,
        package_sha256: PACKAGE_SHA256,
        repo_url: 'https://git.example.com/beacon/app',
        size: 1000,
        description: both,
      },
      { token },
    );
    expect((await api.call(devApp.submit, { version_id: version.id }, { token })).code).toBe('OK');
    await step(api, 'approve', version.id);
    await api.call(devApp.release, { version_id: version.id }, { token });
    const page = await detail(id, other);
    expect([page.name, page.untranslated]).toEqual([both[other], undefined]);
    expect(page.update_log.map(({ untranslated }) => untranslated)).toEqual([undefined, true]);
  });
});

test('an app that lacks one of its texts in a language shows the others in it', async () => {
  const stem = { zh: 'screenshots/lamp', en: 'screenshots/lamp' };
  const shotIn = (alt: { zh: string; en: string }) => [{ stem, alt, width: 640, height: 400 }];
  const now = api.clock.now();
  const pictures = await createApp(api.db, { now, screenshots: shotIn({ zh: '主界面', en: '' }) });
  expect(await detail(pictures.id, 'en')).toMatchObject({
    untranslated: ['screenshots'],
    screenshots: [{ alt: '主界面' }],
    requirements: { gpu: 'None' },
  });
  const needs = await createApp(api.db, {
    now,
    screenshots: shotIn({ zh: '主界面', en: 'The main window' }),
    requirements: requirements({ zh: '2 GB 内存', en: '' }),
  });
  expect(await detail(needs.id, 'en')).toMatchObject({
    untranslated: ['requirements'],
    screenshots: [{ alt: 'The main window' }],
    requirements: { mem: '2 GB 内存' },
  });
});
