import { createHash } from 'node:crypto';
import {
  adminActivity,
  adminApp,
  adminContent,
  adminFeedback,
  adminProtocol,
  adminRelease,
  adminReport,
  adminReview,
  appStore,
  devToken,
  feedback,
  order as calls,
  subscribe,
  userAuth,
  userInfo,
  type Endpoint,
  type InputOf,
  type Order,
} from '@yunduo/api-contract';
import { EMAIL_CODE } from '@yunduo/validation';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import {
  auditLog,
  activities,
  articles,
  devTokens,
  idempotencyKeys,
  orders,
  releases,
  throttles,
  versionSuggestions,
} from '../db/schema/index.ts';
import { changePlan } from '../modules/order/plans.ts';
import { settingsOfSite } from '../modules/site/settings.ts';
import { testApp, type TestApp } from '../testing/app.ts';
import { both, createApp } from '../testing/builders.ts';
import { onPostgres, SEED_NOW } from '../testing/environment.ts';
import { booksOf, CLERK, orderIn, paying, placed } from '../testing/orders.ts';
import {
  codeFor,
  newcomer,
  PASSWORD,
  signedInAs,
  someEmail,
  someIp,
  ticketFor,
  type SignedIn,
} from '../testing/people.ts';
import { person, versionOf } from '../testing/reviews.ts';
import { restarted, secondApp } from '../testing/second-app.ts';
import { withIdempotency } from './idempotency.ts';

let api: TestApp;
let owner: SignedIn;
beforeAll(async () => {
  api = await testApp({ seeded: true });
});
afterAll(() => api.close());
beforeEach(async () => {
  api.clock.set(SEED_NOW);
  await api.db.delete(throttles);
  owner = await newcomer(api);
});

let keys = 0;
const newKey = () => `test-key-${(keys += 1)}`;
const withKey = (key: string, { token } = owner) => ({ token, headers: { 'idempotency-key': key } });
const create = (key: string, plan = 'm1', who = owner, from: Pick<TestApp, 'call'> = api) =>
  from.call(calls.create, { plan, quantity: 1 }, withKey(key, who));
const ordersOf = (who = owner) => api.db.select().from(orders).where(eq(orders.userId, who.user.id));

describe('Same idempotency key and body', () => {
  test('twenty concurrent requests have one effect and one response', async () => {
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(key)));
    const [first] = answers;
    expect(first?.status).toBe(200);
    for (const answer of answers) expect(answer.data).toEqual(first?.data);
    expect(await ordersOf()).toHaveLength(1);
  });

  (onPostgres ? test : test.skip)('twenty concurrent requests on two processes have one effect', async () => {
    const second = await secondApp(api);
    try {
      const key = newKey();
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => create(key, 'm1', owner, index % 2 ? second : api)),
      );
      expect(new Set(answers.map(({ data }) => data.order_no)).size).toBe(1);
      expect(await ordersOf()).toHaveLength(1);
    } finally {
      await second.close();
    }
  });

  test('has one effect across a restart', async () => {
    const key = newKey();
    const first = await create(key);
    const again = await restarted(api, (call) => create(key, 'm1', owner, { call }));
    expect(again.data).toEqual(first.data);
    expect(await ordersOf()).toHaveLength(1);
  });

  test('returns the stored response, whatever changed since', async () => {
    const key = newKey();
    const { data } = await create(key);
    await api.call(calls.cancel, { order_no: data.order_no }, { token: owner.token });
    expect((await create(key)).data).toEqual(data);
    const now = await api.call(calls.detail, { order_no: data.order_no }, { token: owner.token });
    expect(now.data.status).toBe('cancelled');
  });

  test('starts one payment, and requests one refund', async () => {
    const { order_no: orderNo } = await placed(api, owner);
    const key = newKey();
    const pays = await Promise.all(
      Array.from({ length: 20 }, () =>
        api.call(calls.pay, { order_no: orderNo, provider: 'sandbox' }, withKey(key)),
      ),
    );
    expect(new Set(pays.map(({ data }) => data.pay_url)).size).toBe(1);
    const paid = await orderIn(api, owner, 'paid');
    const refunds = await Promise.all(
      Array.from({ length: 20 }, () =>
        api.call(calls.refundRequest, { order_no: paid.orderNo, reason: 'why' }, withKey(newKeyOnce)),
      ),
    );
    // Without the key nineteen of them would be refused because of the state.
    expect(refunds.every(({ code }) => code === 'OK')).toBe(true);
    expect(await booksOf(api)).toEqual([]);
  });
});
const newKeyOnce = 'the-key-of-one-refund';

describe('Repeated call that uses up its code or token', () => {
  const password = 'Another-harbour8';
  /** Both responses; without the key the second is a separate call, refused with `rejection`. */
  async function twice<E extends Endpoint>(endpoint: E, input: InputOf<E>, rejection: string, token = '') {
    const key = newKey();
    const send = (headers = {}) => api.call(endpoint, input, { headers, ip: someIp(), token });
    // From another network: after a lost connection users switch networks.
    const first = await send({ 'idempotency-key': key });
    const noticeCount = (await api.mails()).length;
    const second = await send({ 'idempotency-key': key });
    expect(first.code).toBe('OK');
    expect([second.code, second.data]).toEqual(['OK', first.data]);
    expect(await api.mails()).toHaveLength(noticeCount);
    expect((await send()).code).toBe(rejection);
    return first.data;
  }
  const newPassword = (email: string, code: string) => {
    return { email, code, password, password_confirm: password };
  };

  test('registers one account', async () => {
    const email = someEmail();
    const code = await codeFor(api, { email, scene: 'AUTH_REGISTER_EMAIL' });
    await twice(userAuth.register, { ...newPassword(email, code), agree: true }, 'CODE_INVALID');
    expect((await signedInAs(api, email, password)).user.email).toBe(email);
  });

  test('registers one account for concurrent requests, and returns OK to each', async () => {
    const [email, ip, key] = [someEmail(), someIp(), newKey()];
    const code = await codeFor(api, { email, scene: 'AUTH_REGISTER_EMAIL', caller: { ip } });
    const form = { ...newPassword(email, code), agree: true };
    const send = () => api.call(userAuth.register, form, { headers: { 'idempotency-key': key }, ip });
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map((answer) => answer.code)).toEqual(['OK', 'OK', 'OK']);
  });

  test('returns the first response if that completes between the lookup and the attempt', async () => {
    const request = { headers: { 'idempotency-key': newKey() }, body: {}, user: null };
    const call = (before?: () => Promise<unknown>) =>
      withIdempotency(
        api.app,
        request as unknown as FastifyRequest,
        userAuth.resetPassword,
        async () => null,
        {
          visitor: 'somebody',
          ...(before && { before }),
        },
      );
    const usedUp = async () => {
      await call();
      throw new Error('the code is used up');
    };
    expect(await call(usedUp)).toBeNull();
  });

  test('resets a password', async () => {
    const { email } = await newcomer(api);
    const code = await codeFor(api, { email, scene: 'AUTH_RESET_PWD' });
    await twice(userAuth.resetPassword, newPassword(email, code), 'CODE_INVALID');
    expect((await signedInAs(api, email, password)).user.email).toBe(email);
  });

  test('changes a password, without PASSWORD_WRONG', async () => {
    const { email, token } = await newcomer(api);
    const form = { old_password: PASSWORD, password, password_confirm: password };
    await twice(userInfo.changePassword, form, 'PASSWORD_WRONG', token);
    expect((await signedInAs(api, email, password)).user.email).toBe(email);
  });

  test('completes the steps of an email change, and its undo', async () => {
    const { email, token } = await newcomer(api);
    const scene = 'USER_INFO_CHANGE_EMAIL';
    const next = someEmail();
    const own = await codeFor(api, { email, scene, caller: { token } });
    const { change_token: verified } = await twice(
      userInfo.changeEmailVerify,
      { code: own },
      'CODE_INVALID',
      token,
    );
    const theirs = await codeFor(api, { email: next, scene, changeToken: verified, caller: { token } });
    const { change_token } = await twice(
      userInfo.changeEmailConfirm,
      { change_token: verified, new_email: next, code: theirs },
      'CHANGE_TOKEN_INVALID',
      token,
    );
    expect((await api.call(userInfo.changeEmailCommit, { change_token }, { token })).code).toBe('OK');
    const mail = (await api.mails()).find(({ to, text }) => to === email && text.includes('undo-email'));
    const undo = new URL(mail?.text.match(/http\S+/)?.[0] ?? '').searchParams.get('token') ?? '';
    // The calling session ends with it, and the second call has none.
    expect(await twice(userAuth.emailChangeUndo, { token: undo }, 'OK', token)).toEqual({
      email,
      signed_out: true,
    });
  });

  test('subscribes to the newsletter once, with another captcha ticket', async () => {
    const email = someEmail();
    const key = newKey();
    const ask = async () => {
      const input = { email, captcha_ticket: await ticketFor(api, 'subscribe'), locale: 'zh' } as const;
      return api.call(subscribe.create, input, { headers: { 'idempotency-key': key }, ip: someIp() });
    };
    const first = await ask();
    expect((await ask()).data).toEqual(first.data);
    expect((await api.mails()).filter(({ to }) => to === email)).toHaveLength(1);
  });

  test('counts rejected attempts, under one key or several', async () => {
    const email = someEmail();
    const code = await codeFor(api, { email, scene: 'AUTH_REGISTER_EMAIL' });
    const wrong = { ...newPassword(email, code === '000000' ? '000001' : '000000'), agree: true };
    const ip = someIp();
    const key = newKey();
    for (let tries = 0; tries < EMAIL_CODE.tries; tries += 1) {
      const headers = { 'idempotency-key': tries % 2 ? key : newKey() };
      expect((await api.call(userAuth.register, wrong, { headers, ip })).code).toBe('CODE_INVALID');
    }
    const right = { ...newPassword(email, code), agree: true };
    const late = await api.call(userAuth.register, right, { ip });
    expect(late.code).toBe('CODE_INVALID');
  });

  test('stores neither a plain hash of the body nor the email', async () => {
    const email = someEmail();
    const code = await codeFor(api, { email, scene: 'AUTH_REGISTER_EMAIL' });
    const form = { ...newPassword(email, code), agree: true };
    await api.call(userAuth.register, form, { headers: { 'idempotency-key': newKey() }, ip: someIp() });
    const rows = await api.db.select().from(idempotencyKeys);
    const plain = createHash('sha256').update(JSON.stringify(form)).digest('hex');
    expect(rows.map(({ bodyHash }) => bodyHash)).not.toContain(plain);
    expect(JSON.stringify(rows)).not.toContain(email);
  });
});

describe('Repeated call that creates something', () => {
  async function twice<E extends Endpoint>(endpoint: E, input: InputOf<E>, token: string) {
    const headers = { 'idempotency-key': newKey() };
    const first = await api.call(endpoint, input, { headers, token });
    const second = await api.call(endpoint, input, { headers, token });
    expect(first.code).toBe('OK');
    expect([second.code, second.data]).toEqual(['OK', first.data]);
    return first.data;
  }
  const build = { name: 'nightly', scopes: ['app:read' as const], expires_in_days: 30 };

  test('creates one token, returns its secret twice, and does not store it in plain text', async () => {
    const { id, email, token: session } = await person(api, 'developer');
    const { token } = await twice(devToken.create, build, session);
    expect(await api.db.$count(devTokens, eq(devTokens.userId, id))).toBe(1);
    expect((await api.mails()).filter(({ to }) => to === email)).toHaveLength(1);
    expect(JSON.stringify(await api.db.select().from(idempotencyKeys))).not.toContain(token);
  });

  (onPostgres ? test : test.skip)('creates one token per key for concurrent requests', async () => {
    const { token } = await person(api, 'developer');
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        api.call(devToken.create, build, { token, headers: { 'idempotency-key': newKey() } }),
      ),
    );
    expect(answers.map(({ code }) => code)).toEqual(Array.from({ length: 6 }, () => 'OK'));
  });

  test('adds and removes one suggestion, and resolves it again after it was reopened', async () => {
    const { token } = await person(api, 'reviewer');
    const { versionId } = await versionOf(api, (await person(api, 'developer')).id);
    const input = { version_id: versionId, field: 'intro', text: 'Shorter' };
    const { list } = await twice(adminReview.suggest, input, token);
    const noted = () => api.db.$count(versionSuggestions, eq(versionSuggestions.versionId, versionId));
    expect([list.length, await noted()]).toEqual([1, 1]);
    const id = list[0]?.id ?? 0;
    const headers = { 'idempotency-key': newKey() };
    const settle = async (change: 'resolve' | 'reopen', more = {}) => {
      const answer = await api.call(
        adminReview.suggest,
        { version_id: versionId, id, change },
        { token, ...more },
      );
      return answer.data.list[0]?.resolved_by;
    };
    // A client without the response repeats the old key in its next request.
    expect(await settle('resolve', { headers })).toBe('reviewer');
    expect(await settle('reopen')).toBeNull();
    expect(await settle('resolve', { headers })).toBe('reviewer');
    await twice(adminReview.suggest, { version_id: versionId, id, change: 'remove' }, token);
    expect(await noted()).toBe(0);
  });

  test('saves one article and one activity', async () => {
    const { token } = await person(api, 'operator');
    const [title, words] = [both('Once'), { intro: both('Why'), html: both('<p>How</p>') }];
    const article = { use_to: 'email' as const, position: 901, title, ...words, facts: [] };
    const { id } = await twice(adminContent.save, article, token);
    expect(await api.db.select({ id: articles.id }).from(articles).where(eq(articles.position, 901))).toEqual(
      [{ id }],
    );
    const before = await api.db.$count(activities);
    const dates = { starts_at: '2027-01-01T00:00:00.000Z', ends_at: '2027-01-02T00:00:00.000Z' };
    await twice(adminActivity.save, { title, ...words, terms: both('None'), ...dates }, token);
    expect(await api.db.$count(activities)).toBe(before + 1);
  });
});

describe('Repeated step that can be taken once', () => {
  let id: number;
  let token: string;
  beforeEach(async () => {
    ({ id, token } = await person(api, 'operator'));
  });
  const revision = async () => (await settingsOfSite(api.db)).contentRevision;

  /**
   * Both responses of two concurrent calls; without the key the next one is a separate call, which is refused. The step
   * is audited, and changes the content of the site, as often as stated.
   */
  async function twice<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    rejection: string,
    { audited = 1, changes = 0 } = {},
  ) {
    const audits = () => api.db.$count(auditLog, eq(auditLog.actorId, id));
    const before = [await audits(), await revision()] as const;
    const key = { 'idempotency-key': newKey() };
    const send = (headers = {}) => api.call(endpoint, input, { headers, token });
    const [first, second] = await Promise.all([send(key), send(key)]);
    expect([first.code, second.code, (await send()).code]).toEqual(['OK', 'OK', rejection]);
    expect(second.data).toEqual(first.data);
    expect([await audits(), await revision()]).toEqual([before[0] + audited, before[1] + changes]);
    return first.data;
  }
  const title = both('Once');
  const words = { title, intro: title, html: both('<p>How</p>') };

  test('publishes and archives an article', async () => {
    const article = { use_to: 'email' as const, position: 902, ...words, facts: [] };
    const { data } = await api.call(adminContent.save, article, { token });
    const { id, revision } = data;
    const shown = await twice(adminContent.publish, { id, revision }, 'EDIT_CONFLICT', { changes: 1 });
    const removed = await twice(adminContent.archive, { id, revision: shown.revision }, 'EDIT_CONFLICT', {
      changes: 1,
    });
    expect([shown.status, removed.status]).toEqual(['published', 'archived']);
  });

  test('withdraws an activity', async () => {
    const dates = { starts_at: '2027-01-01T00:00:00.000Z', ends_at: '2027-01-02T00:00:00.000Z' };
    const { data } = await api.call(adminActivity.save, { ...words, terms: title, ...dates }, { token });
    const { id, revision } = data;
    const removed = await twice(adminActivity.withdraw, { id, revision }, 'STATE_CHANGED', { changes: 1 });
    expect(removed.withdrawn_at).toBe(SEED_NOW.toISOString());
  });

  test('publishes and withdraws a version of a protocol', async () => {
    const version = { id: 'client-download', version: '9.0.0', markdown: both('## New') } as const;
    expect(await twice(adminProtocol.publish, version, 'VERSION_TAKEN', { changes: 1 })).toMatchObject({
      current: true,
    });
    const announced = { ...version, version: '9.1.0', published_at: '2026-12-24T00:00:00.000Z' } as const;
    await api.call(adminProtocol.publish, announced, { token });
    const missing = { id: version.id, version: announced.version };
    expect(await twice(adminProtocol.withdraw, missing, 'PROTOCOL_NOT_FOUND')).toBeNull();
  });

  test('withdraws a release', async () => {
    const version = '9.9.9';
    const [versionKey, notes] = [9_000_900_009, both('Once')];
    await api.db
      .insert(releases)
      .values({ product: 'client', version, versionKey, notes, publishedAt: SEED_NOW });
    const input = { product: 'client', version, reason: 'It does not start.' } as const;
    expect(await twice(adminRelease.withdraw, input, 'RELEASE_NOT_FOUND', { changes: 1 })).toBeNull();
  });

  test('takes an app down, lifts the takedown, and closes a report', async () => {
    const { id } = await createApp(api.db, { now: SEED_NOW });
    const report = { id, reason: 'broken', text: 'It does not stop, whatever I press.' } as const;
    await api.call(appStore.report, report, { ip: someIp() });
    const { data } = await api.call(adminReport.list, { app_id: id }, { token });
    const closed = { id: data.list[0]?.id ?? 0, resolution: 'fixed' as const };
    expect((await twice(adminReport.close, closed, 'STATE_CHANGED')).state).toBe('closed');
    const down = { id, taken_down: true, reason: 'It does not stop.' };
    expect((await twice(adminApp.takedown, down, 'STATE_CHANGED', { changes: 1, audited: 2 })).status).toBe(
      'unpublished',
    );
    const back = { id, taken_down: false };
    expect((await twice(adminApp.takedown, back, 'STATE_CHANGED', { changes: 1, audited: 2 })).status).toBe(
      'published',
    );
  });

  test('answers feedback once, with one mail', async () => {
    const input = { type: 'defect' as const, title: 'Once', description: 'It was there twice, I think.' };
    const ticket = await ticketFor(api, 'feedback');
    const request = await api.call(
      feedback.submit,
      { ...input, attachment_ids: [], captcha_ticket: ticket },
      { token: owner.token },
    );
    const answer = { no: request.data.no, revision: 1, text: 'Once is enough.' };
    expect((await twice(adminFeedback.answer, answer, 'EDIT_CONFLICT')).answers).toHaveLength(1);
    expect((await api.mails()).filter(({ to }) => to === owner.user.email)).toHaveLength(1);
  });
});

describe('Idempotency key', () => {
  test('with another body returns IDEMPOTENCY_CONFLICT, and has no effect', async () => {
    const key = newKey();
    await create(key);
    expect(await create(key, 'm3')).toMatchObject({ status: 400, code: 'IDEMPOTENCY_CONFLICT' });
    expect(await ordersOf()).toHaveLength(1);
  });

  test('is scoped to its user', async () => {
    const key = newKey();
    const other = await newcomer(api);
    const [mine, theirs] = await Promise.all([create(key), create(key, 'm3', other)]);
    expect([mine.data.plan, theirs.data.plan]).toEqual(['m1', 'm3']);
    expect((await create(key)).data).toEqual(mine.data);
    expect((await create(key, 'm3', other)).data).toEqual(theirs.data);
    expect([(await ordersOf()).length, (await ordersOf(other)).length]).toEqual([1, 1]);
  });

  test('is scoped to itself: calls with other keys have their own effects and responses', async () => {
    const [one, two] = [newKey(), newKey()];
    const [first, second] = [await create(one), await create(two)];
    expect(first.data.order_no).not.toBe(second.data.order_no);
    expect([(await create(one)).data, (await create(two)).data]).toEqual([first.data, second.data]);
  });

  test('is scoped to its call', async () => {
    const key = newKey();
    const { data } = await create(key);
    const pay = () => api.call(calls.pay, { order_no: data.order_no, provider: 'sandbox' }, withKey(key));
    const paid = await pay();
    expect(paid.data.provider).toBe('sandbox');
    expect([(await create(key)).data, (await pay()).data]).toEqual([data, paid.data]);
  });

  test('can be reused after a rejection', async () => {
    const key = newKey();
    await changePlan(api.app, CLERK, 'permanent', { active: false });
    expect(await create(key, 'permanent')).toMatchObject({ status: 400, code: 'PLAN_UNAVAILABLE' });
    await changePlan(api.app, CLERK, 'permanent', { active: true });
    expect(await create(key, 'permanent')).toMatchObject({ status: 200, data: { plan: 'permanent' } });
    expect(await create(newKey(), 'm2')).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
  });

  test('can be reused after an internal error', async () => {
    const key = newKey();
    const { enqueue } = api.app.mail;
    const { order_no: orderNo } = await placed(api, owner);
    const pay = () => api.call(calls.pay, { order_no: orderNo, provider: 'bank_transfer' }, withKey(key));
    api.app.mail.enqueue = () => Promise.reject(new Error('the queue broke'));
    try {
      expect(await pay()).toMatchObject({ status: 500, code: 'INTERNAL' });
    } finally {
      api.app.mail.enqueue = enqueue;
    }
    const order = await api.call(calls.detail, { order_no: orderNo }, { token: owner.token });
    expect(order.data.provider).toBeNull();
    expect(await pay()).toMatchObject({ status: 200, data: { provider: 'bank_transfer' } });
  });

  test.each([
    ['too short', 'seven77'],
    ['too long', 'k'.repeat(129)],
    ['containing spaces', 'a key with blanks'],
    ['empty', ''],
  ])('is rejected if it is %s', async (_what, key) => {
    expect(await create(key)).toMatchObject({ status: 400, code: 'IDEMPOTENCY_KEY_INVALID' });
    expect(await ordersOf()).toEqual([]);
  });

  test.each(['12345678', 'k'.repeat(128), '{"odd":~}'])('is accepted: %s', async (key) => {
    expect((await create(key)).code).toBe('OK');
  });

  test('expires after a day', async () => {
    const key = newKey();
    const { data } = await create(key);
    const { data: again }: { data: Order } = await create(key);
    expect(again.order_no).toBe(data.order_no);
    const [stored] = await api.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key));
    expect(stored?.expiresAt).toEqual(new Date(SEED_NOW.getTime() + 86_400_000));
    api.clock.advance(86_400_001);
    await api.app.jobs.runDue();
    expect(await api.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, key))).toEqual([]);
    expect((await create(key)).data.order_no).not.toBe(data.order_no);
  });

  test('is optional: without one each call has its effect', async () => {
    await placed(api, owner);
    await placed(api, owner);
    await paying(api, owner, (await placed(api, owner)).order_no);
    expect(await ordersOf()).toHaveLength(3);
  });
});
