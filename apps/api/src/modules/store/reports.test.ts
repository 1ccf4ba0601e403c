import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { adminReport, appStore } from '@yunduo/api-contract';
import { REPORT_REASONS, REPORTS } from '@yunduo/validation';
import { eq } from 'drizzle-orm';
import { auditLog } from '../../db/schema/platform.ts';
import { appReports, apps } from '../../db/schema/store.ts';
import { testApp, type Caller, type TestApp } from '../../testing/app.ts';
import { createApp, SEED_PASSWORD } from '../../testing/builders.ts';
import { onPostgres, SEED_NOW } from '../../testing/environment.ts';
import { newcomer, signedInAs, someIp } from '../../testing/people.ts';

const DAY = 86_400_000;
let api: TestApp;
let operator: string;
beforeAll(async () => {
  api = await testApp({ seeded: true });
  operator = (await signedInAs(api, 'operator@yunduo.test', SEED_PASSWORD)).token;
});
afterAll(() => api.close());

let id: number;
let key: string;
beforeEach(async () => {
  api.clock.set(SEED_NOW);
  ({ id, appKey: key } = await createApp(api.db, { now: SEED_NOW }));
});

const TEXT = '装完以后一直占满处理器，停不下来。';
type Form = Partial<{ id: number; reason: string; text: string; email: string }>;
const report = (form: Form = {}, caller: Caller = {}) =>
  api.call(appStore.report, { id, reason: 'broken', text: TEXT, ...form }, { ip: someIp(), ...caller });
const stored = () => api.db.select().from(appReports).where(eq(appReports.appId, id));
const list = (input: Parameters<typeof api.call<typeof adminReport.list>>[1] = {}, caller: Caller = {}) =>
  api.call(adminReport.list, { app_id: id, ...input }, { token: operator, ...caller });
const close = (input: Parameters<typeof api.call<typeof adminReport.close>>[1], caller: Caller = {}) =>
  api.call(adminReport.close, input, { token: operator, ...caller });

describe('App report', () => {
  test('is listed for operators with the current version', async () => {
    const answer = await report({ text: `  ${TEXT}  `, email: 'reader@example.com' });
    expect([answer.code, answer.data]).toEqual(['OK', { counted: true }]);
    expect((await list()).data.list).toEqual([
      {
        id: expect.any(Number),
        app: { id, app_key: key, name: key, status: 'published' },
        version: '1.0.0',
        reason: 'broken',
        text: TEXT,
        email: 'reader@example.com',
        user_id: null,
        created_at: SEED_NOW.toISOString(),
        state: 'open',
        closed_at: null,
        closed_by: null,
        resolution: null,
        note: '',
      },
    ]);
  });

  test('counts once per person, app and day in Shanghai; the first one is stored', async () => {
    const ip = someIp();
    expect((await report({}, { ip })).data.counted).toBe(true);
    const again = await report({ reason: 'malicious', text: '第二次说的是别的事情，内容不一样' }, { ip });
    expect([again.code, again.data.counted]).toEqual(['OK', false]);
    expect(await stored()).toMatchObject([{ reason: 'broken' }]);
    const midnight = Date.parse('2026-11-20T16:00:00Z');
    for (const [moment, counted] of [
      [midnight - 1, false],
      [midnight, true],
    ] as const) {
      api.clock.set(new Date(moment));
      expect((await report({}, { ip })).data.counted).toBe(counted);
    }
    expect(await stored()).toHaveLength(2);
  });

  test('of a signed-in user counts once from any address', async () => {
    const { token, user } = await newcomer(api);
    expect((await report({}, { token })).data.counted).toBe(true);
    expect((await report({}, { token })).data.counted).toBe(false);
    expect((await report()).data.counted).toBe(true);
    expect((await stored()).map(({ userId }) => userId).sort()).toEqual([user.id, null].sort());
  });

  test('stores no network address', async () => {
    await report({}, { ip: '10.8.7.6' });
    expect(JSON.stringify(await stored())).not.toContain('10.8.7.6');
  });

  test.each(REPORT_REASONS)('accepts the reason %s', async (reason) => {
    expect((await report({ reason })).code).toBe('OK');
  });

  test.each<[Form, Record<string, string>]>([
    [{ reason: 'boring' }, { reason: 'report_reason_required' }],
    [{ reason: '' }, { reason: 'report_reason_required' }],
    [{ text: '' }, { text: 'report_text_required' }],
    [{ text: '          ' }, { text: 'report_text_required' }],
    [{ text: '九个字还不够长的' }, { text: 'report_text_length' }],
    [{ text: '字'.repeat(1001) }, { text: 'report_text_length' }],
    [{ email: 'nobody' }, { email: 'email_invalid' }],
  ])('rejects %j with a field error', async (form, fields) => {
    const answer = await report(form);
    expect([answer.status, answer.code, answer.error.fields]).toEqual([400, 'VALIDATION_FAILED', fields]);
    expect(await stored()).toEqual([]);
  });

  test('stores an empty email as null', async () => {
    await report({ email: '' });
    expect(await stored()).toMatchObject([{ email: null }]);
  });

  test('returns 404 for an app that is not in the store', async () => {
    const { id: hidden } = await createApp(api.db, { now: SEED_NOW, versions: [] });
    const { id: removed } = await createApp(api.db, { now: SEED_NOW });
    await api.db.update(apps).set({ status: 'unpublished' }).where(eq(apps.id, removed));
    for (const unknown of [hidden, removed, 2_147_483_647]) {
      expect(await report({ id: unknown })).toMatchObject({ status: 404, code: 'APP_NOT_FOUND' });
    }
  });

  test('is rate limited per person and hour', async () => {
    const ip = someIp();
    for (let count = 0; count < REPORTS.perHour; count += 1) {
      const { id: other } = await createApp(api.db, { now: SEED_NOW });
      expect((await report({ id: other }, { ip })).code).toBe('OK');
    }
    const rejected = await report({}, { ip });
    expect([rejected.status, rejected.code]).toEqual([400, 'TOO_MANY_REQUESTS']);
    expect(rejected.error.retry_after).toBeGreaterThan(0);
    api.clock.advance(3_600_001);
    expect((await report({}, { ip })).code).toBe('OK');
  });

  test('is rate limited per person and day', async () => {
    const ip = someIp();
    for (let count = 0; count < REPORTS.perDay; count += 1) {
      if (count % REPORTS.perHour === 0) api.clock.advance(3_600_001);
      const { id: other } = await createApp(api.db, { now: SEED_NOW });
      expect((await report({ id: other }, { ip })).code).toBe('OK');
    }
    api.clock.advance(3_600_001);
    expect((await report({}, { ip })).code).toBe('TOO_MANY_REQUESTS');
  });

  (onPostgres ? test : test.skip)(
    'is stored once for five concurrent requests of one person',
    async () => {
      const { token } = await newcomer(api);
      for (let round = 0; round < 20; round += 1) {
        api.clock.advance(DAY);
        const answers = await Promise.all(Array.from({ length: 5 }, () => report({}, { token })));
        expect(answers.filter(({ data }) => data?.counted)).toHaveLength(1);
      }
      expect(await stored()).toHaveLength(20);
    },
    60_000,
  );
});

describe('Report administration', () => {
  test('lists open reports oldest first, and filters by state and reason', async () => {
    await report({ reason: 'security' });
    await report({ reason: 'malicious' });
    api.clock.advance(60_000);
    await report();
    const reasons = async (input = {}) => (await list(input)).data.list.map(({ reason }) => reason);
    const oldestFirst = ['security', 'malicious', 'broken'];
    expect(await reasons({ state: 'open' })).toEqual(oldestFirst);
    // All of them newest first.
    expect(await reasons()).toEqual(oldestFirst.toReversed());
    expect((await list({ reason: 'security' })).data.total).toBe(1);
    expect(await reasons({ state: 'closed' })).toEqual([]);
    const second = await list({ state: 'open', page: 3, page_size: 1 });
    expect(second.data).toMatchObject({ total: 3, page: 3, list: [{ reason: 'broken' }] });
    for (const { id: reportId } of (await list()).data.list)
      await close({ id: reportId, resolution: 'fixed' });
    expect([await reasons({ state: 'closed' }), await reasons({ state: 'open' })]).toEqual([
      oldestFirst.toReversed(),
      [],
    ]);
    expect((await list({ state: 'lost' } as never)).error.fields).toEqual({ state: 'field_invalid' });
  });

  test('closes a report once with its resolution, and audits it', async () => {
    await report();
    const [{ id: reportId } = { id: 0 }] = await stored();
    const closed = await close({ id: reportId, resolution: 'fixed', note: ' 开发者已发新版 ' });
    expect(closed.data).toEqual({
      id: reportId,
      app: { id, app_key: key, name: key, status: 'published' },
      version: '1.0.0',
      reason: 'broken',
      text: TEXT,
      email: null,
      user_id: null,
      created_at: SEED_NOW.toISOString(),
      state: 'closed',
      closed_by: 'operator@yunduo.test',
      closed_at: SEED_NOW.toISOString(),
      resolution: 'fixed',
      note: '开发者已发新版',
    });
    const again = await close({ id: reportId, resolution: 'unfounded' });
    expect([again.status, again.code]).toEqual([400, 'STATE_CHANGED']);
    const audits = await api.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.target, `app_report:${reportId}`));
    expect(audits).toMatchObject([
      {
        action: 'app_report.close',
        actor: 'operator@yunduo.test',
        via: 'api',
        details: { app: key, resolution: 'fixed' },
      },
    ]);
    expect((await list({ state: 'closed' })).data.total).toBe(1);
  });

  test('returns 404 for an unknown report, and rejects an invalid resolution or note', async () => {
    expect(await close({ id: 2_147_483_647, resolution: 'fixed' })).toMatchObject({ status: 404 });
    await report();
    const [{ id: reportId } = { id: 0 }] = await stored();
    const wrong = await close({ id: reportId, resolution: 'ignored' } as never);
    expect(wrong.error.fields).toEqual({ resolution: 'field_invalid' });
    const long = await close({ id: reportId, resolution: 'fixed', note: '字'.repeat(1001) });
    expect(long.error.fields).toEqual({ note: 'report_note_length' });
  });

  test('returns 401 without a session, and 403 for users and reviewers', async () => {
    const { token } = await newcomer(api);
    const reviewer = (await signedInAs(api, 'reviewer@yunduo.test', SEED_PASSWORD)).token;
    expect((await list({}, { token: '' })).status).toBe(401);
    expect((await close({ id: 1, resolution: 'fixed' }, { token: '' })).status).toBe(401);
    for (const other of [token, reviewer]) {
      expect((await list({}, { token: other })).status).toBe(403);
      expect((await close({ id: 1, resolution: 'fixed' }, { token: other })).status).toBe(403);
    }
  });
});

test('the seed has open and closed reports', async () => {
  const all = await list({ app_id: undefined as never, page_size: 100 });
  const states = all.data.list.map(({ state }) => state);
  expect(states).toContain('open');
  expect(states).toContain('closed');
});
