import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { adminApp, appStore } from '@yunduo/api-contract';
import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { siteSettings } from '../../db/schema/content.ts';
import { auditLog } from '../../db/schema/platform.ts';
import { apps } from '../../db/schema/store.ts';
import { testApp, type Caller, type TestApp } from '../../testing/app.ts';
import { wronglyListed } from '../../testing/listed.ts';
import { createApp, SEED_PASSWORD } from '../../testing/builders.ts';
import { onPostgres, SEED_NOW } from '../../testing/environment.ts';
import { newcomer, signedInAs } from '../../testing/people.ts';
import { step } from '../../testing/reviews.ts';

let api: TestApp;
let operator: string;
let developer: { token: string; id: number };
beforeAll(async () => {
  api = await testApp({ seeded: true });
  operator = (await signedInAs(api, 'operator@yunduo.test', SEED_PASSWORD)).token;
  const { token, user } = await signedInAs(api, 'developer@yunduo.test', SEED_PASSWORD);
  developer = { token, id: user.id };
});
afterAll(() => api.close());

let id: number;
beforeEach(async () => {
  ({ id } = await createApp(api.db, { now: SEED_NOW, developerId: developer.id }));
});

const as = (caller: Caller = {}): Caller => ({ token: operator, ...caller });
const certify = (certified: boolean, caller?: Caller) =>
  api.call(adminApp.certify, { id, certified }, as(caller));
const feature = (rank: number | null, app = id, caller?: Caller) =>
  api.call(adminApp.feature, { id: app, rank }, as(caller));
const REASON = '安装脚本会上传本机的密钥文件。';
const takeDown = (reason: string | undefined = REASON, caller?: Caller) =>
  api.call(adminApp.takedown, { id, taken_down: true, ...(reason !== undefined && { reason }) }, as(caller));
const lift = () => api.call(adminApp.takedown, { id, taken_down: false }, as());
const shown = async () => (await api.call(appStore.detail, { id })).code === 'OK';
const revision = async () => (await api.db.select().from(siteSettings))[0]?.contentRevision ?? 0;
const row = async () => {
  const [found] = await api.db.select().from(apps).where(eq(apps.id, id));
  if (!found) throw new Error('no app');
  return found;
};
const audits = () =>
  api.db
    .select({ action: auditLog.action, actor: auditLog.actor, details: auditLog.details })
    .from(auditLog)
    .where(eq(auditLog.target, `app:${id}`))
    .orderBy(asc(auditLog.id));
const selection = async () =>
  (await api.call(appStore.list, { cate: 'recommend', page_size: 100 })).data.list.map((app) => app.id);
const ranks = async () =>
  (
    await api.db
      .select({ rank: apps.recommendedRank })
      .from(apps)
      .where(isNotNull(apps.recommendedRank))
      .orderBy(asc(apps.recommendedRank))
  ).map(({ rank }) => rank);

describe('Certification', () => {
  test('marks the app, increases the content revision and is audited', async () => {
    const before = await revision();
    expect((await certify(true)).data).toMatchObject({ id, certified: true, status: 'published' });
    expect((await api.call(appStore.detail, { id })).data.certified).toBe(true);
    expect(await revision()).toBe(before + 1);
    expect((await certify(false)).data.certified).toBe(false);
    expect((await audits()).map(({ action }) => action)).toEqual(['app.certify', 'app.uncertify']);
  });

  test('without a change is not audited', async () => {
    const before = await revision();
    expect((await certify(false)).code).toBe('OK');
    expect(await revision()).toBe(before);
    expect(await audits()).toEqual([]);
  });
});

describe('Featured apps', () => {
  test('an app is inserted at its rank; the others move up and down', async () => {
    const before = await selection();
    const first = await revision();
    expect((await feature(2)).data.recommended_rank).toBe(2);
    expect(await selection()).toEqual([before[0], id, ...before.slice(1)]);
    expect(await ranks()).toEqual(before.concat(0).map((_, index) => index + 1));
    expect((await feature(1)).data.recommended_rank).toBe(1);
    expect((await selection()).slice(0, 2)).toEqual([id, before[0]]);
    // A position beyond the last means the last.
    expect((await feature(200)).data.recommended_rank).toBe(before.length + 1);
    expect((await feature(null)).data.recommended_rank).toBeNull();
    expect(await selection()).toEqual(before);
    expect(await revision()).toBe(first + 4);
    expect((await audits()).map(({ action, details: { from, to } }) => [action, from, to])).toEqual([
      ['app.feature', null, 2],
      ['app.feature', 2, 1],
      ['app.feature', 1, before.length + 1],
      ['app.unfeature', before.length + 1, null],
    ]);
  });

  test('apps of one rank stay in the order of their downloads', async () => {
    const made: number[] = [];
    for (const downloadCount of [5, 9, 7])
      made.push((await createApp(api.db, { now: SEED_NOW, recommendedRank: 1, downloadCount })).id);
    const [five, nine, seven] = made;
    await feature(200);
    expect((await selection()).filter((one) => made.includes(one))).toEqual([nine, seven, five]);
    expect(await ranks()).toEqual((await selection()).map((_, index) => index + 1));
    await feature(null);
    for (const one of made) await feature(null, one);
  });

  test.each([0, -1, 1.5, 201])('rank %d is rejected', async (rank) => {
    expect((await feature(rank)).error.fields).toEqual({ rank: 'field_invalid' });
  });

  (onPostgres ? test : test.skip)(
    'concurrent edits leave consecutive ranks',
    async () => {
      const others = await Promise.all(Array.from({ length: 4 }, () => createApp(api.db, { now: SEED_NOW })));
      for (let round = 0; round < 20; round += 1) {
        const answers = await Promise.all([
          ...others.map((app, index) => feature(round % 2 ? null : index + 1, app.id)),
          certify(round % 2 === 0),
        ]);
        expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 'OK'));
        const now = await ranks();
        expect(now).toEqual(now.map((_, index) => index + 1));
      }
    },
    60_000,
  );
});

describe('Takedown', () => {
  test('unpublishes the app, mails its developer the reason and is audited', async () => {
    const before = await revision();
    const answer = await takeDown();
    expect(answer.data).toMatchObject({
      status: 'unpublished',
      taken_down_at: api.clock.now().toISOString(),
      taken_down_reason: REASON,
    });
    expect(await shown()).toBe(false);
    expect(await revision()).toBeGreaterThan(before);
    const mail = (await api.mails()).find(({ to }) => to === 'developer@yunduo.test');
    expect(mail?.text).toContain(REASON);
    expect((await audits()).at(-1)).toMatchObject({
      action: 'app.takedown',
      actor: 'operator@yunduo.test',
      details: { reason: REASON },
    });
    const again = await takeDown();
    expect([again.status, again.code]).toEqual([400, 'STATE_CHANGED']);
  });

  test('is lifted, and the app is published again', async () => {
    await takeDown();
    expect((await lift()).data).toMatchObject({
      status: 'published',
      taken_down_at: null,
      taken_down_reason: null,
    });
    expect(await shown()).toBe(true);
    expect((await audits()).at(-1)?.action).toBe('app.lift_takedown');
    expect((await lift()).code).toBe('STATE_CHANGED');
  });

  test('of an unpublished app is lifted without publishing it', async () => {
    await api.db.update(apps).set({ status: 'unpublished' }).where(eq(apps.id, id));
    const mailAbout = async (subject: string) =>
      (await api.mails()).find(
        (mail) => mail.to === 'developer@yunduo.test' && mail.subject.endsWith(subject),
      );
    const before = await revision();
    expect((await takeDown()).data).toMatchObject({ status: 'unpublished', taken_down_reason: REASON });
    // Its cached error page names it no more.
    expect(await revision()).toBe(before + 1);
    // Its developer could not release it, and is told why.
    expect((await mailAbout('暂时不能上架'))?.text).toContain(REASON);
    expect(await mailAbout('可以重新上架')).toBeUndefined();
    expect((await lift()).data).toMatchObject({ status: 'unpublished', taken_down_at: null });
    expect(await revision()).toBe(before + 2);
    expect(await mailAbout('可以重新上架')).toBeDefined();
    expect(await shown()).toBe(false);
  });

  test('of an app that its developer had unpublished is lifted without publishing it', async () => {
    const { currentVersionId, developerId } = await row();
    await step(api, {
      version: currentVersionId ?? 0,
      action: 'unpublish',
      actor: { userId: developerId, name: 'developer', via: 'api', role: 'developer' },
      details: { text: '' },
    });
    await takeDown();
    expect((await lift()).data).toMatchObject({ status: 'unpublished', taken_down_at: null });
    expect(await shown()).toBe(false);
  });

  test('is enforced by the database', async () => {
    await takeDown();
    const bring = api.db.update(apps).set({ status: 'published' }).where(eq(apps.id, id));
    await expect(Promise.resolve(bring)).rejects.toThrow();
    expect((await row()).status).toBe('unpublished');
  });

  test('needs a reason of a minimum length', async () => {
    expect((await takeDown('')).error.fields).toEqual({ reason: 'takedown_reason_required' });
    expect((await api.call(adminApp.takedown, { id, taken_down: true }, as())).error.fields).toEqual({
      reason: 'takedown_reason_required',
    });
    expect((await takeDown('坏')).error.fields).toEqual({ reason: 'takedown_reason_length' });
    expect(await shown()).toBe(true);
  });

  test('of an app without a developer works the same', async () => {
    const { id: ours } = await createApp(api.db, { now: SEED_NOW });
    id = ours;
    expect((await takeDown()).data.status).toBe('unpublished');
    expect((await lift()).data.status).toBe('published');
  });

  (onPostgres ? test : test.skip)(
    'succeeds for one of three concurrent requests',
    async () => {
      for (let round = 0; round < 20; round += 1) {
        const answers = await Promise.all([takeDown(), takeDown(), takeDown()]);
        expect(answers.map(({ code }) => code).sort()).toEqual(['OK', 'STATE_CHANGED', 'STATE_CHANGED']);
        await lift();
      }
    },
    60_000,
  );
});

test('curation needs the operator role and an existing app', async () => {
  const { token } = await newcomer(api);
  for (const call of [
    (caller: Caller) => certify(true, caller),
    (caller: Caller) => feature(1, id, caller),
    (caller: Caller) => takeDown(REASON, caller),
  ]) {
    expect((await call({ token: '' })).status).toBe(401);
    expect((await call({ token })).status).toBe(403);
    // Not even for one's own app.
    expect((await call({ token: developer.token })).status).toBe(403);
  }
  id = 2_147_483_647;
  expect((await certify(true)).code).toBe('APP_NOT_FOUND');
  expect((await feature(1)).code).toBe('APP_NOT_FOUND');
  expect((await feature(null)).code).toBe('APP_NOT_FOUND');
  expect((await takeDown()).code).toBe('APP_NOT_FOUND');
  expect((await lift()).code).toBe('APP_NOT_FOUND');
  const [taken] = await api.db
    .select()
    .from(apps)
    .where(and(eq(apps.id, id), isNotNull(apps.takenDownAt)));
  expect(taken).toBeUndefined();
});

test('the store list matches every published app', async () => {
  expect(await wronglyListed(api.db)).toEqual([]);
});
