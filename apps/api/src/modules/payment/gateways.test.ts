import { order as calls, type DataOf } from '@yunduo/api-contract';
import {
  DAY,
  HOUR,
  MINUTE,
  ORDER,
  PAY_NOTICE_AGE,
  PAY_RECONCILE,
  type PayProvider,
} from '@yunduo/validation';
import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { orders, payments } from '../../db/schema/order.ts';
import { auditLog, jobRuns, throttles } from '../../db/schema/platform.ts';
import { withTransaction } from '../../context.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { SEED_NOW } from '../../testing/environment.ts';
import { booksOf, CLERK, noticeOf, paying, placed, sendNotice } from '../../testing/orders.ts';
import {
  alipayGateway,
  stripeGateway,
  wechatGateway,
  type Gateway,
  type SentNotice,
  type Trade,
} from '../../testing/payment-gateways.ts';
import { newcomer, type SignedIn } from '../../testing/people.ts';
import { licencesOfOrder } from '../licence/issue.ts';
import { findOrder } from '../order/list.ts';
import { offerPrivateDeploy } from '../order/service.ts';
import { providerNamed } from './providers.ts';
import { askGateways, BATCH, giveBack } from './reconcile.ts';
import { decideRefund } from './refunds.ts';

const DESK = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140';
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148';
const TABLET = 'Mozilla/5.0 (Linux; Android 15; SM-X210) Chrome/140';

let api: TestApp;
let owner: SignedIn;
let alipay: Awaited<ReturnType<typeof alipayGateway>>;
let wechat: Gateway;
let stripe: Gateway;
const gateways = () => ({ alipay, wechat_pay: wechat, stripe });
type Company = keyof ReturnType<typeof gateways>;
const COMPANIES: readonly Company[] = ['alipay', 'wechat_pay', 'stripe'];

beforeAll(async () => {
  [alipay, wechat, stripe] = await Promise.all([alipayGateway(), wechatGateway(), stripeGateway()]);
  api = await testApp({
    seeded: true,
    env: { ORIGIN: 'https://yunduo.example', ...alipay.env, ...wechat.env, ...stripe.env },
  });
});
afterAll(async () => {
  await api.close();
  await Promise.all(Object.values(gateways()).map((gateway) => gateway.close()));
});
beforeEach(async () => {
  api.clock.set(SEED_NOW);
  await api.db.delete(throttles);
  await api.db.delete(jobRuns);
  // Attempts of earlier tests are not asked for.
  const createdAt = new Date(SEED_NOW.getTime() - PAY_RECONCILE.until);
  await api.db.update(payments).set({ createdAt, expiresAt: null }).where(eq(payments.status, 'started'));
  owner = await newcomer(api);
  for (const gateway of Object.values(gateways())) {
    gateway.down = false;
    gateway.answer = '';
    gateway.requests.length = 0;
    gateway.refunds.length = 0;
  }
});

type Started = DataOf<typeof calls.pay>;
const pay = (
  orderNo: string,
  provider: PayProvider,
  { agent = DESK, key = '', lang = 'zh' as 'zh' | 'en' } = {},
) =>
  api.call(
    calls.pay,
    { order_no: orderNo, provider },
    {
      token: owner.token,
      lang,
      ip: '203.0.113.9',
      headers: { 'user-agent': agent, ...(key && { 'idempotency-key': key }) },
    },
  );

/** Starts a payment, and finds the company's trade. */
async function started(provider: Company): Promise<{ orderNo: string; answer: Started; trade: Trade }> {
  const { order_no: orderNo } = await placed(api, owner, { plan: 'm6', quantity: 2 });
  const { code, data: answer } = await pay(orderNo, provider);
  expect(code).toBe('OK');
  const payment = await newest(orderNo);
  const trade =
    provider === 'alipay'
      ? alipay.open(answer.pay_url).trade
      : [...gateways()[provider].trades.values()].find(({ no }) => no === payment.paymentNo);
  if (!trade) throw new Error(`${provider} knows nothing of ${payment.paymentNo}`);
  return { orderNo, answer, trade };
}

async function newest(orderNo: string) {
  const { id } = await findOrder(api.db, orderNo);
  const [payment] = await api.db
    .select()
    .from(payments)
    .where(eq(payments.orderId, id))
    .orderBy(desc(payments.id))
    .limit(1);
  if (!payment) throw new Error('no payment');
  return payment;
}

async function attempts(orderNo: string) {
  const { id } = await findOrder(api.db, orderNo);
  return api.db.select().from(payments).where(eq(payments.orderId, id)).orderBy(payments.id);
}

const send = ({ url, headers, payload }: SentNotice) =>
  api.app.inject({ method: 'POST', url, headers, payload });
const statusOf = async (orderNo: string) => (await findOrder(api.db, orderNo)).status;
/** The company receives the money and notifies. */
async function paid(provider: Company): Promise<{ orderNo: string; trade: Trade; notice: SentNotice }> {
  const { orderNo, trade } = await started(provider);
  trade.state = 'paid';
  const notice = gateways()[provider].notice(trade, api.clock.now());
  expect((await send(notice)).statusCode).toBe(200);
  return { orderNo, trade, notice };
}
const refusedNotices = (orderNo: string) =>
  api.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.target, `order:${orderNo}`), eq(auditLog.action, 'payment.refuse_notice')));

describe('Payment providers', () => {
  test('lists the configured providers; English lists cards first', async () => {
    const ways = async (lang: 'zh' | 'en') =>
      (await api.call(calls.payProviders, undefined, { lang })).data.list;
    expect(await ways('zh')).toEqual(['alipay', 'wechat_pay', 'stripe', 'bank_transfer', 'sandbox']);
    expect(await ways('en')).toEqual(['stripe', 'alipay', 'wechat_pay', 'bank_transfer', 'sandbox']);
  });

  test('Alipay returns a signed URL, of its mobile page on a phone, that returns to the order', async () => {
    const { order_no: orderNo } = await placed(api, owner);
    const [desk, phone] = [await pay(orderNo, 'alipay'), await pay(orderNo, 'alipay', { agent: PHONE })];
    const opened = [desk, phone].map(({ data }) => alipay.open(data.pay_url));
    expect(opened.map(({ method }) => method)).toEqual(['alipay.trade.page.pay', 'alipay.trade.wap.pay']);
    // One attempt, however often and wherever the page is opened.
    expect(opened[0]?.trade).toBe(opened[1]?.trade);
    expect(opened[0]).toMatchObject({
      trade: { total: 2_900 },
      notifyUrl: 'https://yunduo.example/api/pay_notify/alipay',
      returnUrl: `https://yunduo.example/user?panel=order-info&order=${orderNo}`,
    });
    expect(alipay.requests).toEqual([]);
    // 02:00 UTC is 10:00 in Beijing.
    expect(opened[0]?.trade.shown).toEqual({ name: '云舵授权码 · 1 个月', until: '2026-11-20 10:30:00' });
    const { order_no: english } = await placed(api, owner);
    const { data } = await pay(english, 'alipay', { agent: TABLET, lang: 'en' });
    const { method, trade } = alipay.open(data.pay_url);
    expect([method, trade.shown?.name]).toEqual([
      'alipay.trade.wap.pay',
      'Yunduo authorization code · 1 month',
    ]);
  });

  test('WeChat Pay returns a QR code on a desktop and a page on a phone', async () => {
    const { order_no: orderNo } = await placed(api, owner);
    const { data: desk } = await pay(orderNo, 'wechat_pay');
    const { paymentNo } = await newest(orderNo);
    expect(desk.pay_code).toBe(`weixin://wxpay/bizpayurl?pr=${paymentNo}`);
    const { data: phone } = await pay(orderNo, 'wechat_pay', { agent: PHONE });
    expect(phone.pay_code).toBeNull();
    const page = new URL(phone.pay_url);
    expect(page.searchParams.get('prepay_id')).toBe(`${paymentNo}_H5`);
    expect(page.searchParams.get('redirect_url')).toBe(
      `https://yunduo.example/user?panel=order-info&order=${orderNo}`,
    );
    const until = '2026-11-20T02:30:00+00:00';
    const name = '云舵授权码 · 1 个月';
    expect(wechat.trades.get(paymentNo)?.shown).toMatchObject({ name, until });
    expect(wechat.trades.get(`${paymentNo}_H5`)?.shown).toEqual({ name, until, ip: '203.0.113.9' });
    const { order_no: english } = await placed(api, owner);
    await pay(english, 'wechat_pay', { lang: 'en' });
    const trade = wechat.trades.get((await newest(english)).paymentNo);
    expect(trade?.shown?.name).toBe('Yunduo authorization code · 1 month');
  });

  test('Stripe reuses an open session, and creates a new one after it closed', async () => {
    const { order_no: orderNo } = await placed(api, owner);
    const first = await pay(orderNo, 'stripe', { lang: 'en' });
    expect(first.data.pay_url).toMatch(/^https:\/\/checkout\.stripe\.example\/c\/pay\/cs_test_/);
    expect((await pay(orderNo, 'stripe', { lang: 'zh' })).data.pay_url).toBe(first.data.pay_url);
    const { providerRef } = await newest(orderNo);
    const trade = stripe.trades.get(providerRef ?? '');
    expect(trade).toMatchObject({
      total: 2_900,
      state: 'open',
      shown: { name: 'Yunduo authorization code · 1 month', locale: 'en' },
    });
    if (trade) trade.state = 'closed';
    const next = await pay(orderNo, 'stripe', { lang: 'en' });
    expect(next.data.pay_url).toMatch(/^https:\/\/checkout\.stripe\.example\/c\/pay\/cs_test_/);
    expect(next.data.pay_url).not.toBe(first.data.pay_url);
  });

  test.each([false, true])(
    'Stripe opens no second page once the first is paid (money in transit: %p), and before its notice arrives',
    async (inTransit) => {
      const { orderNo, trade } = await started('stripe');
      Object.assign(trade, { state: 'paid', inTransit });
      const again = await pay(orderNo, 'stripe', { lang: 'en' });
      expect(again.data.pay_url).toBe(`https://yunduo.example/en/user?panel=order-info&order=${orderNo}`);
      expect((await newest(orderNo)).providerRef).toBe(trade.id);
    },
  );

  test('Stripe closes its page with the order, as early as it allows; an order that waits for a bank transfer outlives it', async () => {
    const { order_no: orderNo } = await placed(api, owner);
    const first = await pay(orderNo, 'stripe');
    const shown = async () => stripe.trades.get((await newest(orderNo)).providerRef ?? '')?.shown;
    // Half an hour after Stripe creates it, and a minute for a clock that is behind.
    const earliest = (now: Date) => String((now.getTime() + 31 * MINUTE) / 1000);
    expect(await shown()).toMatchObject({ until: earliest(SEED_NOW) });
    // The response was lost: the same page soon after, one with a later end after that.
    const lost = async () => {
      const { id } = await newest(orderNo);
      await api.db.update(payments).set({ providerRef: null }).where(eq(payments.id, id));
      return pay(orderNo, 'stripe');
    };
    expect((await lost()).data.pay_url).toBe(first.data.pay_url);
    api.clock.advance(10 * MINUTE);
    expect((await lost()).code).toBe('OK');
    expect(await shown()).toMatchObject({ until: earliest(api.clock.now()) });
    await api.db
      .update(orders)
      .set({ expiresAt: new Date(SEED_NOW.getTime() + 2 * HOUR) })
      .where(eq(orders.orderNo, orderNo));
    await lost();
    expect(await shown()).toMatchObject({ until: String((SEED_NOW.getTime() + 2 * HOUR) / 1000) });
    await api.db
      .update(orders)
      .set({ expiresAt: new Date(SEED_NOW.getTime() + 7 * DAY) })
      .where(eq(orders.orderNo, orderNo));
    await lost();
    expect(await shown()).toMatchObject({ until: '' });
  });

  describe.each(['alipay', 'wechat_pay'] as const)('%s', (provider) => {
    const tradeOf = (paymentNo = '') =>
      gateways()[provider].trades.get(provider === 'alipay' ? paymentNo.replace('-', '_') : paymentNo);
    /** What the company shows on the page of the newest attempt. */
    const shown = async (orderNo: string, url: string) => {
      if (provider === 'alipay') alipay.open(url);
      const own = (await attempts(orderNo)).filter((row) => row.provider === provider);
      return tradeOf(own.at(-1)?.paymentNo)?.shown;
    };

    test('gets the first description and deadline of an attempt again: it refuses others under its number', async () => {
      const { order_no: orderNo } = await placed(api, owner);
      const first = await pay(orderNo, provider);
      const before = await shown(orderNo, first.data.pay_url);
      await pay(orderNo, 'bank_transfer');
      const again = await pay(orderNo, provider, { lang: 'en' });
      expect(again.code).toBe('OK');
      expect(await shown(orderNo, again.data.pay_url)).toEqual(before);
      expect(before?.name).toBe('云舵授权码 · 1 个月');
      expect((await attempts(orderNo)).map((row) => row.provider)).toEqual([provider, 'bank_transfer']);
    });

    test('gets a new attempt for an order that waits for days, shortly before the page of the first closes', async () => {
      const { order_no: orderNo } = await placed(api, owner);
      await shown(orderNo, (await pay(orderNo, provider)).data.pay_url);
      await pay(orderNo, 'bank_transfer');
      api.clock.advance(ORDER.paymentTtl - ORDER.paymentWarning);
      const { code, data } = await pay(orderNo, provider, { lang: 'en' });
      expect(code).toBe('OK');
      const { name, until } = (await shown(orderNo, data.pay_url)) ?? {};
      expect(name).toBe('Yunduo authorization code · 1 month');
      expect(until).toMatch(/^2026-11-27[ T]/);
      // The company closes the first one: the order waits for the second.
      const [earlier] = (await attempts(orderNo)).filter((row) => row.provider === provider);
      const old = tradeOf(earlier?.paymentNo);
      if (!old) throw new Error('the company knows nothing of it');
      old.state = 'closed';
      api.clock.advance(ORDER.paymentWarning);
      await api.app.jobs.runDue({ long: true });
      expect((await attempts(orderNo)).map((row) => row.status)).toEqual(['failed', 'started', 'started']);
      expect(await statusOf(orderNo)).toBe('pending');
    });

    test('takes any description that an operator can enter', async () => {
      const text = '私有部署 A/B & C=D'.repeat(ORDER.descriptionMax).slice(0, ORDER.descriptionMax);
      const { orderNo } = await offerPrivateDeploy(api.app, CLERK, {
        userId: owner.user.id,
        description: { zh: text, en: text },
        amount: 100,
      });
      const { code, data } = await pay(orderNo, provider);
      expect(code).toBe('OK');
      expect((await shown(orderNo, data.pay_url))?.name).toMatch(/^私有部署 A/);
    });

    test('is queried about an attempt of days until days after its deadline', async () => {
      const { order_no: orderNo } = await placed(api, owner);
      await pay(orderNo, 'bank_transfer');
      await shown(orderNo, (await pay(orderNo, provider)).data.pay_url);
      api.clock.advance(ORDER.transferTtl);
      const trade = tradeOf((await newest(orderNo)).paymentNo);
      if (!trade) throw new Error('the company knows nothing of it');
      trade.state = 'paid';
      await api.app.jobs.runDue({ long: true });
      expect(await statusOf(orderNo)).toBe('paid');
    });
  });

  test('returns the same payment for a request repeated with its idempotency key, until it is paid', async () => {
    const { order_no: orderNo } = await placed(api, owner);
    const key = `again-${orderNo}`;
    const answers = [await pay(orderNo, 'stripe', { key }), await pay(orderNo, 'stripe', { key })];
    expect(answers[0]?.data.pay_url).toBeTruthy();
    expect(answers[1]?.data).toEqual(answers[0]?.data);
    const trade = stripe.trades.get((await newest(orderNo)).providerRef ?? '');
    if (!trade) throw new Error('no session');
    trade.state = 'paid';
    await send(stripe.notice(trade, api.clock.now()));
    expect(await pay(orderNo, 'stripe', { key })).toMatchObject({ status: 400, code: 'ORDER_STATE' });
  });

  test.each(['wechat_pay', 'stripe'] as const)(
    '%s returns PAY_PROVIDER_UNAVAILABLE while down, and works on the next attempt',
    async (provider) => {
      const { order_no: orderNo } = await placed(api, owner);
      gateways()[provider].down = true;
      expect(await pay(orderNo, provider)).toMatchObject({ status: 400, code: 'PAY_PROVIDER_UNAVAILABLE' });
      expect(await statusOf(orderNo)).toBe('pending');
      gateways()[provider].down = false;
      expect((await pay(orderNo, provider)).code).toBe('OK');
    },
  );
});

describe.each(COMPANIES)('Payment notice from %s', (provider) => {
  test('pays the order and creates its licences once, and acknowledges repeats', async () => {
    const { orderNo, notice } = await paid(provider);
    const again = await send(notice);
    expect([again.statusCode, again.body]).toEqual([
      200,
      { alipay: 'success', wechat_pay: '{"code":"SUCCESS"}', stripe: '{"received":true}' }[provider],
    ]);
    const order = await findOrder(api.db, orderNo);
    expect(order).toMatchObject({ status: 'paid', provider, paidAt: SEED_NOW });
    expect(await licencesOfOrder(api.db, order.id)).toHaveLength(2);
    expect(await booksOf(api)).toEqual([]);
  });

  test('is rejected with PAY_NOTICE_INVALID if forged, changed or unsigned', async () => {
    const { orderNo, trade } = await started(provider);
    trade.state = 'paid';
    const notice = gateways()[provider].notice(trade, api.clock.now());
    const stranger = await { alipay: alipayGateway, wechat_pay: wechatGateway, stripe: stripeGateway }[
      provider
    ]();
    const forged = stranger.notice(trade, api.clock.now());
    await stranger.close();
    // Stripe's test secret is always the same: its stranger signs with another one.
    if (provider === 'stripe')
      forged.headers['stripe-signature'] = `t=${SEED_NOW.getTime() / 1000},v1=${'0'.repeat(64)}`;
    const changed = { ...notice, payload: notice.payload.replace(/[A-Z0-9]{8}/, '00000000') };
    expect(changed.payload).not.toBe(notice.payload);
    const unsigned = { ...notice, headers: { 'content-type': 'application/json' }, payload: '{}' };
    for (const wrong of [forged, changed, unsigned])
      expect((await send(wrong)).json()).toMatchObject({ code: 'PAY_NOTICE_INVALID' });
    expect(await statusOf(orderNo)).toBe('pending');
    expect((await send(notice)).statusCode).toBe(200);
    expect(await statusOf(orderNo)).toBe('paid');
  });

  test('is rejected with PAY_AMOUNT_MISMATCH for another amount, and audited', async () => {
    const { orderNo, trade } = await started(provider);
    const less = { ...trade, state: 'paid', total: trade.total - 1 } as const;
    const answer = await send(gateways()[provider].notice(less, api.clock.now()));
    expect(answer.json()).toMatchObject({ code: 'PAY_AMOUNT_MISMATCH' });
    expect(await statusOf(orderNo)).toBe('pending');
    expect(await refusedNotices(orderNo)).toMatchObject([
      { actor: `pay_notify/${provider}`, details: { code: 'PAY_AMOUNT_MISMATCH', amount: trade.total - 1 } },
    ]);
  });

  test('returns 404 for an unknown payment number', async () => {
    const { trade } = await started(provider);
    for (const no of ['YP-NONE', 'YP-0000000000000000000000ZZ', 'x']) {
      const unknown = { ...trade, no, state: 'paid' } as const;
      const answer = await send(gateways()[provider].notice(unknown, api.clock.now()));
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'ORDER_NOT_FOUND']);
    }
  });
});

test('an Alipay notice for another app, or of a refund, changes nothing', async () => {
  const { orderNo, trade } = await started('alipay');
  trade.state = 'paid';
  const other = await send(alipay.notice(trade, api.clock.now(), { app_id: '2021999999999999' }));
  expect(other.json()).toMatchObject({ code: 'PAY_NOTICE_INVALID' });
  expect(await statusOf(orderNo)).toBe('pending');
  await send(alipay.notice(trade, api.clock.now()));
  const refund = { trade_status: 'TRADE_CLOSED', gmt_refund: '2026-11-21 10:00:00', refund_fee: '1.00' };
  expect((await send(alipay.notice(trade, api.clock.now(), refund))).body).toBe('success');
  expect(await statusOf(orderNo)).toBe('paid');
});

test('an Alipay notice pays the order once the trade is final, and cannot choose a weaker signature', async () => {
  const { orderNo, trade } = await started('alipay');
  const notice = alipay.notice(trade, api.clock.now(), { trade_status: 'TRADE_FINISHED' });
  // With our key, and the signature of SHA-1 that it names.
  const weaker = alipay.notice(trade, api.clock.now(), { trade_status: 'TRADE_FINISHED', sign_type: 'RSA' });
  expect((await send(weaker)).json()).toMatchObject({ code: 'PAY_NOTICE_INVALID' });
  expect(await statusOf(orderNo)).toBe('pending');
  expect((await send(notice)).body).toBe('success');
  expect(await statusOf(orderNo)).toBe('paid');
});

test.each(['CLOSED', 'REVOKED', 'PAYERROR'])(
  'a WeChat Pay notice of a trade that is %s fails the order',
  async (trade_state) => {
    const { orderNo, trade } = await started('wechat_pay');
    expect((await send(wechat.notice(trade, api.clock.now(), { trade_state }))).statusCode).toBe(200);
    expect(await statusOf(orderNo)).toBe('failed');
  },
);

test('a WeChat Pay notice about a refund changes nothing; another key or cipher is rejected', async () => {
  const { orderNo, trade } = await started('wechat_pay');
  trade.state = 'paid';
  const notice = wechat.notice(trade, api.clock.now());
  for (const wrong of [
    {
      ...notice,
      headers: { ...notice.headers, 'wechatpay-serial': 'PUB_KEY_ID_0000000000000000000000000002' },
    },
    wechat.notice(trade, api.clock.now(), { algorithm: 'AEAD_SM4_GCM' }),
  ])
    expect((await send(wrong)).json()).toMatchObject({ code: 'PAY_NOTICE_INVALID' });
  const refund = await send(wechat.notice(trade, api.clock.now(), { event: 'REFUND.SUCCESS' }));
  expect([refund.statusCode, refund.body]).toEqual([200, '{"code":"SUCCESS"}']);
  expect(await statusOf(orderNo)).toBe('pending');
});

test.each([
  ['async_payment_succeeded', 'paid'],
  ['async_payment_failed', 'failed'],
] as const)('a Stripe payment by bank is pending until its notice %s: %s', async (event, status) => {
  const { orderNo, trade } = await started('stripe');
  const complete = { ...trade, state: 'paid' } as const;
  const unpaid = { payment_status: 'unpaid' };
  expect((await send(stripe.notice(complete, api.clock.now(), unpaid))).statusCode).toBe(200);
  expect((await send(stripe.notice(complete, api.clock.now(), { event: 'expiring' }))).statusCode).toBe(200);
  expect(await statusOf(orderNo)).toBe('pending');
  const change = { event, ...(status === 'failed' && unpaid) };
  expect((await send(stripe.notice(complete, api.clock.now(), change))).statusCode).toBe(200);
  expect(await statusOf(orderNo)).toBe(status);
});

test('a WeChat Pay notice for another merchant is rejected with PAY_NOTICE_INVALID', async () => {
  const { orderNo, trade } = await started('wechat_pay');
  trade.state = 'paid';
  const answer = await send(wechat.notice(trade, api.clock.now(), { mchid: '1900000002' }));
  expect(answer.json()).toMatchObject({ code: 'PAY_NOTICE_INVALID' });
  expect(await statusOf(orderNo)).toBe('pending');
});

test.each(['wechat_pay', 'stripe'] as const)(
  'a notice from %s about the same amount in another currency is rejected with PAY_AMOUNT_MISMATCH',
  async (provider) => {
    const { orderNo, trade } = await started(provider);
    const other = { ...trade, state: 'paid', currency: 'HKD' } as const;
    const answer = await send(gateways()[provider].notice(other, api.clock.now()));
    expect(answer.json()).toMatchObject({ code: 'PAY_AMOUNT_MISMATCH' });
    expect(await statusOf(orderNo)).toBe('pending');
    expect(await refusedNotices(orderNo)).toMatchObject([{ details: { currency: 'HKD' } }]);
  },
);

test.each(['wechat_pay', 'stripe'] as const)(
  'a notice from %s is rejected as a replay after five minutes',
  async (provider) => {
    const { orderNo, trade } = await started(provider);
    trade.state = 'paid';
    const notice = gateways()[provider].notice(trade, api.clock.now());
    api.clock.advance(PAY_NOTICE_AGE + 1000);
    expect((await send(notice)).json()).toMatchObject({ code: 'PAY_NOTICE_INVALID' });
    api.clock.advance(-1000);
    expect((await send(notice)).statusCode).toBe(200);
    expect(await statusOf(orderNo)).toBe('paid');
  },
);

test.each([
  ['on a desktop', DESK, ''],
  ['on a phone', PHONE, '_H5'],
])(
  'a WeChat Pay payment %s is matched by its whole number, whatever its last letter',
  async (_, agent, end) => {
    const { order_no: orderNo } = await placed(api, owner);
    await pay(orderNo, 'wechat_pay', { agent });
    const { id } = await newest(orderNo);
    const paymentNo = `YP-${String(id).padStart(22, '0')}5H`;
    await api.db.update(payments).set({ paymentNo }).where(eq(payments.id, id));
    await pay(orderNo, 'wechat_pay', { agent });
    const trade = wechat.trades.get(`${paymentNo}${end}`);
    if (!trade) throw new Error('the company knows nothing of it');
    trade.state = 'paid';
    expect((await send(wechat.notice(trade, api.clock.now()))).statusCode).toBe(200);
    expect(await statusOf(orderNo)).toBe('paid');
  },
);

test('an expired Stripe session fails the order and allows another attempt', async () => {
  const { orderNo, trade } = await started('stripe');
  trade.state = 'closed';
  expect((await send(stripe.notice(trade, api.clock.now()))).statusCode).toBe(200);
  expect(await statusOf(orderNo)).toBe('failed');
  expect((await pay(orderNo, 'stripe')).code).toBe('OK');
  expect(await statusOf(orderNo)).toBe('pending');
});

test('a payment for a cancelled order is stored as unmatched, and sent back once an operator returns it', async () => {
  const { orderNo, trade } = await started('alipay');
  await api.call(calls.cancel, { order_no: orderNo }, { token: owner.token });
  trade.state = 'paid';
  expect((await send(alipay.notice(trade, api.clock.now()))).statusCode).toBe(200);
  expect(await newest(orderNo)).toMatchObject({ status: 'unmatched', sentBackAt: null });
  await api.app.jobs.runDue({ long: true });
  expect(alipay.refunds).toEqual([]);
  await api.db
    .update(payments)
    .set({ status: 'returned' })
    .where(eq(payments.paymentNo, trade.no.replace('_', '-')));
  api.clock.advance(PAY_RECONCILE.giveBackEvery);
  await api.app.jobs.runDue({ long: true });
  expect(alipay.refunds).toEqual([`${trade.no} ${(trade.total / 100).toFixed(2)}`]);
});

describe.each(COMPANIES)('Payment reconciliation with %s', (provider) => {
  const minutes = async (milliseconds: number) => {
    api.clock.advance(milliseconds);
    return api.app.jobs.runDue({ long: true });
  };

  test('pays the order of a payment whose notice was lost', async () => {
    const { orderNo, trade } = await started(provider);
    const { requests } = gateways()[provider];
    requests.length = 0;
    await minutes(PAY_RECONCILE.after);
    expect(requests).toEqual([]);
    trade.state = 'paid';
    expect(await minutes(DAY / 1440)).toMatchObject({ 'payments.ask': 1 });
    expect(requests).toHaveLength(1);
    expect(await statusOf(orderNo)).toBe('paid');
    expect(await booksOf(api)).toEqual([]);
  });

  test('fails the order of a payment that the company closed', async () => {
    const { orderNo, trade } = await started(provider);
    trade.state = 'closed';
    await minutes(PAY_RECONCILE.after + 1000);
    expect(await statusOf(orderNo)).toBe('failed');
  });

  test('closes the page of an order that its buyer cancels, within a minute; a failure is logged and tried again', async () => {
    const { orderNo, trade } = await started(provider);
    await api.call(calls.cancel, { order_no: orderNo }, { token: owner.token });
    const gateway = providerNamed(provider)?.gateway;
    if (!gateway) throw new Error('no gateway');
    const close = jest.spyOn(gateway, 'close').mockRejectedValueOnce(new Error('not now'));
    const warned = jest.spyOn(api.app.log, 'warn');
    await minutes(0);
    const { paymentNo: payment } = await newest(orderNo);
    expect(warned.mock.calls).toEqual([
      [{ err: expect.any(Error), provider, payment }, 'a payment page was not closed'],
    ]);
    expect(trade.state).toBe('open');
    await minutes(60_000);
    expect(trade.state).toBe('closed');
    await minutes(60_000);
    expect(await newest(orderNo)).toMatchObject({ status: 'failed' });
    expect(await statusOf(orderNo)).toBe('cancelled');
    await minutes(60_000);
    expect(close).toHaveBeenCalledTimes(2);
    expect(warned).toHaveBeenCalledTimes(1);
    close.mockRestore();
    warned.mockRestore();
  });

  test('closes the page of an order that is paid by another method, or whose account is deleted', async () => {
    const { orderNo, trade } = await started(provider);
    const { orderNo: leftNo, trade: left } = await started(provider);
    await paying(api, owner, orderNo);
    await sendNotice(api, await noticeOf(api, orderNo));
    await minutes(0);
    expect([trade.state, left.state]).toEqual(['closed', 'open']);
    await api.db.update(orders).set({ userId: null }).where(eq(orders.orderNo, leftNo));
    await minutes(60_000);
    expect(left.state).toBe('closed');
  });

  test('retries while the payment is open or the provider is down, and gives up after days', async () => {
    const { orderNo, trade } = await started(provider);
    await minutes(PAY_RECONCILE.after + 1);
    expect(await statusOf(orderNo)).toBe('pending');
    gateways()[provider].down = true;
    const warned = jest.spyOn(api.app.log, 'warn');
    await minutes(60_000);
    const { paymentNo: payment } = await newest(orderNo);
    // Stripe's library takes any JSON for an answer: an attempt without a state is open.
    const failure = [{ err: expect.any(Error), provider, payment }, 'a payment was not asked for'];
    expect(warned.mock.calls).toEqual(provider === 'stripe' ? [] : [failure]);
    warned.mockRestore();
    gateways()[provider].down = false;
    trade.state = 'paid';
    await minutes(60_000);
    expect(await statusOf(orderNo)).toBe('paid');
    // Another attempt, without a notification for days.
    const late = await started(provider);
    api.clock.advance(PAY_RECONCILE.until + ORDER.paymentTtl);
    gateways()[provider].requests.length = 0;
    await api.app.jobs.runDue({ long: true });
    expect(gateways()[provider].requests).toEqual([]);
    expect((await newest(late.orderNo)).status).toBe('started');
  });

  test('sends an approved refund once, and retries after a failure', async () => {
    const { orderNo } = await paid(provider);
    await api.call(calls.refundRequest, { order_no: orderNo, reason: 'not needed' }, { token: owner.token });
    await api.db.transaction((tx) =>
      decideRefund(withTransaction(api.app, tx), CLERK, { orderNo, approve: true, note: '' }),
    );
    gateways()[provider].down = true;
    const logged = jest.spyOn(api.app.log, 'error');
    await minutes(PAY_RECONCILE.giveBackEvery);
    const { sentBackAt, paymentNo: payment } = await newest(orderNo);
    expect(sentBackAt).toBeNull();
    expect(logged.mock.calls).toEqual([
      [{ err: expect.any(Error), provider, payment }, 'money was not sent back'],
    ]);
    logged.mockRestore();
    gateways()[provider].down = false;
    expect(await minutes(PAY_RECONCILE.giveBackEvery)).toMatchObject({ 'payments.give_back': 1 });
    expect((await newest(orderNo)).sentBackAt).toEqual(api.clock.now());
    await minutes(PAY_RECONCILE.giveBackEvery);
    expect(gateways()[provider].refunds).toHaveLength(1);
    expect(await booksOf(api)).toEqual([]);
  });
});

describe('Answers of the companies about a payment', () => {
  /** A refund that an operator approved, before it is sent back. */
  async function refunded(provider: Company): Promise<string> {
    const { orderNo } = await paid(provider);
    await api.call(calls.refundRequest, { order_no: orderNo, reason: 'not needed' }, { token: owner.token });
    await api.db.transaction((tx) =>
      decideRefund(withTransaction(api.app, tx), CLERK, { orderNo, approve: true, note: '' }),
    );
    return orderNo;
  }
  const later = async () => {
    api.clock.advance(PAY_RECONCILE.giveBackEvery);
    return api.app.jobs.runDue({ long: true });
  };

  test('a refund that Stripe made before counts as sent; one that it refuses is retried', async () => {
    for (const answer of ['failed', 'canceled']) {
      const orderNo = await refunded('stripe');
      stripe.answer = answer;
      await later();
      expect([answer, (await newest(orderNo)).sentBackAt]).toEqual([answer, null]);
      stripe.answer = 'charge_already_refunded';
      await later();
      expect((await newest(orderNo)).sentBackAt).toEqual(api.clock.now());
    }
  });

  test('a refund that Alipay refuses is retried', async () => {
    const orderNo = await refunded('alipay');
    const trades = new Map(alipay.trades);
    alipay.trades.clear();
    await later();
    expect((await newest(orderNo)).sentBackAt).toBeNull();
    for (const [no, trade] of trades) alipay.trades.set(no, trade);
    await later();
    expect((await newest(orderNo)).sentBackAt).toEqual(api.clock.now());
  });

  test('an Alipay page that was never opened is no error; any other refusal is logged', async () => {
    const { order_no: orderNo } = await placed(api, owner);
    await pay(orderNo, 'alipay');
    const warned = jest.spyOn(api.app.log, 'warn');
    api.clock.advance(PAY_RECONCILE.after + 1000);
    await api.app.jobs.runDue({ long: true });
    expect(alipay.requests).toHaveLength(1);
    expect(warned.mock.calls).toEqual([]);
    alipay.answer = 'ACQ.SYSTEM_ERROR';
    api.clock.advance(60_000);
    await api.app.jobs.runDue({ long: true });
    expect(warned.mock.calls.map(([, message]) => message)).toEqual(['a payment was not asked for']);
    warned.mockRestore();
    expect(await statusOf(orderNo)).toBe('pending');
  });

  test.each([
    ['on a phone', [PHONE], '_H5'],
    ['on a phone, after a QR code was shown', [DESK, PHONE], '_H5'],
    ['by a QR code, after the page on a phone was opened', [DESK, PHONE], ''],
  ])('a payment %s whose notice was lost pays the order', async (_, agents, end) => {
    const { order_no: orderNo } = await placed(api, owner);
    for (const agent of agents) await pay(orderNo, 'wechat_pay', { agent });
    const trade = wechat.trades.get(`${(await newest(orderNo)).paymentNo}${end}`);
    if (!trade) throw new Error('the company knows nothing of it');
    trade.state = 'paid';
    api.clock.advance(PAY_RECONCILE.after + 1000);
    await api.app.jobs.runDue({ long: true });
    expect(await statusOf(orderNo)).toBe('paid');
  });

  test('a WeChat Pay attempt fails when its QR code and its page on a phone are both closed', async () => {
    const { order_no: orderNo } = await placed(api, owner);
    for (const agent of [DESK, PHONE]) await pay(orderNo, 'wechat_pay', { agent });
    const { paymentNo } = await newest(orderNo);
    for (const [no, status] of [
      [paymentNo, 'pending'],
      [`${paymentNo}_H5`, 'failed'],
    ] as const) {
      const trade = wechat.trades.get(no);
      if (trade) trade.state = 'closed';
      api.clock.advance(PAY_RECONCILE.after + 1000);
      await api.app.jobs.runDue({ long: true });
      expect(await statusOf(orderNo)).toBe(status);
    }
  });
});

test('a cancelled order leaves alone an Alipay page never opened, and a bank payment in transit at Stripe', async () => {
  const { order_no: unopened } = await placed(api, owner);
  await pay(unopened, 'alipay');
  const { orderNo, trade } = await started('stripe');
  Object.assign(trade, { state: 'paid', inTransit: true });
  for (const order_no of [unopened, orderNo])
    await api.call(calls.cancel, { order_no }, { token: owner.token });
  const warned = jest.spyOn(api.app.log, 'warn');
  await api.app.jobs.runDue({ long: true });
  expect(warned.mock.calls).toEqual([]);
  warned.mockRestore();
  expect(alipay.requests).toHaveLength(2);
  expect(stripe.requests.some((request) => request.endsWith('/expire'))).toBe(false);
});

test('reconciliation reaches a paid payment behind a full batch of open ones', async () => {
  const { orderId, provider, amount, currency, createdAt } = await newest((await started('alipay')).orderNo);
  const opened = Array.from({ length: BATCH }, (_, n) => ({
    paymentNo: `YP-${String(n).padStart(24, '0')}`,
    ...{ orderId, provider, amount, currency, createdAt },
  }));
  const others = await api.db.insert(payments).values(opened).returning({ id: payments.id });
  const { orderNo, trade } = await started('alipay');
  // It comes after all of them.
  expect((await newest(orderNo)).id).toBeGreaterThan(Math.max(...others.map((row) => row.id)));
  trade.state = 'paid';
  api.clock.advance(PAY_RECONCILE.after + 1000);
  alipay.requests.length = 0;
  await api.app.jobs.runDue({ long: true });
  expect(alipay.requests).toHaveLength(BATCH);
  for (let runs = 0; runs < 30 && (await statusOf(orderNo)) !== 'paid'; runs += 1) {
    await api.app.jobs.runDue({ long: true });
    api.clock.advance(60_000);
  }
  expect(await statusOf(orderNo)).toBe('paid');
});

test('a shutdown ends reconciliation, and sending money back, between two payments', async () => {
  const { gateway } = providerNamed('alipay') ?? {};
  if (!gateway) throw new Error('no gateway');
  const two = [await started('alipay'), await started('alipay')];
  api.clock.advance(PAY_RECONCILE.after + 1);
  const asking = new AbortController();
  const ask = jest.spyOn(gateway, 'ask').mockImplementation(async () => {
    asking.abort();
    return null;
  });
  expect(await askGateways.run(api.app, asking.signal)).toBe(0);
  expect(ask).toHaveBeenCalledTimes(1);
  ask.mockRestore();

  for (const { orderNo, trade } of two) {
    await api.call(calls.cancel, { order_no: orderNo }, { token: owner.token });
    trade.state = 'paid';
    await send(alipay.notice(trade, api.clock.now()));
    await api.db
      .update(payments)
      .set({ status: 'returned' })
      .where(eq(payments.paymentNo, trade.no.replace('_', '-')));
  }
  const sending = new AbortController();
  const sendBack = jest.spyOn(gateway, 'giveBack').mockImplementation(async () => sending.abort());
  expect(await giveBack.run(api.app, sending.signal)).toBe(1);
  expect(sendBack).toHaveBeenCalledTimes(1);
  sendBack.mockRestore();
  // The next run sends the rest.
  expect(await giveBack.run(api.app)).toBe(1);
});

test('reconciliation stores a payment for an expired order as unmatched', async () => {
  const { orderNo, trade } = await started('wechat_pay');
  api.clock.advance(ORDER.paymentTtl + 1000);
  await api.app.jobs.runDue({ long: false });
  expect(await statusOf(orderNo)).toBe('cancelled');
  trade.state = 'paid';
  await api.app.jobs.runDue({ long: true });
  expect(await newest(orderNo)).toMatchObject({ status: 'unmatched' });
  expect(await api.db.select().from(orders).where(eq(orders.orderNo, orderNo))).toHaveLength(1);
});

test('an unconfigured provider is not listed, and its notices return 404', async () => {
  const bare = await testApp({ seeded: true });
  try {
    expect((await bare.call(calls.payProviders, undefined)).data.list).toEqual(['bank_transfer', 'sandbox']);
    for (const name of COMPANIES) {
      const answer = await bare.app.inject({
        method: 'POST',
        url: `/api/pay_notify/${name}`,
        payload: 'a=b',
      });
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'NOT_FOUND']);
    }
  } finally {
    await bare.close();
  }
});
