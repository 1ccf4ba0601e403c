import { appStore, devApp } from '@yunduo/api-contract';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PREVIEW_TTL, RATES } from '@yunduo/validation';
import { eq } from 'drizzle-orm';
import { appDrafts, apps, appVersions, previewTokens } from '../../db/schema/index.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { both, createApp, SEED_PASSWORD } from '../../testing/builders.ts';
import { signedInAs } from '../../testing/people.ts';
import { person, submitAgain, versionOf, type Person } from '../../testing/reviews.ts';
import { hashToken } from '../codes/tokens.ts';

let api: TestApp;
let owner: Person;
beforeAll(async () => {
  api = await testApp({ seeded: true, env: { ORIGIN: 'https://yunduo.example' } });
  owner = await person(api, 'developer');
});
afterAll(() => api.close());

const link = async (
  id: number,
  version_id?: number,
  who: { token: string } = owner,
  lang: 'zh' | 'en' = 'zh',
) =>
  api.call(
    devApp.previewToken,
    { id, ...(version_id !== undefined && { version_id }) },
    { token: who.token, lang },
  );
const open = (token: string, lang: 'zh' | 'en' = 'zh') => api.call(devApp.preview, { token }, { lang });

describe('Preview link', () => {
  test('shows the draft without an account, in both languages', async () => {
    const { appId } = await versionOf(api, owner.id, { submitted: false });
    const now = api.clock.now();
    const left = await createApp(api.db, {
      name: both('Left the store'),
      status: 'unpublished',
      firstPublishedAt: now,
      now,
    });
    const never = await createApp(api.db, { name: both('A secret'), versions: [], now });
    const [draft] = await api.db.select().from(appDrafts).where(eq(appDrafts.appId, appId));
    await api.db
      .update(appDrafts)
      .set({
        content: {
          ...(draft?.content ?? ({} as never)),
          name: { zh: '草稿里的名字', en: 'Name in the draft' },
          description: { zh: '一句<补充>', en: 'More' },
          details: { zh: '<p>详情</p>', en: '<p>Details</p>' },
          os: ['debian', 'rocky'],
          homepage: 'https://draft.example.com/',
          relations: [
            {
              kind: 'dependency',
              appKey: 'nginx',
              package: null,
              constraint: '1.20+',
              note: { zh: '反代', en: 'proxy' },
            },
            { kind: 'conflict', appKey: null, package: 'apache2', constraint: '', note: { zh: '', en: '' } },
            ...[left.appKey, never.appKey].map((appKey) => {
              return { kind: 'conflict' as const, appKey, package: null, constraint: '', note: both('') };
            }),
          ],
        },
      })
      .where(eq(appDrafts.appId, appId));
    const made = await link(appId);
    expect(made.data).toEqual({
      token: expect.stringMatching(/^ydp_[\w-]{50}$/),
      url: `https://yunduo.example/developer-center/app-preview?token=${made.data.token}`,
      expires_at: new Date(api.clock.now().getTime() + PREVIEW_TTL).toISOString(),
      expires_in: 1800,
    });
    expect((await link(appId, undefined, owner, 'en')).data.url).toContain(
      '/en/developer-center/app-preview?',
    );

    const zh = await open(made.data.token);
    expect([zh.status, zh.headers['cache-control'], zh.headers['referrer-policy']]).toEqual([
      200,
      'no-store',
      'no-referrer',
    ]);
    expect(zh.headers['etag']).toBeUndefined();
    expect(zh.data).toMatchObject({
      review_status: 'draft',
      expires_at: made.data.expires_at,
      app: {
        id: appId,
        name: '草稿里的名字',
        description: '<p>一句&lt;补充&gt;</p><p>详情</p>',
        os: ['debian', 'rocky'],
        homepage: 'https://draft.example.com/',
        version: '1.0.0',
        // An app that was in the store has its name, another only the key that was written.
        conflicts: [
          { id: null, name: 'apache2' },
          { id: null, name: 'Left the store' },
          { id: null, name: never.appKey },
        ],
      },
    });
    const [nginx] = await api.db.select().from(apps).where(eq(apps.appKey, 'nginx'));
    expect(zh.data.app.dependencies).toMatchObject([{ id: nginx?.id, constraint: '1.20+', note: '反代' }]);
    const en = await open(made.data.token, 'en');
    expect(en.data.app).toMatchObject({ name: 'Name in the draft', dependencies: [{ note: 'proxy' }] });
  });

  test('has the same fields as the store page', async () => {
    const { appId } = await versionOf(api, owner.id);
    const { data } = await open((await link(appId)).data.token);
    const [nginx] = await api.db.select().from(apps).where(eq(apps.appKey, 'nginx'));
    const page = await api.call(appStore.detail, { id: nginx?.id ?? 0 });
    expect(Object.keys(data.app).sort()).toEqual(Object.keys(page.data).sort());
  });

  test('of an app without another version is its store page, released now', async () => {
    const { id } = await createApp(api.db, {
      developerId: owner.id,
      name: { zh: '只有一版', en: 'Single' },
      intro: { zh: '简介', en: 'Introduction' },
      repoUrl: 'https://git.example.com/single',
      downloadCount: 12_345,
      versions: [
        { version: '1.0.0', size: 1_000_000 },
        { version: '1.1.0', size: 2_000_000 },
      ],
      now: api.clock.now(),
    });
    const [live] = await api.db.select().from(apps).where(eq(apps.id, id));
    for (const lang of ['zh', 'en'] as const) {
      const page = await api.call(appStore.detail, { id }, { lang });
      for (const version of [undefined, live?.currentVersionId ?? 0]) {
        api.clock.advance(1_000);
        const { data } = await open((await link(id, version)).data.token, lang);
        expect(data.app).toEqual({ ...page.data, updated_at: api.clock.now().toISOString() });
      }
    }
  });

  test('of an app without a version has no release', async () => {
    const { id } = await createApp(api.db, {
      developerId: owner.id,
      name: { zh: '还没版本', en: 'Unnumbered' },
      versions: [],
      now: api.clock.now(),
    });
    const { data } = await open((await link(id)).data.token);
    expect(data.review_status).toBeNull();
    const now = api.clock.now().toISOString();
    expect(data.app).toMatchObject({ name: '还没版本', version: '', size: 0, update_log: [] });
    expect([data.app.updated_at, data.app.first_published_at]).toEqual([now, now]);
  });

  test('is stored only as a hash', async () => {
    const { appId } = await versionOf(api, owner.id);
    const { token } = (await link(appId)).data;
    const rows = await api.db.select().from(previewTokens).where(eq(previewTokens.appId, appId));
    expect(rows.map(({ tokenHash }) => tokenHash)).toEqual([hashToken(token)]);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('expires after thirty minutes', async () => {
    const { appId } = await versionOf(api, owner.id);
    const { token } = (await link(appId)).data;
    api.clock.advance(PREVIEW_TTL - 1);
    for (const passedOn of [
      token,
      `${token}.`,
      `${token}，请看`,
      `${token.slice(0, 9)}=\r\n${token.slice(9)}\u200b 请看`,
    ])
      expect((await open(passedOn)).code).toBe('OK');
    api.clock.advance(1);
    const over = await open(token);
    expect([over.status, over.code]).toEqual([404, 'PREVIEW_NOT_FOUND']);
  });

  test.each(['x', 'ydp_', `ydp_${'a'.repeat(50)}`])('returns 404 for a made-up token: %s', async (token) => {
    const answer = await open(token);
    expect([answer.status, answer.code]).toEqual([404, 'PREVIEW_NOT_FOUND']);
  });

  test('for a version submitted again shows the content of its last round, not the draft', async () => {
    const version = await versionOf(api, owner.id);
    await submitAgainAfterRevoke(version.versionId);
    const { token } = (await link(version.appId, version.versionId)).data;
    expect((await open(token)).data).toMatchObject({
      review_status: 'in_review',
      app: {
        name: '交上来的名字',
        size: 1_234_567,
        update_log: [{ version: '1.0.0', git_version: 'v1.0.0-rc' }],
      },
    });
  });

  test('for a version returned and edited since shows it as submitted; for the draft, as edited', async () => {
    const { appId, versionId } = await versionOf(api, owner.id);
    const submitted = await link(appId, versionId);
    const draft = await link(appId);
    await api.db
      .update(appVersions)
      .set({ reviewStatus: 'changes_requested', dueAt: null, version: '1.0.1', size: 7 })
      .where(eq(appVersions.id, versionId));
    expect((await open(submitted.data.token)).data).toMatchObject({
      review_status: 'changes_requested',
      app: { version: '1.0.0', size: 1_000_000 },
    });
    expect((await open(draft.data.token)).data).toMatchObject({
      review_status: 'changes_requested',
      app: { version: '1.0.1', size: 7 },
    });
  });

  const submitAgainAfterRevoke = async (versionId: number) => {
    await api.db
      .update(appVersions)
      .set({ reviewStatus: 'withdrawn', dueAt: null })
      .where(eq(appVersions.id, versionId));
    await submitAgain(
      api,
      owner.id,
      versionId,
      { name: { zh: '交上来的名字', en: 'As handed in' } },
      { size: 1_234_567, gitVersion: 'v1.0.0-rc' },
    );
  };

  test('of a live app lists the pending version above the releases', async () => {
    const seeded = await signedInAs(api, 'developer@yunduo.test', SEED_PASSWORD);
    const [app] = await api.db.select().from(apps).where(eq(apps.appKey, 'port-patrol'));
    const { token } = (await link(app?.id ?? 0, undefined, seeded)).data;
    const { data } = await open(token);
    const page = await api.call(appStore.detail, { id: app?.id ?? 0 });
    expect(data.app).toMatchObject({ name: page.data.name, developer: page.data.developer });
    const live = page.data.update_log.map(({ version }) => version);
    expect(data.app.update_log.map(({ version }) => version).slice(-live.length)).toEqual(live);
  });

  test('the developer’s listing and the store page show the same facts, in both languages', async () => {
    const seeded = await signedInAs(api, 'developer@yunduo.test', SEED_PASSWORD);
    const [app] = await api.db.select().from(apps).where(eq(apps.appKey, 'port-patrol'));
    const id = app?.id ?? 0;
    const { data: own } = await api.call(devApp.detail, { id }, { token: seeded.token });
    for (const locale of ['zh', 'en'] as const) {
      const { data } = await api.call(appStore.detail, { id }, { lang: locale });
      expect({
        developer: own.listing.developer[locale],
        source: own.listing.source,
        certified: own.listing.certified,
        free: own.listing.free,
        human_download_num: own.listing.downloads[locale],
        repo_url: own.listing.repo_url,
        first_published_at: own.listing.first_published_at,
      }).toEqual({
        developer: data.developer,
        source: data.source,
        certified: data.certified,
        free: data.free,
        human_download_num: data.human_download_num,
        repo_url: data.repo_url,
        first_published_at: data.first_published_at,
      });
    }
  });

  test('of a separately submitted listing shows it with the current version, once', async () => {
    const seeded = await signedInAs(api, 'developer@yunduo.test', SEED_PASSWORD);
    const [app] = await api.db.select().from(apps).where(eq(apps.appKey, 'port-patrol'));
    const id = app?.id ?? 0;
    const page = (await api.call(appStore.detail, { id })).data;
    const own = (await api.call(devApp.detail, { id }, { token: seeded.token })).data;
    const intro = { zh: '改过的简介', en: 'Another intro' };
    await api.call(devApp.save, { id, revision: own.revision, intro }, { token: seeded.token });
    const sent = await api.call(devApp.submit, { listing_of: id }, { token: seeded.token });
    expect(sent.code).toBe('OK');
    const { data } = await open((await link(id, undefined, seeded)).data.token);
    expect(data).toMatchObject({ review_status: 'in_review', app: { version: page.version } });
    expect(data.app.update_log).toEqual(page.update_log);
  });

  test('is rate-limited per developer', async () => {
    const [{ count } = { count: 0 }] = RATES.previewLinks;
    const busy = await person(api, 'developer');
    const codes = new Set<string>();
    for (let made = 0; made < count; made += 1) codes.add((await link(999_999, undefined, busy)).code);
    expect([...codes]).toEqual(['APP_NOT_FOUND']);
    expect((await link(999_999, undefined, busy)).code).toBe('TOO_MANY_REQUESTS');
  });

  test('is created only by the app’s developer', async () => {
    const [mine, another] = [await versionOf(api, owner.id), await versionOf(api, owner.id)];
    const other = await person(api, 'developer');
    for (const answer of [await link(mine.appId, undefined, other), await link(999_999)]) {
      expect([answer.status, answer.code]).toEqual([404, 'APP_NOT_FOUND']);
    }
    const foreign = await link(mine.appId, another.versionId);
    expect([foreign.status, foreign.code]).toEqual([404, 'VERSION_NOT_FOUND']);
    expect((await api.call(devApp.previewToken, { id: mine.appId })).status).toBe(401);
    expect((await link(mine.appId, undefined, await person(api))).status).toBe(403);
  });

  test('is not accepted as a session', async () => {
    const { appId } = await versionOf(api, owner.id);
    const { token } = (await link(appId)).data;
    expect((await api.call(devApp.list, {}, { token })).status).toBe(401);
    expect((await link(appId, undefined, { token })).status).toBe(401);
  });
});
