import { text } from 'node:stream/consumers';
import { adminReview, appStore, devApp, type DataOf, type InputOf } from '@yunduo/api-contract';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { storeDescription, storeRequirements } from '@yunduo/i18n/listing';
import { DAY, REVIEW_CHECK_ITEMS } from '@yunduo/validation';
import { forgetPictures } from '../modules/publishing/pictures.ts';
import { testApp, type TestApp } from '../testing/app.ts';
import { GIT_COMMIT, PACKAGE_SHA256, pictureForm, png, wholeDraft } from '../testing/dev-apps.ts';
import { person, type Person } from '../testing/reviews.ts';

// The store, the catalogue and the pictures show what a reviewer approved, whatever the developer does afterwards.

type Review = DataOf<typeof adminReview.detail>;
type Content = Review['content'];
type Facts = Review['facts'];
type Shown = DataOf<typeof appStore.detail>;
type Catalogued = DataOf<typeof appStore.catalog>['list'][number];
type Save = Required<Omit<InputOf<typeof devApp.save>, 'id' | 'revision' | 'app_key'>>;
type VersionSave = Required<Omit<InputOf<typeof devApp.versionSave>, 'app_id' | 'id' | 'revision'>>;
type Locale = 'zh' | 'en';
const LOCALES = ['zh', 'en'] as const;
let api: TestApp;
let developer: Person;
let reviewer: Person;
beforeAll(async () => {
  api = await testApp({ seeded: true });
  developer = await person(api, 'developer');
  reviewer = await person(api, 'reviewer');
});
afterAll(() => api.close());

const by = () => ({ token: developer.token });
const both = (words: string) => ({ zh: `${words}（中）`, en: words });

/** Every field of an app that a developer can write; the type requires new ones too. */
async function everyField(appId: number, words: string, colour: number): Promise<Save> {
  const picture = async (width: number, height: number) => pictureForm(appId, await png(width, height));
  const logo = await api.call(devApp.uploadLogo, await picture(256 + colour, 256 + colour), by());
  const shots = [];
  for (const place of [0, 1])
    shots.push(await api.call(devApp.uploadScreenshot, await picture(800 + colour, 500 + place), by()));
  const inText = await api.call(devApp.uploadScreenshot, await picture(700 + colour, 400), by());
  const rich = (text: string) => `<p>${text}</p><img src="${inText.data.src}" alt="${text}" />`;
  const odd = colour % 2 === 1;
  return {
    name: { zh: `灯塔${words}`, en: `Beacon ${words}` },
    intro: both(`Intro ${words}`),
    description: both(`Above ${words}`),
    details: { zh: rich(`细节 ${words}`), en: rich(`Details ${words}`) },
    category: odd ? 'practical' : 'system',
    os: odd ? ['debian', 'ubuntu'] : ['rocky'],
    arch: odd ? ['x86_64'] : ['arm64'],
    logo: logo.data.id,
    screenshots: shots.map(({ data }, place) => ({ id: data.id, alt: both(`Shot ${place} ${words}`) })),
    keywords: [`word-${words.toLowerCase()}`],
    licence: `Licence ${words}`,
    homepage: `https://${words.toLowerCase()}.example.com/`,
    requirements: {
      os: both(`os ${words}`),
      gpu: both(`gpu ${words}`),
      hard_disk: both(`disk ${words}`),
      mem: both(`mem ${words}`),
      cpu: both(`cpu ${words}`),
      network_card: both(`net ${words}`),
    },
    relations: [
      {
        kind: 'dependency',
        app_key: odd ? 'nginx' : 'mysql',
        package: null,
        constraint: '1+',
        note: both(words),
      },
      {
        kind: 'conflict',
        app_key: null,
        package: `pkg-${words.toLowerCase()}`,
        constraint: '',
        note: both(words),
      },
    ],
  };
}

const everyFact = (version: string, digit: string): VersionSave => ({
  version,
  git_version: `tag-${digit}`,
  git_commit: digit.repeat(40),
  repo_url: `https://git.example.com/${digit}/app`,
  size: 1_000_000 + Number.parseInt(digit, 16),
  package_sha256: digit.repeat(64),
  description: both(`Version ${digit}`),
  changes: [
    { kind: 'feature', text: both(`Feature ${digit}`) },
    { kind: 'fix', text: both(`Fix ${digit}`) },
  ],
});

const reviewed = async (versionId: number, lang: Locale): Promise<Review> =>
  (await api.call(adminReview.detail, { version_id: versionId }, { token: reviewer.token, lang })).data;
const decide = (versionId: number, round: number) =>
  api.call(
    adminReview.decide,
    {
      version_id: versionId,
      round,
      decision: 'approve',
      checklist: REVIEW_CHECK_ITEMS.map((item) => ({ item, answer: 'yes' as const })),
    },
    { token: reviewer.token },
  );

/** File names of a submission's pictures: logo, screenshots in each width, pictures in the text. */
function picturesOf({ logo, screenshots, details }: Content): string[] {
  const inText = [...`${details.zh}${details.en}`.matchAll(/src="([^"]+)"/g)].map(([, src = '']) => src);
  const widths = screenshots.flatMap(({ srcset }) =>
    srcset.split(', ').map((one) => one.replace(/ .*$/, '')),
  );
  const files = [logo?.src ?? '', ...widths, ...inText];
  return [...new Set(files.map((src) => src.replace(/^.*\/uploads\//, '')))];
}
const bytesOf = async (content: Content): Promise<string[]> =>
  Promise.all(picturesOf(content).map(async (name) => `${name} ${await text(api.app.files.read(name))}`));

/** How each reviewed field appears in the store: actual and expected value. */
const contentShown: {
  [F in keyof Content]: (content: Content, shown: Shown, lang: Locale) => [unknown, unknown];
} = {
  name: ({ name }, shown, lang) => [shown.name, name[lang]],
  intro: ({ intro }, shown, lang) => [shown.intro, intro[lang]],
  description: (content, shown, lang) => [shown.description, storeDescription(content)[lang]],
  details: ({ details }, shown, lang) => [shown.description.endsWith(details[lang]), true],
  category: ({ category }, shown) => [shown.cate, category],
  os: ({ os }, shown) => [shown.os, os],
  arch: ({ arch }, shown) => [shown.arch, arch],
  logo: ({ logo }, shown) => [shown.logo, logo?.src],
  screenshots: ({ screenshots }, shown, lang) => [
    shown.screenshots,
    screenshots.map(({ src, srcset, width, height, alt }) => ({
      src,
      srcset,
      width,
      height,
      alt: alt[lang],
    })),
  ],
  // Search words: found by the reviewed words (below).
  keywords: () => [null, null],
  licence: ({ licence }, shown) => [shown.licence, licence],
  homepage: ({ homepage }, shown) => [shown.homepage, homepage],
  requirements: (content, shown, lang) => [
    shown.requirements,
    Object.fromEntries(
      Object.entries(storeRequirements(content)).map(([part, words]) => [part, words[lang]]),
    ),
  ],
  relations: ({ relations }, shown, lang) => [
    [...shown.dependencies, ...shown.conflicts].map(({ constraint, note }) => [constraint, note]),
    relations.map(({ constraint, note }) => [constraint, note[lang]]),
  ],
};
const factsShown: { [F in keyof Facts]: (facts: Facts, shown: Shown, lang: Locale) => [unknown, unknown] } = {
  version: ({ version }, shown) => [
    [shown.version, shown.update_log[0]?.version],
    [version, version],
  ],
  git_version: ({ git_version }, shown) => [shown.update_log[0]?.git_version, git_version],
  git_commit: ({ git_commit }, shown) => [shown.update_log[0]?.git_commit, git_commit],
  package_sha256: ({ package_sha256 }, shown) => [shown.update_log[0]?.package_sha256, package_sha256],
  repo_url: ({ repo_url }, shown) => [shown.repo_url, repo_url],
  size: ({ size }, shown) => [
    [shown.size, shown.update_log[0]?.size],
    [size, size],
  ],
  human_size: ({ human_size }, shown) => [shown.human_size, human_size],
  // The store shows the changes, which are derived from this where there are none.
  description: () => [null, null],
  changes: ({ changes }, shown, lang) => [
    shown.update_log[0]?.changes,
    changes.map(({ kind, text: words }) => ({ kind, text: words[lang] })),
  ],
};
const catalogued = ({ content, facts }: Review): Partial<Catalogued> => ({
  name: content.name,
  intro: content.intro,
  logo: content.logo?.src ?? null,
  cate: content.category ?? 'practical',
  os: content.os,
  arch: content.arch,
  version: facts.version,
  repo_url: facts.repo_url,
  git_version: facts.git_version,
  git_commit: facts.git_commit,
  size: facts.size,
  package_sha256: facts.package_sha256,
});

/** Compares everything shown with everything reviewed. */
async function expectShown(
  appId: number,
  approved: Record<Locale, Review>,
  pictures: string[],
): Promise<void> {
  for (const lang of LOCALES) {
    const { content, facts } = approved[lang];
    const { data: shown } = await api.call(appStore.detail, { id: appId }, { lang });
    const pairs = [
      ...Object.entries(contentShown).map(([field, pair]) => [field, pair(content, shown, lang)] as const),
      ...Object.entries(factsShown).map(([field, pair]) => [field, pair(facts, shown, lang)] as const),
    ];
    expect(pairs.map(([field, [is]]) => [lang, field, is])).toEqual(
      pairs.map(([field, [, approvedOne]]) => [lang, field, approvedOne]),
    );
  }
  const { data } = await api.call(appStore.catalog, {});
  expect(data.list.find(({ id }) => id === appId)).toMatchObject(catalogued(approved.zh));
  const [keyword = ''] = approved.zh.content.keywords;
  const found = await api.call(appStore.list, { q: keyword });
  expect(found.data.list.map(({ id }) => id)).toContain(appId);
  expect(await bytesOf(approved.zh.content)).toEqual(pictures);
}

/** A complete app with one version under review. */
async function submitted(words: string, digit: string) {
  api.clock.advance(61_000);
  const { data: made } = await api.call(devApp.save, wholeDraft(), by());
  const appId = made.id;
  const first = await everyField(appId, words, 1);
  const saved = await api.call(devApp.save, { id: appId, revision: made.revision, ...first }, by());
  expect([saved.code, saved.error?.fields]).toEqual(['OK', undefined]);
  const version = await api.call(devApp.versionSave, { app_id: appId, ...everyFact('1.0.0', digit) }, by());
  expect([version.code, version.error?.fields]).toEqual(['OK', undefined]);
  const versionId = version.data.id;
  const { code, error } = await api.call(devApp.submit, { version_id: versionId }, by());
  expect([code, error?.fields]).toEqual(['OK', undefined]);
  return { appId, versionId, revision: saved.data.revision };
}

/** Writes every field of the app and attempts every field of the version; returns the codes of the latter. */
async function writeEverything(appId: number, versionId: number, words: string) {
  api.clock.advance(61_000);
  const { data: detail } = await api.call(devApp.detail, { id: appId }, by());
  const fields = await everyField(appId, words, 2);
  const saved = await api.call(devApp.save, { id: appId, revision: detail.revision, ...fields }, by());
  expect([saved.code, saved.error?.fields]).toEqual(['OK', undefined]);
  const version = detail.versions.find(({ id }) => id === versionId);
  const codes: [string, string][] = [];
  for (const [field, value] of Object.entries(everyFact('1.0.1', 'b'))) {
    const change = { app_id: appId, id: versionId, revision: version?.revision ?? 0, [field]: value };
    codes.push([field, (await api.call(devApp.versionSave, change, by())).code]);
  }
  return codes;
}
const rejected = Object.keys(everyFact('1.0.1', 'b')).map((field) => [field, 'VERSION_FIXED']);

describe('Approved submission', () => {
  test('is shown in store, catalogue and pictures, whatever the developer edits at each step', async () => {
    const { appId, versionId } = await submitted('One', 'a');
    const approved = { zh: await reviewed(versionId, 'zh'), en: await reviewed(versionId, 'en') };
    const pictures = await bytesOf(approved.zh.content);
    // Logo, two screenshots in two widths and the picture in the text.
    expect(pictures).toHaveLength(6);
    expect(Object.keys(approved.zh.content).sort()).toEqual(Object.keys(contentShown).sort());
    expect(Object.keys(approved.zh.facts).sort()).toEqual(Object.keys(factsShown).sort());

    // Under review, approved, released: the review file and the store stay unchanged.
    expect(await writeEverything(appId, versionId, 'Two')).toEqual(rejected);
    expect((await reviewed(versionId, 'zh')).content).toEqual(approved.zh.content);
    expect((await decide(versionId, approved.zh.round)).code).toBe('OK');
    expect(await writeEverything(appId, versionId, 'Three')).toEqual(rejected);
    expect((await api.call(devApp.release, { version_id: versionId }, by())).code).toBe('OK');
    await expectShown(appId, approved, pictures);
    expect(await writeEverything(appId, versionId, 'Four')).toEqual(rejected);
    await expectShown(appId, approved, pictures);

    // The next version is prepared and submitted; pictures no longer referenced by a draft are cleaned up.
    const next = await api.call(devApp.versionSave, { app_id: appId, ...everyFact('1.1.0', 'c') }, by());
    expect((await api.call(devApp.submit, { version_id: next.data.id }, by())).code).toBe('OK');
    api.clock.advance(3 * DAY);
    await forgetPictures.run(api.app);
    await expectShown(appId, approved, pictures);
  });

  test('is the reviewed round: deciding it after a resubmission with another commit returns STATE_CHANGED', async () => {
    developer = await person(api, 'developer');
    reviewer = await person(api, 'reviewer');
    const { appId, versionId } = await submitted('Five', 'd');
    const seen = await reviewed(versionId, 'zh');
    await api.call(devApp.revoke, { version_id: versionId }, by());
    const { data: detail } = await api.call(devApp.detail, { id: appId }, by());
    const revision = detail.versions.find(({ id }) => id === versionId)?.revision ?? 0;
    // The same tag, moved.
    const moved = { git_commit: GIT_COMMIT, package_sha256: PACKAGE_SHA256 };
    const saved = await api.call(
      devApp.versionSave,
      { app_id: appId, id: versionId, revision, ...moved },
      by(),
    );
    expect(saved.data.git_version).toBe(seen.facts.git_version);
    expect((await api.call(devApp.submit, { version_id: versionId }, by())).code).toBe('OK');
    expect((await decide(versionId, seen.round)).code).toBe('STATE_CHANGED');

    const now = { zh: await reviewed(versionId, 'zh'), en: await reviewed(versionId, 'en') };
    expect([now.zh.review_status, now.zh.facts.git_commit]).toEqual(['in_review', GIT_COMMIT]);
    expect((await decide(versionId, now.zh.round)).code).toBe('OK');
    await api.call(devApp.release, { version_id: versionId }, by());
    await expectShown(appId, now, await bytesOf(now.zh.content));
  });
});
