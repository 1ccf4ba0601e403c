import { adminUser, devApp, devCenter, devToken, userInfo } from '@yunduo/api-contract';
import { NOTICE_DAYS } from '@yunduo/validation';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import {
  appEvents,
  apps,
  appVersions,
  consents,
  protocolVersions,
  userRoles,
  versionSuggestions,
} from '../../db/schema/index.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { createApp, SEED_PASSWORD } from '../../testing/builders.ts';
import { onPostgres } from '../../testing/environment.ts';
import { newcomer, signedInAs } from '../../testing/people.ts';
import { person, step, versionOf, type Person, type Submitted } from '../../testing/reviews.ts';
import type { VersionAction } from '../publishing/step.ts';

const DAY = 86_400_000;
let api: TestApp;
beforeAll(async () => {
  api = await testApp({ seeded: true });
});
afterAll(() => api.close());

const consentsOf = (userId: number) =>
  api.db
    .select({ version: consents.version, at: consents.agreedAt })
    .from(consents)
    .where(and(eq(consents.userId, userId), eq(consents.protocol, 'developer-agreement')));

describe('joining the developer center', () => {
  test('grants the developer role and records the consent', async () => {
    const { token, user } = await newcomer(api);
    const joined = await api.call(devCenter.join, { agree: true, version: '1.0.0' }, { token });
    expect(joined.data).toMatchObject({ id: user.id, email: user.email, roles: ['user', 'developer'] });
    expect(await consentsOf(user.id)).toEqual([{ version: '1.0.0', at: api.clock.now() }]);
    expect((await api.call(userInfo.index, undefined, { token })).data.roles).toContain('developer');
    expect((await api.call(devApp.list, {}, { token })).code).toBe('OK');
  });

  test('is idempotent', async () => {
    const { token, user } = await newcomer(api);
    await api.call(devCenter.join, { agree: true }, { token });
    const before = await consentsOf(user.id);
    api.clock.advance(60_000);
    const again = await api.call(devCenter.join, { agree: true }, { token });
    expect([again.code, again.data.roles]).toEqual(['OK', ['user', 'developer']]);
    expect(await consentsOf(user.id)).toEqual(before);
  });

  (onPostgres ? test : test.skip)(
    'grants one role and records one consent for twenty concurrent requests',
    async () => {
      const { token, user } = await newcomer(api);
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => api.call(devCenter.join, { agree: true }, { token })),
      );
      expect(answers.map(({ code }) => code)).toEqual(Array.from({ length: 20 }, () => 'OK'));
      expect(await consentsOf(user.id)).toHaveLength(1);
    },
  );

  test('rejects a missing agreement at the field', async () => {
    const { token } = await newcomer(api);
    const answer = await api.call(devCenter.join, { agree: false }, { token });
    expect([answer.status, answer.code, answer.error.fields]).toEqual([
      400,
      'VALIDATION_FAILED',
      { agree: 'developer_agree_required' },
    ]);
    expect((await api.call(devApp.list, {}, { token })).status).toBe(403);
  });

  test('requires a session', async () => {
    expect((await api.call(devCenter.join, { agree: true })).status).toBe(401);
  });

  test('returns PROTOCOL_CHANGED if the accepted version is no longer current', async () => {
    const { token, user } = await newcomer(api);
    const text = { zh: '新', en: 'New' };
    const edition = { slug: 'developer-agreement', version: '2.0.0', markdown: text, hash: text } as const;
    await api.db.insert(protocolVersions).values({ ...edition, publishedAt: api.clock.now() });
    const old = await api.call(devCenter.join, { agree: true, version: '1.0.0' }, { token });
    expect([old.status, old.code]).toEqual([400, 'PROTOCOL_CHANGED']);
    expect(await consentsOf(user.id)).toEqual([]);
    expect((await api.call(devCenter.join, { agree: true, version: '2.0.0' }, { token })).code).toBe('OK');

    // An existing developer also accepts the current version.
    const known = await signedInAs(api, 'developer@yunduo.test', SEED_PASSWORD);
    const joined = await api.call(devCenter.join, { agree: true, version: '2.0.0' }, known);
    expect([joined.code, joined.data.roles]).toEqual(['OK', ['user', 'developer']]);
    expect((await consentsOf(known.user.id)).map(({ version }) => version).sort()).toEqual([
      '1.0.0',
      '2.0.0',
    ]);
    await api.db.delete(protocolVersions).where(eq(protocolVersions.version, '2.0.0'));
  });

  test('returns DEVELOPER_REVOKED after an operator revoked the role', async () => {
    const { token, user } = await newcomer(api);
    await api.call(devCenter.join, { agree: true }, { token });
    const operator = await signedInAs(api, 'operator@yunduo.test', SEED_PASSWORD);
    const role = { email: user.email, role: 'developer' as const };
    await api.call(adminUser.role, { ...role, granted: false }, operator);
    const answer = await api.call(devCenter.join, { agree: true }, { token });
    expect([answer.status, answer.code]).toEqual([400, 'DEVELOPER_REVOKED']);
    expect(await api.db.select().from(userRoles).where(eq(userRoles.userId, user.id))).toEqual([]);
    const admin = await person(api, 'admin');
    expect((await api.call(adminUser.role, { ...role, granted: true }, admin)).code).toBe('OK');
    expect((await api.call(devCenter.join, { agree: true }, { token })).code).toBe('OK');
  });
});

describe('developer notices', () => {
  let developer: Person;
  let reviewer: Person;
  beforeAll(async () => {
    [developer, reviewer] = [await person(api, 'developer'), await person(api, 'reviewer')];
  });
  const notices = async (who: Person, lang: 'zh' | 'en' = 'zh') =>
    (await api.call(devCenter.notices, undefined, { token: who.token, lang })).data.list;
  const review = (version: number, action: VersionAction, text = '') =>
    step(api, {
      version,
      action,
      actor: { userId: reviewer.id, name: reviewer.email, via: 'api', role: 'reviewer' },
      details: { text, ...(action === 'reject' && { reason: 'broken' as const }) },
    });
  const operate = (version: number, action: VersionAction, text: string) =>
    step(api, {
      version,
      action,
      actor: { userId: null, name: 'root', via: 'command', role: 'operator' },
      details: { text },
    });
  const release = ({ versionId }: Submitted) =>
    step(api, {
      version: versionId,
      action: 'release',
      actor: { userId: developer.id, name: developer.email, via: 'api', role: 'developer' },
    });

  test('are empty while nothing happened or a version is in review', async () => {
    await versionOf(api, developer.id);
    expect(await notices(developer)).toEqual([]);
    expect(await notices(await person(api, 'developer'))).toEqual([]);
  });

  test('list requested changes, approvals and rejections with appeal deadline, newest first', async () => {
    const [changed, approved, rejected] = [
      await versionOf(api, developer.id, { name: '要改的应用' }),
      await versionOf(api, developer.id, { name: '可以发布的' }),
      await versionOf(api, developer.id, { name: '被拒绝的应用' }),
    ];
    await api.db.insert(versionSuggestions).values({
      versionId: changed.versionId,
      round: 1,
      field: 'intro',
      text: '写得短一些',
      createdAt: api.clock.now(),
    });
    await review(changed.versionId, 'request_changes', '差一点');
    api.clock.advance(1000);
    await review(approved.versionId, 'approve');
    api.clock.advance(1000);
    await review(rejected.versionId, 'reject', '装不上');
    const rejectedAt = api.clock.now();

    const list = await notices(developer);
    expect(list.map(({ id, kind, waits }) => [id, kind, waits])).toEqual([
      [`rejected:${rejected.versionId}`, 'rejected', true],
      [`approved:${approved.versionId}`, 'approved', true],
      [`changes_requested:${changed.versionId}`, 'changes_requested', true],
    ]);
    expect(list[0]).toMatchObject({
      text: '“被拒绝的应用”1.0.0 未通过审核，可以在截止时间前申诉一次',
      words: '装不上',
      deadline: new Date(rejectedAt.getTime() + 7 * DAY).toISOString(),
      app: { id: rejected.appId, app_key: rejected.appKey, name: '被拒绝的应用' },
      version: { id: rejected.versionId, version: '1.0.0' },
      token: null,
    });
    expect(list[1]).toMatchObject({ deadline: null, words: null });
    expect((await notices(developer, 'en'))[1]?.text).toMatch(
      /^Sample \d+ 1\.0\.0 was approved and is ready/,
    );

    // To the millisecond, like the appeal itself.
    api.clock.advance(7 * DAY);
    expect((await notices(developer))[0]).toMatchObject({ kind: 'rejected', waits: true });
    api.clock.advance(1);
    const later = (await notices(developer))[0];
    expect(later).toMatchObject({ kind: 'rejected', waits: false, deadline: null });
    expect(later?.text).toBe('“被拒绝的应用”1.0.0 未通过审核');
    api.clock.advance(23 * DAY);
    expect((await notices(developer)).map(({ kind }) => kind)).toEqual(['approved', 'changes_requested']);
    await release(approved);
    expect((await notices(developer)).map(({ kind }) => kind)).toEqual(['changes_requested']);
  });

  test('offer no appeal while another version is a draft, but show the deadline', async () => {
    const other = await person(api, 'developer');
    const rejected = await versionOf(api, other.id, { name: '先被拒绝' });
    await review(rejected.versionId, 'reject', '装不上');
    const until = new Date(api.clock.now().getTime() + 7 * DAY).toISOString();
    const { data } = await api.call(devApp.versionSave, { app_id: rejected.appId, version: '1.0.1' }, other);
    expect(await notices(other)).toMatchObject([
      {
        kind: 'rejected',
        text: '“先被拒绝”1.0.0 未通过审核。没有其他版本在准备或审核中时，可以在截止时间前申诉一次',
        waits: false,
        deadline: until,
      },
    ]);
    await api.call(devApp.versionDelete, { version_id: data.id }, other);
    expect(await notices(other)).toMatchObject([
      { text: '“先被拒绝”1.0.0 未通过审核，可以在截止时间前申诉一次', waits: true, deadline: until },
    ]);
  });

  test('do not request the release of an app that was taken down', async () => {
    const { appId, versionId } = await versionOf(api, developer.id, { name: '下架中的应用' });
    await review(versionId, 'approve');
    const mine = async () => (await notices(developer)).find(({ version }) => version?.id === versionId);
    await api.db
      .update(apps)
      .set({ takenDownAt: api.clock.now(), takenDownReason: '侵权投诉' })
      .where(eq(apps.id, appId));
    expect(await mine()).toMatchObject({
      kind: 'approved',
      text: '“下架中的应用”1.0.0 已通过审核，应用重新上架后才能发布',
      waits: false,
    });
    // The name was deleted from the draft since.
    await api.db
      .update(apps)
      .set({ name: { zh: '', en: '' } })
      .where(eq(apps.id, appId));
    const [app] = await api.db.select().from(apps).where(eq(apps.id, appId));
    expect((await mine())?.app?.name).toBe(app?.appKey);
    await api.db.update(apps).set({ takenDownAt: null, takenDownReason: null }).where(eq(apps.id, appId));
    expect(await mine()).toMatchObject({ waits: true });
  });

  test('include an operator’s yank, but not the developer’s own', async () => {
    const other = await person(api, 'developer');
    const own = { userId: other.id, name: other.email, via: 'api', role: 'developer' } as const;
    for (const by of ['operator', 'developer'] as const) {
      const { versionId } = await versionOf(api, other.id, { name: `撤下的${by}` });
      await review(versionId, 'approve');
      await step(api, { version: versionId, action: 'release', actor: own });
      if (by === 'operator') await operate(versionId, 'yank', '依赖里有后门');
      else await step(api, { version: versionId, action: 'yank', actor: own, details: { text: '有错' } });
    }
    const list = await notices(other);
    expect(list.map(({ kind, words, waits }) => [kind, words, waits])).toEqual([
      ['yanked', '依赖里有后门', false],
    ]);
  });

  test('end after their days, and are the newest fifty', async () => {
    const other = await person(api, 'developer');
    const { appId, versionId } = await versionOf(api, other.id, { submitted: false });
    const now = api.clock.now().getTime();
    const yank = (at: number, text: string) => ({
      appId,
      versionId,
      at: new Date(at),
      action: 'yank' as const,
      actorRole: 'operator' as const,
      text,
    });
    const words = async () => (await notices(other)).map((notice) => notice.words);
    const oldest = now - NOTICE_DAYS * DAY;
    await api.db.insert(appEvents).values([yank(oldest, 'over'), yank(oldest + 1, 'last')]);
    expect(await words()).toEqual(['last']);
    const newest = Array.from({ length: 50 }, (_, place) => `${place}`);
    await api.db.insert(appEvents).values(newest.map((text, place) => yank(now - place * 60_000, text)));
    expect(await words()).toEqual(newest);
    // Tasks are older than all of it, and still among the fifty.
    const task = await versionOf(api, other.id);
    await review(task.versionId, 'approve');
    await api.db
      .update(appVersions)
      .set({ decidedAt: new Date(oldest) })
      .where(eq(appVersions.id, task.versionId));
    const list = await notices(other);
    expect([list.length, list.at(-1)?.kind, list.at(-1)?.waits]).toEqual([50, 'approved', true]);
  });

  test('are the newest fifty of many decisions, and of many takedowns', async () => {
    const other = await person(api, 'developer');
    const now = api.clock.now().getTime();
    const ages = new Map<number, number>();
    for (let made = 0; made < 51; made += 1) {
      const { id } = await createApp(api.db, {
        developerId: other.id,
        versions: [{ version: '1.0.0', reviewStatus: 'draft' }],
        now: api.clock.now(),
      });
      // In another order than that of their creation, and than its reverse.
      const age = (made * 20) % 51;
      ages.set(id, age);
      await api.db
        .update(appVersions)
        .set({ reviewStatus: 'changes_requested', decidedAt: new Date(now - age * 60_000), round: 1 })
        .where(eq(appVersions.appId, id));
    }
    const shown = async () => (await notices(other)).map(({ kind, app }) => [kind, ages.get(app?.id ?? 0)]);
    const fifty = (kind: string) => Array.from({ length: 50 }, (_, age) => [kind, age]);
    expect(await shown()).toEqual(fifty('changes_requested'));
    for (const [id, age] of ages) {
      await api.db.delete(appVersions).where(eq(appVersions.appId, id));
      const at = new Date(now - age * 60_000);
      await api.db.update(apps).set({ takenDownAt: at, takenDownReason: '侵权' }).where(eq(apps.id, id));
    }
    expect(await shown()).toEqual(fifty('taken_down'));
  });

  test('include a takedown while it lasts', async () => {
    const other = await person(api, 'developer');
    const { appId } = await versionOf(api, other.id, { submitted: false });
    const at = api.clock.now();
    await api.db
      .update(apps)
      .set({ takenDownAt: at, takenDownReason: '收到侵权投诉' })
      .where(eq(apps.id, appId));
    const told = (text: string) => [
      {
        id: `taken_down:${appId}`,
        kind: 'taken_down',
        words: '收到侵权投诉',
        version: null,
        at: at.toISOString(),
        text,
      },
    ];
    const [app] = await api.db.select().from(apps).where(eq(apps.id, appId));
    // It never was in the store.
    expect(await notices(other)).toMatchObject(
      told(`运营人员决定“${app?.name.zh}”暂时不能上架，如有疑问请联系我们`),
    );
    await api.db
      .update(apps)
      .set({ firstPublishedAt: at, name: { zh: '', en: '' } })
      .where(eq(apps.id, appId));
    expect(await notices(other)).toMatchObject(
      told(`“${app?.appKey}”已被运营人员下架，如需重新上架请联系我们`),
    );
    await api.db.update(apps).set({ takenDownAt: null, takenDownReason: null }).where(eq(apps.id, appId));
    expect(await notices(other)).toEqual([]);
  });

  test('include a token in its last week, but not an expired or revoked one', async () => {
    const other = await person(api, 'developer');
    const make = async (name: string, expires_in_days: number) =>
      (await api.call(devToken.create, { name, scopes: ['app:read'], expires_in_days }, other)).data.item;
    const item = await make('构建机', 30);
    const revoked = await make('旧机器', 30);
    await api.call(devToken.revoke, { id: revoked.id }, other);
    await make('明年的', 365);
    expect(await notices(other)).toEqual([]);
    api.clock.advance(23 * DAY);
    const fresh = await signedInAs(api, other.email, SEED_PASSWORD);
    const again = { ...other, token: fresh.token };
    expect(await notices(again)).toMatchObject([
      {
        id: `token_expiring:${item.id}`,
        token: { id: item.id, name: '构建机' },
        deadline: item.expires_at,
        app: null,
        text: '令牌“构建机”即将到期，到期后构建服务器会被拒绝',
      },
    ]);
    api.clock.advance(7 * DAY);
    expect(await notices(again)).toEqual([]);
  });

  test('return 401 without a session and 403 to non-developers', async () => {
    expect((await api.call(devCenter.notices, undefined)).status).toBe(401);
    const { token } = await person(api, 'reviewer');
    expect((await api.call(devCenter.notices, undefined, { token })).status).toBe(403);
  });
});
