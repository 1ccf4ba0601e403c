import { adminDecision, adminOrder, authCode, order as calls } from '@yunduo/api-contract';
import { ORDER, ORDER_NO_PATTERN, PLAN_MONTHS, LICENCE_PLANS, PRICE_MAX } from '@yunduo/validation';
import { and, eq, isNull, like } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { withTransaction } from '../../context.ts';
import { licences, licenceTerms } from '../../db/schema/licence.ts';
import { users } from '../../db/schema/account.ts';
import { orders, payments } from '../../db/schema/order.ts';
import { auditLog, jobRuns, throttles } from '../../db/schema/platform.ts';
import { ORDER_SEEDS, PLAN_SEEDS } from '../../seed/orders.ts';
import { ApiError } from '../../http/errors.ts';
import { onPostgres, SEED_NOW } from '../../testing/environment.ts';
import { SEED_PASSWORD } from '../../testing/builders.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { codeOfLicence, someServer } from '../../testing/licences.ts';
import { booksOf, CLERK, noticeOf, orderIn, paying, placed, sendNotice } from '../../testing/orders.ts';
import { newcomer, signedInAs, type SignedIn } from '../../testing/people.ts';
import { person } from '../../testing/reviews.ts';
import { licencesOfOrder } from '../licence/issue.ts';
import { revokeByOperator } from '../licence/operators.ts';
import { lockOwned } from '../licence/owned.ts';
import { revoke } from '../licence/revoke.ts';
import { findOrder, monthsBefore } from './list.ts';
import { settingsOfSite } from '../site/settings.ts';
import { changePlan, listPlans } from './plans.ts';
import { createOrder, offerPrivateDeploy } from './service.ts';

let api: TestApp;
let owner: SignedIn;
let other: SignedIn;
let seeded: SignedIn;
let operator: SignedIn;
beforeAll(async () => {
  api = await testApp({ seeded: true });
  other = await newcomer(api);
  seeded = await signedInAs(api, 'user@yunduo.test', SEED_PASSWORD);
  operator = await signedInAs(api, 'operator@yunduo.test', SEED_PASSWORD);
});
afterAll(() => api.close());
beforeEach(async () => {
  api.clock.set(SEED_NOW);
  await api.db.delete(throttles);
  await api.db.delete(jobRuns);
  owner = await newcomer(api);
});

const MINUTE = 60_000;
const DAY = 86_400_000;
const as = ({ token }: SignedIn) => ({ token });
const detail = async (orderNo: string, caller: object = as(owner)) =>
  (await api.call(calls.detail, { order_no: orderNo }, caller)).data;
const mailTo = async (email: string) => (await api.mails()).filter(({ to }) => to === email);
const speaks = (email: string, locale: 'zh' | 'en') =>
  api.db.update(users).set({ locale }).where(eq(users.email, email));

describe('New order', () => {
  test('[R3.10] has a number, amount, time and description in the reader’s language', async () => {
    const answer = await api.call(calls.create, { plan: 'm12', quantity: 3 }, as(owner));
    expect(answer).toMatchObject({
      status: 200,
      data: {
        kind: 'licence',
        plan: 'm12',
        quantity: 3,
        unit_price: 26_900,
        amount: 80_700,
        currency: 'CNY',
        description: '云舵授权码 · 12 个月 × 3',
        status: 'pending',
        created_at: SEED_NOW.toISOString(),
        expires_at: new Date(SEED_NOW.getTime() + 30 * MINUTE).toISOString(),
        provider: null,
        paid_at: null,
        refund: null,
        invoice: null,
        actions: ['pay', 'cancel'],
      },
    });
    expect(answer.data.order_no).toMatch(ORDER_NO_PATTERN);
    expect(answer.data.order_no).toMatch(/^YD20261120-/);
    const english = await api.call(
      calls.detail,
      { order_no: answer.data.order_no },
      { ...as(owner), lang: 'en' },
    );
    expect(english.data.description).toBe('Yunduo authorization code · 12 months × 3');
    const caller = { ...as(owner), lang: 'en' as const };
    const made = await api.call(calls.create, { plan: 'm12', quantity: 1 }, caller);
    expect(made.data.description).toBe('Yunduo authorization code · 12 months');
    const cancelled = await api.call(calls.cancel, { order_no: made.data.order_no }, caller);
    expect(cancelled.data).toMatchObject({ status: 'cancelled', description: made.data.description });
  });

  test('[R3.12] can be created for each plan, at the plan’s price', async () => {
    for (const plan of LICENCE_PLANS) {
      const { amount } = await placed(api, owner, { plan });
      expect([plan, amount]).toEqual([plan, PLAN_SEEDS.find((seed) => seed.plan === plan)?.price]);
    }
    expect((await listPlans(api.db)).map(({ plan }) => PLAN_MONTHS[plan])).toEqual([1, 3, 6, 12, null]);
  });

  test.each([
    ['no plan', { plan: '', quantity: 1 }, { plan: 'plan_required' }],
    ['an unknown plan', { plan: 'm2', quantity: 1 }, { plan: 'plan_required' }],
    ['quantity 0', { plan: 'm1', quantity: 0 }, { quantity: 'quantity_invalid' }],
    [
      'a quantity above the maximum',
      { plan: 'm1', quantity: ORDER.quantityMax + 1 },
      { quantity: 'quantity_invalid' },
    ],
    ['a fractional quantity', { plan: 'm1', quantity: 1.5 }, { quantity: 'field_invalid' }],
  ])('is rejected for %s', async (_what, input, fields) => {
    const answer = await api.call(calls.create, input, as(owner));
    expect(answer).toMatchObject({ status: 400, code: 'VALIDATION_FAILED', error: { fields } });
  });

  test('accepts the maximum quantity, and rejects price, owner, status and time fields from the buyer', async () => {
    expect((await placed(api, owner, { quantity: ORDER.quantityMax })).amount).toBe(290_000);
    for (const extra of ['price', 'amount', 'unit_price', 'user_id', 'status', 'paid_at', 'created_at']) {
      const cheap = { plan: 'm1', quantity: 1, [extra]: 1 };
      const answer = await api.call(calls.create, cheap as never, as(owner));
      expect(answer).toMatchObject({ status: 400, error: { fields: { [extra]: 'field_invalid' } } });
    }
  });

  test('keeps its price when the plan’s price changes, and is rejected for a plan that is not on sale', async () => {
    const before = await placed(api, owner, { plan: 'm6' });
    const { contentRevision } = await settingsOfSite(api.db);
    api.clock.advance(1000);
    const changed = await changePlan(api.app, CLERK, 'm6', { price: 9_900 });
    expect(changed.updatedAt).toEqual(api.clock.now());
    // No cached page shows the old price.
    expect((await settingsOfSite(api.db)).contentRevision).toBe(contentRevision + 1);
    expect((await placed(api, owner, { plan: 'm6' })).amount).toBe(9_900);
    expect((await detail(before.order_no)).amount).toBe(14_900);
    await changePlan(api.app, CLERK, 'm6', { active: false });
    const answer = await api.call(calls.create, { plan: 'm6', quantity: 1 }, as(owner));
    // The field shows the reason: a plan was chosen.
    expect(answer).toMatchObject({ code: 'PLAN_UNAVAILABLE', error: { fields: { plan: 'field_invalid' } } });
    const onSale = async () => (await listPlans(api.db)).map(({ plan }) => plan);
    expect(await onSale()).toEqual(LICENCE_PLANS.filter((plan) => plan !== 'm6'));
    expect((await paying(api, owner, before.order_no)).provider).toBe('sandbox');
    await changePlan(api.app, CLERK, 'm6', { price: 14_900, active: true });
    expect(await onSale()).toEqual(LICENCE_PLANS);
    const [entry] = await api.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.target, 'plan:m6'))
      .orderBy(auditLog.id);
    expect(entry).toMatchObject({
      action: 'plan.change',
      details: { from: { price: 14_900, active: true }, to: { price: 9_900, active: true } },
    });
  });

  test('is rejected with ORDER_LIMIT at the maximum of unpaid orders', async () => {
    for (let count = 0; count < ORDER.openMax; count += 1) await placed(api, owner);
    const answer = await api.call(calls.create, { plan: 'm1', quantity: 1 }, as(owner));
    expect(answer).toMatchObject({ status: 400, code: 'ORDER_LIMIT' });
    expect(answer.msg).toContain(String(ORDER.openMax));
    api.clock.advance(ORDER.paymentTtl);
    expect((await placed(api, owner)).status).toBe('pending');
  });

  (onPostgres ? test : test.skip)(
    'twenty concurrent requests leave no more than the limit unpaid',
    async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => api.call(calls.create, { plan: 'm1', quantity: 1 }, as(owner))),
      );
      expect(answers.filter(({ code }) => code === 'OK')).toHaveLength(ORDER.openMax);
      expect(answers.filter(({ code }) => code === 'ORDER_LIMIT')).toHaveLength(20 - ORDER.openMax);
    },
  );

  test('is rate limited', async () => {
    let rejected = 0;
    for (let count = 0; count <= ORDER.perHour; count += 1) {
      const { code, data } = await api.call(calls.create, { plan: 'm1', quantity: 1 }, as(owner));
      if (code === 'TOO_MANY_REQUESTS') rejected += 1;
      else await api.call(calls.cancel, { order_no: data.order_no }, as(owner));
    }
    expect(rejected).toBe(1);
  });

  test('returns 401 without a session', async () => {
    expect(await api.call(calls.create, { plan: 'm1', quantity: 1 })).toMatchObject({ status: 401 });
  });

  test('is rejected by the database if the total is not price times quantity', async () => {
    const { order_no: orderNo } = await placed(api, owner, { quantity: 2 });
    const cheaper = api.db.update(orders).set({ amount: 1 }).where(eq(orders.orderNo, orderNo));
    await expect(cheaper).rejects.toThrow();
    expect((await detail(orderNo)).amount).toBe(5_800);
  });
});

describe('Order list', () => {
  const list = async (filters: object, caller: object = as(seeded)) =>
    (await api.call(calls.list, filters, caller)).data;
  const mine = ORDER_SEEDS.filter(({ email }) => email === 'user@yunduo.test');

  test.each([
    ['all', () => true],
    ['week', ({ created }: { created: number }) => created <= 7],
    ['m3', ({ created }: { created: number }) => created <= 92],
    ['year', ({ created }: { created: number }) => created <= 365],
    ['over_year', ({ created }: { created: number }) => created > 365],
  ] as const)('[R3.11] is filtered by time: %s', async (range, belongs) => {
    const { list: found, total } = await list({ range, page_size: 100 });
    const expected = mine.filter(belongs);
    expect(expected.length).toBeGreaterThan(0);
    expect(found.map(({ created_at: at }) => Date.parse(at))).toEqual(
      expected.map(({ created }) => Math.round(SEED_NOW.getTime() - created * DAY)).toSorted((a, b) => b - a),
    );
    expect(total).toBe(expected.length);
  });

  test('[R7.16] reflects the database: a created order is a row, and an edited row is returned', async () => {
    const { order_no: orderNo } = await placed(api, owner, { plan: 'm3' });
    const mineIs = eq(orders.orderNo, orderNo);
    expect(await api.db.select().from(orders).where(mineIs)).toMatchObject([
      { userId: owner.user.id, plan: 'm3', status: 'pending' },
    ]);
    await api.db.update(orders).set({ quantity: 2, unitPrice: 77, amount: 154 }).where(mineIs);
    const says = { order_no: orderNo, quantity: 2, amount: 154 };
    expect((await list({}, as(owner))).list).toMatchObject([says]);
    expect(await detail(orderNo)).toMatchObject(says);
    await api.db.delete(orders).where(mineIs);
    expect((await list({}, as(owner))).total).toBe(0);
  });

  test('[R3.11] is filtered by application type', async () => {
    const kinds = async (app_type: 'all' | 'licence' | 'private_deploy') =>
      new Set((await list({ app_type, page_size: 100 })).list.map(({ kind }) => kind));
    expect(await kinds('all')).toEqual(new Set(['licence', 'private_deploy']));
    expect(await kinds('licence')).toEqual(new Set(['licence']));
    expect(await kinds('private_deploy')).toEqual(new Set(['private_deploy']));
    expect((await list({ app_type: 'private_deploy', range: 'week' })).total).toBe(0);
  });

  test('[R3.11] applies range limits to the millisecond; year and over_year leave no gap', async () => {
    const { order_no: orderNo } = await placed(api, owner);
    const at = async (moment: Date, range: string) => {
      await api.db.update(orders).set({ createdAt: moment }).where(eq(orders.orderNo, orderNo));
      return (await list({ range }, as(owner))).total;
    };
    const now = SEED_NOW;
    for (const [range, border] of [
      ['week', new Date(now.getTime() - 7 * DAY)],
      ['m3', monthsBefore(now, 3)],
      ['year', monthsBefore(now, 12)],
    ] as const) {
      expect(await at(border, range)).toBe(1);
      expect(await at(new Date(border.getTime() - 1), range)).toBe(0);
    }
    expect(await at(monthsBefore(now, 12), 'over_year')).toBe(0);
    expect(await at(new Date(monthsBefore(now, 12).getTime() - 1), 'over_year')).toBe(1);
  });

  test.each(['00:00', '04:00', '12:00', '23:59'])(
    'monthsBefore clamps to the last day of a shorter month in Shanghai, at %s',
    (hour) => {
      const at = (day: string) => new Date(`${day}T${hour}+08:00`);
      expect(monthsBefore(at('2026-05-31'), 3)).toEqual(at('2026-02-28'));
      expect(monthsBefore(at('2028-02-29'), 12)).toEqual(at('2027-02-28'));
      expect(monthsBefore(at('2026-01-15'), 3)).toEqual(at('2025-10-15'));
    },
  );

  test('is paginated, newest first, and rejects unknown filters', async () => {
    const first = await list({ page: 1, page_size: 5 });
    const second = await list({ page: 2, page_size: 5 });
    expect([first.list.length, first.total, first.page, first.page_size]).toEqual([5, mine.length, 1, 5]);
    const times = [...first.list, ...second.list].map(({ created_at: at }) => at);
    expect(times).toEqual([...times].sort().reverse());
    expect((await list({ page: 100 })).list).toEqual([]);
    for (const wrong of [
      { range: 'month' },
      { app_type: 'app' },
      { page: 0 },
      { page_size: 101 },
      { sort: 'x' },
    ]) {
      expect((await api.call(calls.list, wrong as never, as(seeded))).status).toBe(400);
    }
  });

  test('begins with the last of several orders of one moment, for buyer and operators', async () => {
    const made: string[] = [];
    for (let count = 0; count < 4; count += 1) made.push((await placed(api, owner)).order_no);
    const numbers = (page: { list: { order_no: string }[] }) => page.list.map(({ order_no: no }) => no);
    expect(numbers(await list({}, as(owner)))).toEqual(made.toReversed());
    const { data } = await api.call(adminOrder.list, { q: owner.email }, as(operator));
    expect(numbers(data)).toEqual(made.toReversed());
  });

  test('contains only the user’s own orders', async () => {
    await placed(api, owner);
    expect((await list({}, as(owner))).total).toBe(1);
    expect((await list({}, as(other))).total).toBe(0);
    expect(await api.call(calls.list, {})).toMatchObject({ status: 401 });
  });

  test('has a seeded order in every state', async () => {
    const { list: all } = await list({ page_size: 100 });
    expect(new Set(all.map(({ status }) => status))).toEqual(
      new Set(['pending', 'failed', 'paid', 'refund_requested', 'refunded', 'cancelled']),
    );
  });
});

describe('Order detail', () => {
  test('returns the same 404 for another user’s order and for an unknown one', async () => {
    const { order_no: orderNo } = await placed(api, owner);
    const theirs = await api.call(calls.detail, { order_no: orderNo }, as(other));
    const none = await api.call(calls.detail, { order_no: 'YD20261120-00000-00000' }, as(other));
    expect([theirs.status, theirs.code, theirs.msg]).toEqual([404, 'ORDER_NOT_FOUND', none.msg]);
    expect(none).toMatchObject({ status: 404, code: 'ORDER_NOT_FOUND' });
    for (const strange of ['', 'x', 'YD\u0001', '../1', "' or 1=1"]) {
      expect((await api.call(calls.detail, { order_no: strange }, as(other))).status).toBe(404);
    }
  });

  test('lists the licences of a paid order, and no payment provider', async () => {
    const order = await orderIn(api, owner, 'paid', { plan: 'm3', quantity: 2 });
    const { licences: given, providers, transfer } = await detail(order.orderNo);
    expect(given).toEqual([
      expect.objectContaining({ plan: 'm3', renewal: false, revoked: false, mine: true }),
      expect.objectContaining({ plan: 'm3', renewal: false, revoked: false, mine: true }),
    ]);
    expect([providers, transfer]).toEqual([[], null]);
  });
});

describe('Unpaid order', () => {
  test('is cancelled after 30 minutes: shown at once, stored by the job', async () => {
    const { order_no: orderNo } = await placed(api, owner);
    api.clock.advance(ORDER.paymentTtl - 1);
    expect((await api.app.jobs.runDue())['orders.expire']).toBeGreaterThanOrEqual(0);
    expect(await detail(orderNo)).toMatchObject({ actions: ['pay', 'cancel'], expires_in: 1 });
    api.clock.advance(1);
    expect(await detail(orderNo)).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'expired',
      cancelled_at: api.clock.now().toISOString(),
      expires_at: null,
      expires_in: null,
      actions: [],
      providers: [],
    });
    expect((await findOrder(api.db, orderNo)).status).toBe('pending');
    const late = await api.call(calls.pay, { order_no: orderNo, provider: 'sandbox' }, as(owner));
    expect(late).toMatchObject({ status: 400, code: 'ORDER_EXPIRED' });
    expect(await api.call(calls.cancel, { order_no: orderNo }, as(owner))).toMatchObject({
      code: 'ORDER_STATE',
    });
    api.clock.advance(MINUTE);
    await api.app.jobs.runDue();
    expect(await findOrder(api.db, orderNo)).toMatchObject({ status: 'cancelled', cancelReason: 'expired' });
    expect(await mailTo(owner.email)).not.toContainEqual(
      expect.objectContaining({ subject: expect.stringContaining(orderNo) }),
    );
  });

  test('is open for seven days from the first choice of bank transfer; its expiry is mailed', async () => {
    await speaks(owner.email, 'en');
    const { order_no: orderNo } = await placed(api, owner);
    const first = await paying(api, owner, orderNo, 'bank_transfer');
    const until = new Date(SEED_NOW.getTime() + ORDER.transferTtl).toISOString();
    expect([first.expires_at, first.transfer?.expires_at]).toEqual([until, until]);
    api.clock.advance(DAY);
    expect((await paying(api, owner, orderNo, 'bank_transfer')).expires_at).toBe(until);
    expect((await paying(api, owner, orderNo, 'sandbox')).expires_at).toBe(until);
    await paying(api, owner, orderNo, 'bank_transfer');
    const mails = await mailTo(owner.email);
    expect(mails.filter(({ subject }) => subject.startsWith('Please transfer'))).toHaveLength(1);
    const { order_no: second } = await placed(api, owner);
    await paying(api, owner, second, 'bank_transfer');
    // Another method was looked at meanwhile, and even failed: the money may still be in transit.
    await paying(api, owner, second);
    await sendNotice(api, await noticeOf(api, second, { status: 'failed' }));
    expect(await findOrder(api.db, second)).toMatchObject({ status: 'failed', provider: 'sandbox' });
    api.clock.advance(ORDER.transferTtl);
    await api.app.jobs.runDue();
    const subjects = (await mailTo(owner.email)).map(({ subject }) => subject);
    for (const one of [orderNo, second]) {
      expect((await findOrder(api.db, one)).status).toBe('cancelled');
      expect(subjects).toContain(`Order ${one} was cancelled because it was not paid in time`);
    }
  });
});

describe('Refund', () => {
  const ask = (orderNo: string, reason = '不需要了', caller: object = as(owner)) =>
    api.call(calls.refundRequest, { order_no: orderNo, reason }, caller);
  const decide = (orderNo: string, approve: boolean, note?: string) =>
    api.call(
      adminOrder.refundDecide,
      { order_no: orderNo, approve, ...(note !== undefined && { note }) },
      as(operator),
    );

  test('[R6.04] is requested by the buyer, approved by an operator, and revokes the licences', async () => {
    const { orderNo, id } = await orderIn(api, owner, 'paid', { plan: 'm1', quantity: 2 });
    expect((await detail(orderNo)).actions).toContain('refund_request');
    const requested = await ask(orderNo, '不需要了', { ...as(owner), lang: 'en' as const });
    expect(requested.data).toMatchObject({
      status: 'refund_requested',
      description: 'Yunduo authorization code · 1 month × 2',
      refund: { reason: '不需要了', approved: null, decided_at: null },
    });
    const ids = (await licencesOfOrder(api.db, id)).map((licence) => licence.id);
    // A changed row moves to the end of its table.
    const first = eq(licenceTerms.licenceId, ids[0] ?? 0);
    await api.db.update(licenceTerms).set({ plan: 'm1' }).where(first);
    const asked = await api.call(adminOrder.detail, { order_no: orderNo }, as(operator));
    expect(asked.data.licences.map((licence) => licence.id)).toEqual(ids);
    api.clock.advance(DAY);
    const decided = await decide(orderNo, true, '已原路退回');
    expect(decided).toMatchObject({
      status: 200,
      data: { status: 'refunded', user: { email: owner.email }, payments: [{ status: 'refunded' }] },
    });
    expect(await detail(orderNo)).toMatchObject({
      status: 'refunded',
      refund: { approved: true, note: '已原路退回', decided_at: api.clock.now().toISOString() },
      actions: ['invoice_view'],
    });
    expect((await licencesOfOrder(api.db, id)).map(({ revokedAt }) => revokedAt !== null)).toEqual([
      true,
      true,
    ]);
    const mail = (await mailTo(owner.email)).find(({ subject }) => subject === `订单 ${orderNo} 已退款`);
    expect(mail?.text).toContain('¥58.00 将原路退回。该订单的授权码随之失效。');
    const [entry] = await api.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.target, `order:${orderNo}`), eq(auditLog.action, 'order.refund')));
    expect(entry).toMatchObject({
      actor: 'operator@yunduo.test',
      via: 'api',
      details: { amount: 5_800, licences: 2, note: '已原路退回' },
    });
  });

  test('[R6.04] needs a reason when declined, keeps the licences, and can be requested again', async () => {
    await speaks(owner.email, 'en');
    const { orderNo, id } = await orderIn(api, owner, 'refund_requested');
    expect(await decide(orderNo, false)).toMatchObject({
      status: 400,
      error: { fields: { note: 'refund_note_required' } },
    });
    await decide(orderNo, false, 'It was used for months.');
    expect(await detail(orderNo)).toMatchObject({
      status: 'paid',
      refund: { approved: false, note: 'It was used for months.' },
    });
    expect((await licencesOfOrder(api.db, id)).every(({ revokedAt }) => revokedAt === null)).toBe(true);
    const refused = and(eq(auditLog.target, `order:${orderNo}`), eq(auditLog.action, 'order.refuse_refund'));
    expect(await api.db.select().from(auditLog).where(refused)).toMatchObject([
      { details: { amount: 2_900, note: 'It was used for months.' } },
    ]);
    const [mail] = (await mailTo(owner.email)).filter(({ subject }) => subject.includes('declined'));
    expect(mail?.text).toContain(
      'CNY 29.00) was declined. Your order is unchanged. Reason: It was used for months.',
    );
    expect(mail?.text).toContain('or contact customer service: support@yunduo.test');
    api.clock.advance(DAY);
    const again = await ask(orderNo, 'Once more');
    expect(again.data).toMatchObject({ status: 'refund_requested' });
    expect(again.data.refund).toEqual({
      reason: 'Once more',
      requested_at: api.clock.now().toISOString(),
      approved: null,
      decided_at: null,
      note: '',
    });
  });

  test('[R6.04] refunds the payment that succeeded, and leaves the order’s other payments', async () => {
    const { orderNo, id, amount } = await orderIn(api, owner, 'failed', { plan: 'm1', quantity: 2 });
    await paying(api, owner, orderNo, 'bank_transfer');
    await paying(api, owner, orderNo);
    const notice = await noticeOf(api, orderNo);
    await sendNotice(api, notice);
    // A transfer that also arrived for the paid order: the refund is not about it.
    const transfer = { order_no: orderNo, amount, reference: `TWICE-${orderNo}` };
    expect((await api.call(adminOrder.confirmTransfer, transfer, as(operator))).code).toBe('OK');
    const tries = () => api.db.select().from(payments).where(eq(payments.orderId, id)).orderBy(payments.id);
    const before = await tries();
    expect(before.map(({ status }) => status).toSorted()).toEqual(['failed', 'succeeded', 'unmatched']);
    await ask(orderNo);
    const { data: refunded } = await decide(orderNo, true);
    expect(refunded.status).toBe('refunded');
    expect(refunded.payments.map((one) => one.payment_no)).toEqual(before.map((row) => row.paymentNo));
    expect(await tries()).toEqual(
      before.map((row) => (row.paymentNo === notice.payment_no ? { ...row, status: 'refunded' } : row)),
    );
    const back = (await tries()).filter(({ status }) => status === 'refunded');
    expect(back.map((row) => [row.transactionId, row.amount])).toEqual([[notice.transaction_id, amount]]);
    expect((await booksOf(api)).filter((line) => line.startsWith(orderNo))).toEqual([]);
  });

  test('is decided only about the request and the licences that the operator saw', async () => {
    const { orderNo, id } = await orderIn(api, owner, 'refund_requested');
    const seen = async () => {
      const { data } = await api.call(adminOrder.detail, { order_no: orderNo }, as(operator));
      return { requested_at: data.refund?.requested_at ?? '', facts: data.facts ?? '' };
    };
    const decided = async (approve: boolean, about: { requested_at?: string; facts?: string }) =>
      (
        await api.call(
          adminOrder.refundDecide,
          { order_no: orderNo, approve, note: 'No.', ...about },
          as(operator),
        )
      ).code;
    const first = await seen();
    expect(await decided(false, first)).toBe('OK');
    api.clock.advance(1_000);
    await ask(orderNo, 'Once more');
    for (const approve of [true, false])
      expect([approve, await decided(approve, first)]).toEqual([approve, 'STATE_CHANGED']);
    const second = await seen();
    const [licence] = await licencesOfOrder(api.db, id);
    const code = await codeOfLicence(api, licence?.id ?? 0);
    const input = { code, server_name: 'web-1', fingerprint: someServer() };
    expect((await api.call(authCode.bind, input, as(owner))).code).toBe('OK');
    expect(await decided(true, second)).toBe('STATE_CHANGED');
    expect((await detail(orderNo)).status).toBe('refund_requested');
    expect(await decided(true, await seen())).toBe('OK');
    expect((await detail(orderNo)).status).toBe('refunded');
  });

  test('of a renewal revokes the renewal term, not the licence', async () => {
    const bought = await orderIn(api, owner, 'paid', { plan: 'm1' });
    const [licence] = await licencesOfOrder(api.db, bought.id);
    const { renewed, renewal } = await renewedOrder(licence?.id ?? 0);
    expect(renewal.status).toBe('paid');
    expect(await renewed()).toBe(2);
    await ask(renewal.orderNo);
    await decide(renewal.orderNo, true);
    expect(await renewed()).toBe(1);
    const [stored] = await api.db
      .select()
      .from(licences)
      .where(eq(licences.id, licence?.id ?? 0));
    expect(stored?.revokedAt).toBeNull();
    const mails = (await mailTo(owner.email)).filter(
      ({ subject }) => subject === `订单 ${renewal.orderNo} 已退款`,
    );
    expect(mails.map(({ text }) => text)).toEqual([
      expect.stringContaining('将原路退回。本次续期随之取消。'),
    ]);
  });

  test('accepts line breaks and emoji in a reason; rejects an empty, too long or control-character one', async () => {
    const { orderNo } = await orderIn(api, owner, 'paid');
    const fields = async (reason: string) => (await ask(orderNo, reason)).error.fields;
    expect(await fields('  ')).toEqual({ reason: 'refund_reason_required' });
    expect(await fields('长'.repeat(ORDER.refundReasonMax + 1))).toEqual({ reason: 'refund_reason_length' });
    expect(await fields('a\u000bb')).toEqual({ reason: 'refund_reason_length' });
    expect((await ask(orderNo, `第一行\n${'🚢'.repeat(ORDER.refundReasonMax - 4)}`)).code).toBe('OK');
  });
});

/** A user's paid licence, and a renewal order for it. */
async function renewalOrdered() {
  const bought = await orderIn(api, owner, 'paid', { plan: 'm1' });
  const [licence] = await licencesOfOrder(api.db, bought.id);
  const id = licence?.id ?? 0;
  const made = await renewing(id);
  return { id, orderNo: made.orderNo };
}
const renewing = (renews: number) =>
  api.db.transaction((tx) =>
    createOrder(withTransaction(api.app, tx), { userId: owner.user.id, plan: 'm3', quantity: 1, renews }),
  );
/** An operator revokes a licence. */
const revoked = async (id: number) =>
  api.db.transaction(async (tx) => {
    const context = withTransaction(api.app, tx);
    await revoke(context, await lockOwned(context, owner.user.id, id), { by: 'operator', note: '滥用' });
  });

/** Pays the renewal of a licence; `renewed` counts its terms. */
async function renewedOrder(licenceId: number) {
  const made = await renewing(licenceId);
  await paying(api, owner, made.orderNo);
  await sendNotice(api, await noticeOf(api, made.orderNo));
  return {
    renewal: await findOrder(api.db, made.orderNo),
    renewed: async () =>
      (
        await api.db
          .select()
          .from(licenceTerms)
          .where(and(eq(licenceTerms.licenceId, licenceId), isNull(licenceTerms.revokedAt)))
      ).length,
  };
}

describe('Renewal order', () => {
  test('shows its licence, and extends it when paid', async () => {
    const bought = await orderIn(api, owner, 'paid', { plan: 'm1' });
    const [licence] = await licencesOfOrder(api.db, bought.id);
    const { renewal, renewed } = await renewedOrder(licence?.id ?? 0);
    expect(await detail(renewal.orderNo)).toMatchObject({
      renews: licence?.id,
      quantity: 1,
      description: '云舵授权码续期 · 3 个月',
      licences: [{ id: licence?.id, plan: 'm3', renewal: true, revoked: false, mine: true }],
    });
    const english = await detail(renewal.orderNo, { ...as(owner), lang: 'en' });
    expect(english.description).toBe('Yunduo authorization code renewal · 3 months');
    expect(await renewed()).toBe(2);
    const [mail] = (await mailTo(owner.email)).filter(({ subject }) => subject.includes(renewal.orderNo));
    expect(mail?.text).toContain('已续期');
    // Customer service finds both orders by the code that the buyer quotes.
    const code = (await codeOfLicence(api, licence?.id ?? 0)).toLowerCase().replaceAll('-', ' ');
    const { data } = await api.call(adminOrder.list, { q: code }, as(operator));
    expect(data.list.map((order) => order.order_no)).toEqual([renewal.orderNo, bought.orderNo]);
  });

  test.each([
    ['deleted', (id: number) => api.db.delete(licences).where(eq(licences.id, id)), true],
    ['revoked by an operator', revoked, false],
    ['on offer', (id: number) => api.call(authCode.transfer, { id, to_email: other.email }, as(owner)), true],
  ] as const)(
    'moves to refund_requested if the licence is %s when the payment arrives; no mail says that it was renewed',
    async (_how, end, approve) => {
      await speaks(owner.email, 'en');
      const { id, orderNo } = await renewalOrdered();
      await paying(api, owner, orderNo);
      await end(id);
      expect(await sendNotice(api, await noticeOf(api, orderNo))).toMatchObject({ result: 'accepted' });
      const order = await api.call(calls.detail, { order_no: orderNo }, { ...as(owner), lang: 'en' });
      expect(order.data).toMatchObject({ status: 'refund_requested', licences: [] });
      expect(order.data.refund?.reason).toContain('no longer exists, was revoked');
      const [mail] = (await mailTo(owner.email)).filter(({ subject }) => subject.includes(orderNo));
      expect(mail?.subject).toContain('your refund is under way');
      const settled = await api.call(
        adminOrder.refundDecide,
        { order_no: orderNo, approve, note: 'By hand.' },
        as(operator),
      );
      expect(settled.data.status).toBe(approve ? 'refunded' : 'paid');
      const answer = (await mailTo(owner.email)).find(
        ({ subject }) => subject.includes(orderNo) && /refunded|declined/.test(subject),
      );
      expect(answer?.text).toContain(
        approve ? 'original payment method.\n' : 'was declined. Reason: By hand.',
      );
    },
  );

  test('rejects payment with LICENCE_NOT_FOUND after the licence was transferred', async () => {
    const { id, orderNo } = await renewalOrdered();
    await api.db.update(licences).set({ userId: other.user.id }).where(eq(licences.id, id));
    const answer = await api.call(calls.pay, { order_no: orderNo, provider: 'sandbox' }, as(owner));
    expect(answer).toMatchObject({ status: 404, code: 'LICENCE_NOT_FOUND' });
    expect(await findOrder(api.db, orderNo)).toMatchObject({ status: 'pending', provider: null });
  });

  test('rejects payment with LICENCE_IN_TRANSFER while the licence is on offer, and accepts it after that', async () => {
    const { id, orderNo } = await renewalOrdered();
    const offered = await api.call(authCode.transfer, { id, to_email: other.email }, as(owner));
    const pay = () => api.call(calls.pay, { order_no: orderNo, provider: 'sandbox' }, as(owner));
    expect(await pay()).toMatchObject({ status: 400, code: 'LICENCE_IN_TRANSFER' });
    expect(await findOrder(api.db, orderNo)).toMatchObject({ status: 'pending', provider: null });
    await api.call(authCode.transferCancel, { transfer_id: offered.data.transfer?.id ?? 0 }, as(owner));
    expect((await pay()).code).toBe('OK');
  });

  test('is cancelled when an operator revokes the licence; a pending bank transfer is called off by mail', async () => {
    await speaks(owner.email, 'zh');
    const { id, orderNo: wired } = await renewalOrdered();
    await paying(api, owner, wired, 'bank_transfer');
    const { orderNo: wiredToo } = await renewing(id);
    await paying(api, owner, wiredToo, 'bank_transfer');
    await paying(api, owner, wiredToo);
    const { orderNo: unpaid } = await renewing(id);
    await paying(api, owner, unpaid);
    const { orderNo: paid } = await renewing(id);
    await paying(api, owner, paid);
    await sendNotice(api, await noticeOf(api, paid));
    const { orderNo: stored } = await renewalOrdered();
    await revokeByOperator(api.app, CLERK, { ref: { id }, reason: '滥用' });
    for (const orderNo of [wired, wiredToo, unpaid]) {
      expect(await detail(orderNo)).toMatchObject({ status: 'cancelled', actions: [], transfer: null });
    }
    expect((await detail(paid)).status).toBe('paid');
    expect((await detail(stored)).actions).toContain('pay');
    const about = async (orderNo: string) =>
      (await mailTo(owner.email)).filter(({ subject }) => subject === `订单 ${orderNo} 已取消，请勿转账`);
    for (const orderNo of [wired, wiredToo]) {
      expect((await about(orderNo))[0]?.text).toContain('授权码已失效或已转让');
    }
    expect(await about(unpaid)).toEqual([]);
    const again = revokeByOperator(api.app, CLERK, { ref: { id }, reason: '滥用' });
    await expect(again).rejects.toThrow(new ApiError('LICENCE_REVOKED'));
  });

  test('rejects payment with LICENCE_REVOKED after the licence was revoked', async () => {
    const { id, orderNo } = await renewalOrdered();
    await revoked(id);
    for (const provider of ['sandbox', 'bank_transfer']) {
      const answer = await api.call(calls.pay, { order_no: orderNo, provider }, as(owner));
      expect(answer).toMatchObject({ status: 400, code: 'LICENCE_REVOKED' });
    }
    expect(await findOrder(api.db, orderNo)).toMatchObject({ status: 'pending', provider: null });
  });
});

describe('Private deployment order', () => {
  test('is offered by an operator, paid like any order, and creates no licence', async () => {
    const description = { zh: '私有部署：三地机房', en: 'Private deployment in three places' };
    const offer = await offerPrivateDeploy(api.app, CLERK, {
      userId: owner.user.id,
      description,
      amount: 1_500_000,
    });
    expect(await detail(offer.orderNo)).toMatchObject({
      kind: 'private_deploy',
      plan: null,
      amount: 1_500_000,
      description: description.zh,
      expires_at: new Date(SEED_NOW.getTime() + ORDER.transferTtl).toISOString(),
    });
    await paying(api, owner, offer.orderNo, 'bank_transfer');
    const confirmed = await api.call(
      adminOrder.confirmTransfer,
      { order_no: offer.orderNo, amount: 1_500_000, reference: 'ICBC 2026112000017' },
      as(operator),
    );
    // Above the limit of one operator (`SECOND_OPERATOR_ABOVE`).
    const [waiting] = confirmed.data.waiting;
    const agreed = await api.call(
      adminDecision.confirm,
      { id: waiting?.id ?? 0 },
      await person(api, 'operator'),
    );
    expect(agreed.code).toBe('OK');
    expect(await detail(offer.orderNo)).toMatchObject({ status: 'paid', provider: 'bank_transfer' });
    expect((await detail(offer.orderNo)).licences).toEqual([]);
    const mail = (await mailTo(owner.email)).find(
      ({ subject }) => subject === `付款成功：订单 ${offer.orderNo}`,
    );
    expect(mail?.text).toContain('安排私有部署');
  });

  test('that expires, or is refunded, is mailed with what applies to it', async () => {
    const offered = () =>
      offerPrivateDeploy(api.app, CLERK, {
        userId: owner.user.id,
        description: { zh: '私有部署', en: 'Private deployment' },
        amount: 100,
      });
    const [paid, late] = [await offered(), await offered()];
    await paying(api, owner, paid.orderNo);
    await sendNotice(api, await noticeOf(api, paid.orderNo));
    await api.call(calls.refundRequest, { order_no: paid.orderNo, reason: '不需要了' }, as(owner));
    const input = { order_no: paid.orderNo, approve: true };
    expect((await api.call(adminOrder.refundDecide, input, as(operator))).code).toBe('OK');
    await paying(api, owner, late.orderNo, 'bank_transfer');
    api.clock.advance(ORDER.transferTtl + MINUTE);
    await api.app.jobs.runDue();
    const about = async (subject: string) =>
      (await mailTo(owner.email)).find((mail) => mail.subject === subject)?.text;
    expect(await about(`订单 ${paid.orderNo} 已退款`)).toContain('将原路退回。\n');
    expect(await about(`订单 ${late.orderNo} 超时未付款，已取消`)).toContain('请联系客服重新报价。\n');
  });

  const LARGEST = PRICE_MAX * ORDER.quantityMax;

  test.each([1, LARGEST])('is made for %p fen', async (amount) => {
    const offer = { userId: owner.user.id, description: { zh: 'x', en: 'x' }, amount };
    expect((await offerPrivateDeploy(api.app, CLERK, offer)).amount).toBe(amount);
  });

  test.each([0, -1, 1.5, Number.NaN, LARGEST + 1])('is rejected for %p fen', async (amount) => {
    const offer = { userId: owner.user.id, description: { zh: 'x', en: 'x' }, amount };
    await expect(offerPrivateDeploy(api.app, CLERK, offer)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  });
});

describe('Order administration', () => {
  const list = async (filters: object) => (await api.call(adminOrder.list, filters, as(operator))).data;

  test('lists all orders with buyer and payments; filters by state, provider, number and address', async () => {
    const { orderNo } = await orderIn(api, owner, 'paid');
    expect((await list({ q: orderNo.slice(3, 16).toLowerCase() })).list).toMatchObject([
      {
        order_no: orderNo,
        user: { email: owner.email },
        payments: [{ provider: 'sandbox', status: 'succeeded', amount: 2_900 }],
      },
    ]);
    expect((await list({ q: owner.email })).total).toBe(1);
    expect((await list({ q: '%' })).total).toBe(0);
    expect((await api.call(adminOrder.list, { q: '\u0000' }, as(operator))).status).toBe(400);
    const waiting = await list({ status: 'refund_requested', page_size: 100 });
    expect(waiting.total).toBeGreaterThan(0);
    expect(waiting.list.every(({ status }) => status === 'refund_requested')).toBe(true);
    const transfers = await list({ provider: 'bank_transfer', page_size: 100 });
    expect(transfers.list.every(({ provider }) => provider === 'bank_transfer')).toBe(true);
    const { order_no: wired } = await placed(api, owner);
    await paying(api, owner, wired, 'bank_transfer');
    await paying(api, owner, wired);
    const due = await list({ transfer: true, page_size: 100 });
    expect(due.list.map(({ order_no }) => order_no)).toContain(wired);
    for (const { status, payments } of due.list)
      expect([['pending', 'failed'], payments]).toEqual([
        expect.arrayContaining([status]),
        expect.arrayContaining([expect.objectContaining({ provider: 'bank_transfer', status: 'started' })]),
      ]);
    const unmatched = await list({ unmatched: true });
    expect(unmatched.list.length).toBeGreaterThan(0);
    for (const { payments } of unmatched.list)
      expect(payments.map(({ status }) => status)).toContain('unmatched');
  });

  test('finds a buyer’s order by an address part that a thousand others share', async () => {
    const { orderNo } = await orderIn(api, owner, 'paid');
    const part = owner.email.slice(owner.email.indexOf('@'));
    await api.db.insert(users).values(
      Array.from({ length: 1_001 }, (_, index) => ({
        email: `one-of-many-${index}${part}`,
        passwordHash: 'none',
        nickname: 'one of many',
        ytToken: `one-of-many-${index}`,
        createdAt: SEED_NOW,
        updatedAt: SEED_NOW,
      })),
    );
    const found = await list({ q: part.toUpperCase() });
    expect(found.list.map((order) => order.order_no)).toContain(orderNo);
    expect(found.total).toBeGreaterThan(0);
    await api.db.delete(users).where(like(users.email, 'one-of-many-%'));
  });

  test('lists the order of a deleted account without a user', async () => {
    const { orderNo } = await orderIn(api, owner, 'paid');
    await api.db.delete(users).where(eq(users.id, owner.user.id));
    expect((await list({ q: orderNo })).list).toMatchObject([
      { order_no: orderNo, user: null, amount: 2_900 },
    ]);
  });

  test('returns 401 without a session, and 403 for users and reviewers', async () => {
    expect(await api.call(adminOrder.list, {})).toMatchObject({ status: 401 });
    expect(await api.call(adminOrder.list, {}, as(owner))).toMatchObject({ status: 403 });
    const reviewer = await signedInAs(api, 'reviewer@yunduo.test', SEED_PASSWORD);
    expect(await api.call(adminOrder.list, {}, as(reviewer))).toMatchObject({ status: 403 });
  });
});
