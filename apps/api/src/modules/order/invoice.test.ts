import { adminOrder, order as calls } from '@yunduo/api-contract';
import { INVOICE_LINK_TTL, ORDER } from '@yunduo/validation';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { orders, payments, seller } from '../../db/schema/order.ts';
import { throttles } from '../../db/schema/platform.ts';
import { SEED_NOW } from '../../testing/environment.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { noticeOf, orderIn, paying, placed, sendNotice } from '../../testing/orders.ts';
import { SEED_PASSWORD } from '../../testing/builders.ts';
import { newcomer, signedInAs, type SignedIn } from '../../testing/people.ts';
import type { OrderRow } from './present.ts';

let api: TestApp;
let owner: SignedIn;
let other: SignedIn;
let paid: OrderRow;
beforeAll(async () => {
  api = await testApp({ seeded: true });
  owner = await newcomer(api);
  other = await newcomer(api);
  paid = await orderIn(api, owner, 'paid', { plan: 'm12', quantity: 2 });
});
afterAll(() => api.close());
beforeEach(async () => {
  api.clock.set(SEED_NOW);
  await api.db.delete(throttles);
});

const as = ({ token }: SignedIn) => ({ token });
const open = (orderNo: string, { token = owner.token, query = '', lang = 'zh-cn' } = {}) =>
  api.app.inject({
    url: `/api/order/invoice?order_no=${orderNo}${query}`,
    headers: { lang, authorization: `Bearer ${token}` },
  });
const linkOf = async (orderNo: string) =>
  (await api.call(calls.invoiceLink, { order_no: orderNo }, as(owner))).data;
const ask = (change: object) =>
  api.call(
    calls.invoiceRequest,
    { order_no: paid.orderNo, kind: 'company', title: '望潮软件', tax_no: '91310115MA1H000000', ...change },
    as(owner),
  );

describe('Receipt', () => {
  test('[R3.10] shows seller, buyer, items and total, in both languages', async () => {
    const [payment] = await api.db.select().from(payments).where(eq(payments.orderId, paid.id));
    if (!payment?.transactionId) throw new Error('a paid order has a transaction');
    const zh = await open(paid.orderNo);
    expect([zh.statusCode, zh.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    for (const part of [
      'lang="zh-CN"',
      '<h1>收据</h1>',
      paid.orderNo,
      '2026年11月20日',
      '云舵示例科技有限公司',
      '<td>云舵授权码 · 12 个月<span class="each">2 × ¥269.00</span></td><td class="number detail">2</td>',
      '¥269.00',
      '¥538.00',
      '伍佰叁拾捌元整',
      '模拟支付',
      payment.transactionId,
      owner.email,
      '<dt>税号</dt><dd>91310000MA1K00000X</dd>',
      '<dt>地址</dt><dd>上海市浦东新区示例路 1 号</dd>',
      '<dt>电话</dt><dd>021-00000000</dd>',
      '收据供存档使用，不是发票',
    ]) {
      expect(zh.body).toContain(part);
    }
    const en = await open(paid.orderNo, { lang: 'us' });
    for (const part of [
      'lang="en"',
      '<h1>Receipt</h1>',
      '20\u00a0Nov\u00a02026',
      'CNY 538.00',
      'Test payment',
      'Yunduo Example Technology Co., Ltd.',
      '1 Example Road, Pudong, Shanghai, China',
    ]) {
      expect(en.body).toContain(part);
    }
    const forced = await open(paid.orderNo, { query: '&lang=en' });
    expect(forced.body).toBe(en.body);
  });

  test('has a strict content security policy, one script and no external URL', async () => {
    const { headers, body } = await open(paid.orderNo);
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+';/);
    for (const part of [
      "form-action 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "trusted-types 'none'",
    ]) {
      expect(policy).toContain(part);
    }
    expect(body.match(/<script/g)).toHaveLength(1);
    expect(body).toContain('<button type="button">打印或存为 PDF</button>');
    expect(body).not.toMatch(/ style=| on[a-z]+=|https?:\/\//);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  });

  test('is dark on a dark screen, and black on white in print', async () => {
    const { body } = await open(paid.orderNo);
    const dark = body.match(/@media[^{]*\(prefers-color-scheme:dark\)\{:root\{[^}]*\}\}/g);
    expect(dark).toHaveLength(1);
    expect(dark?.[0]).toMatch(/^@media screen and /);
    // Each colour of the page follows the theme, except for the button's own pair.
    const rules = body.slice(
      body.indexOf(dark?.[0] ?? '') + (dark?.[0].length ?? 0),
      body.indexOf('</style>'),
    );
    expect([...new Set(rules.match(/#[0-9a-f]{3,6}\b/g))].sort()).toEqual(['#06282b', '#27b2bc', '#4cc4cd']);
  });

  test('shows the requested invoice party, with markup escaped', async () => {
    expect((await ask({ title: '<b>甲</b>&"公司"' })).data.invoice).toMatchObject({
      kind: 'company',
      title: '<b>甲</b>&"公司"',
      tax_no: '91310115MA1H000000',
    });
    const { body } = await open(paid.orderNo);
    expect(body).toContain('&lt;b&gt;甲&lt;/b&gt;&amp;&quot;公司&quot;');
    expect(body).toContain('91310115MA1H000000');
    expect(body).not.toContain(owner.email);
    await ask({ kind: 'personal', title: '陈晓航', tax_no: '' });
    const personal = (await open(paid.orderNo)).body;
    expect(personal).toContain('陈晓航（个人）');
    // Only the seller's: a person has none.
    expect(personal.match(/<dt>税号<\/dt>/g)).toHaveLength(1);
  });

  test('names the transaction that paid, not an earlier one that failed', async () => {
    const { orderNo, id } = await orderIn(api, owner, 'failed');
    await paying(api, owner, orderNo);
    const notice = await noticeOf(api, orderNo);
    await sendNotice(api, notice);
    const tries = await api.db.select().from(payments).where(eq(payments.orderId, id));
    const { body } = await open(orderNo);
    expect(tries.map(({ transactionId }) => body.includes(transactionId ?? '')).toSorted()).toEqual([
      false,
      true,
    ]);
    expect(body).toContain(notice.transaction_id);
    // Nor one that came too late.
    const late = { ...notice, transaction_id: `late-${notice.transaction_id}` };
    expect(await sendNotice(api, late)).toMatchObject({ result: 'unmatched' });
    expect((await open(orderNo)).body).toBe(body);
  });

  test.each([
    ['no kind', { kind: '' }, { kind: 'invoice_kind_required' }],
    ['no title', { title: ' ' }, { title: 'invoice_title_required' }],
    ['a title of two lines', { title: 'a\nb' }, { title: 'one_line_characters' }],
    [
      'a title too long',
      { title: '长'.repeat(ORDER.invoiceTitleMax + 1) },
      { title: 'invoice_title_length' },
    ],
    ['a company without a tax number', { tax_no: '' }, { tax_no: 'tax_number_required' }],
    ['an invalid tax number', { tax_no: '123' }, { tax_no: 'tax_number_invalid' }],
    ['a person with a tax number', { kind: 'personal' }, { tax_no: 'tax_number_company_only' }],
  ])('rejects an invoice request with %s', async (_what, change, fields) => {
    expect(await ask(change)).toMatchObject({ status: 400, code: 'VALIDATION_FAILED', error: { fields } });
  });

  test('normalises spaces and case of a tax number', async () => {
    expect((await ask({ tax_no: ' 91310115ma1h000000 ' })).data.invoice?.tax_no).toBe('91310115MA1H000000');
  });

  test('shows the refund of a refunded order, in both languages', async () => {
    const refunded = await orderIn(api, owner, 'refunded');
    expect((await open(refunded.orderNo)).body).toContain('已于 2026年11月20日全额退款');
    const english = await open(refunded.orderNo, { lang: 'en' });
    expect(english.body).toContain('Refunded in full on 20\u00a0Nov\u00a02026');
    expect((await open(paid.orderNo)).body).not.toContain('全额退款');
    // A declined refund has a date of its decision too.
    const declined = {
      refundReason: '买错了',
      refundRequestedAt: SEED_NOW,
      refundDecidedAt: SEED_NOW,
      refundApproved: false,
    };
    await api.db.update(orders).set(declined).where(eq(orders.orderNo, paid.orderNo));
    expect((await open(paid.orderNo)).body).not.toContain('全额退款');
    const never = {
      refundReason: null,
      refundRequestedAt: null,
      refundDecidedAt: null,
      refundApproved: null,
    };
    await api.db.update(orders).set(never).where(eq(orders.orderNo, paid.orderNo));
  });

  test('is available once the order is paid, to its owner only', async () => {
    const { order_no: unpaid } = await placed(api, owner);
    expect((await open(unpaid)).json()).toMatchObject({
      code: 'INVOICE_UNAVAILABLE',
      msg: '付款后才能查看收据和申请发票',
    });
    expect((await open(paid.orderNo, { token: other.token })).statusCode).toBe(404);
    expect((await open(paid.orderNo, { token: '' })).statusCode).toBe(401);
  });

  test('on a phone has quantity and price below the item, and no table that scrolls its sum out of sight', async () => {
    const { body } = await open(paid.orderNo);
    const [phone] = /@media \(max-width:600px\)\{.*\}\}/.exec(body) ?? [];
    expect(phone).toContain('.detail{display:none}.each{display:block}');
    expect(body).not.toContain('overflow-x');
    const cells = [...body.matchAll(/<t[hd][^>]*class="number detail">([^<]*)/g)].map(([, text]) => text);
    expect(cells).toHaveLength(4);
    expect(body).toContain(`<span class="each">${cells.slice(2).join(' × ')}</span>`);
  });

  test('renders before the seller’s details are configured', async () => {
    const [account] = await api.db.delete(seller).where(eq(seller.id, 1)).returning();
    try {
      expect((await open(paid.orderNo)).body).toContain('云舵 &lt;support@yunduo.test&gt;');
    } finally {
      if (account) await api.db.insert(seller).values(account);
    }
  });
});

describe('Signed receipt link', () => {
  test('opens the receipt without a session, and contains no session token', async () => {
    const link = await linkOf(paid.orderNo);
    expect(link.expires_in).toBe(300);
    expect(link.url).not.toContain(owner.token);
    const document = await api.app.inject(link.url);
    expect(document.statusCode).toBe(200);
    expect(document.body).toBe((await open(paid.orderNo)).body);
    const english = await api.call(
      calls.invoiceLink,
      { order_no: paid.orderNo },
      { ...as(owner), lang: 'en' },
    );
    expect((await api.app.inject(english.data.url)).body).toContain('<h1>Receipt</h1>');
    expect(document.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'same-origin' });
  });

  test('expires after five minutes with a 404 page that links to My orders', async () => {
    const { url } = await linkOf(paid.orderNo);
    api.clock.advance(INVOICE_LINK_TTL - 1);
    expect((await api.app.inject(url)).statusCode).toBe(200);
    api.clock.advance(1);
    const headers = { accept: 'text/html' };
    const missing = await api.app.inject({ url: url.replace('lang=zh', 'lang=en'), headers });
    expect([missing.statusCode, missing.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(missing.body).toContain('Open the receipt again from My orders.');
    expect(missing.body).toContain('/en/user?panel=order-info');
  });

  test('returns 404 if the order number, expiry or signature is changed; the language may change', async () => {
    const { url } = await linkOf(paid.orderNo);
    const another = await orderIn(api, owner, 'paid');
    const change = (name: string, value: string) => {
      const changed = new URL(url, 'http://x');
      changed.searchParams.set(name, value);
      return api.app.inject(changed.pathname + changed.search);
    };
    expect((await change('order_no', another.orderNo)).statusCode).toBe(404);
    expect((await change('expires', '9999999999')).statusCode).toBe(404);
    expect((await change('signature', 'a'.repeat(64))).statusCode).toBe(404);
    expect((await change('signature', '')).statusCode).toBe(404);
    expect((await change('lang', 'en')).statusCode).toBe(200);
  });

  test('is created only for the owner’s paid orders', async () => {
    const { order_no: unpaid } = await placed(api, owner);
    expect(await api.call(calls.invoiceLink, { order_no: unpaid }, as(owner))).toMatchObject({
      status: 400,
      code: 'INVOICE_UNAVAILABLE',
    });
    expect(await api.call(calls.invoiceLink, { order_no: paid.orderNo }, as(other))).toMatchObject({
      status: 404,
    });
  });
});

describe('Electronic invoice', () => {
  const party = { kind: 'company', title: '望潮软件', tax_no: '91310115MA1H000000' };
  const NUMBER = '26112000000012345678';
  let operator: SignedIn;
  beforeAll(async () => {
    operator = await signedInAs(api, 'operator@yunduo.test', SEED_PASSWORD);
  });
  const requested = async () => {
    const { orderNo } = await orderIn(api, owner, 'paid');
    const { data } = await api.call(calls.invoiceRequest, { order_no: orderNo, ...party }, as(owner));
    return { orderNo, invoice: data.invoice };
  };
  const decide = (orderNo: string, decision: { issued: boolean; number?: string; note?: string }) =>
    api.call(adminOrder.invoiceDecide, { order_no: orderNo, ...decision }, as(operator));
  const shown = async (orderNo: string) =>
    (await api.call(calls.detail, { order_no: orderNo }, as(owner))).data;
  const waiting = async () =>
    (await api.call(adminOrder.list, { invoice: 'requested', page_size: 100 }, as(operator))).data.list.map(
      ({ order_no }) => order_no,
    );

  /** Texts of the mails about an order. */
  const reported = async (orderNo: string) =>
    (await api.mails())
      .filter(({ to, subject }) => to === owner.email && subject.includes(orderNo))
      .map(({ text }) => text)
      .join();

  test('is requested, listed for operators, issued with its number, and mailed to the buyer', async () => {
    const { orderNo, invoice } = await requested();
    expect(invoice).toMatchObject({ state: 'requested', number: null, decided_at: null, note: '' });
    expect(await waiting()).toContain(orderNo);
    const issued = await decide(orderNo, { issued: true, number: NUMBER });
    expect(issued.data.invoice).toMatchObject({
      state: 'issued',
      number: NUMBER,
      decided_at: SEED_NOW.toISOString(),
    });
    const order = await shown(orderNo);
    expect(order.invoice).toEqual(issued.data.invoice);
    expect(order.actions).not.toContain('invoice_request');
    expect(await waiting()).not.toContain(orderNo);
    expect(await reported(orderNo)).toContain(NUMBER);
    // It names the original party; another name needs a new invoice.
    expect((await api.call(calls.invoiceRequest, { order_no: orderNo, ...party }, as(owner))).code).toBe(
      'ORDER_STATE',
    );
    expect((await decide(orderNo, { issued: true, number: NUMBER })).code).toBe('ORDER_STATE');
  });

  test('is declined with a reason that is mailed to the buyer, and can be requested again', async () => {
    const { orderNo } = await requested();
    const { data } = await decide(orderNo, { issued: false, note: '税号与名称不符' });
    expect(data.invoice).toMatchObject({ state: 'declined', number: null, note: '税号与名称不符' });
    expect(await reported(orderNo)).toContain('税号与名称不符');
    expect((await shown(orderNo)).actions).toContain('invoice_request');
    const again = await api.call(calls.invoiceRequest, { order_no: orderNo, ...party }, as(owner));
    expect(again.data.invoice).toMatchObject({ state: 'requested', decided_at: null, note: '' });
    expect(await waiting()).toContain(orderNo);
  });

  test('is not recorded for a party that the operator did not see: the buyer has changed it since', async () => {
    const { orderNo, invoice } = await requested();
    api.clock.advance(1_000);
    const changed = await api.call(
      calls.invoiceRequest,
      { order_no: orderNo, ...party, title: '后来公司' },
      as(owner),
    );
    const seen = (requested_at: string | undefined) =>
      decide(orderNo, { issued: true, number: NUMBER, ...(requested_at && { requested_at }) });
    expect((await seen(invoice?.requested_at)).code).toBe('STATE_CHANGED');
    expect((await shown(orderNo)).invoice).toMatchObject({ state: 'requested', title: '后来公司' });
    expect((await seen(changed.data.invoice?.requested_at)).data.invoice?.state).toBe('issued');
  });

  test.each([
    ['issued without a number', { issued: true }, { number: 'invoice_number_required' }],
    ['issued with an invalid number', { issued: true, number: '1234' }, { number: 'invoice_number_invalid' }],
    ['declined without a reason', { issued: false }, { note: 'invoice_note_required' }],
    ['declined with a number', { issued: false, number: NUMBER, note: 'no' }, { number: 'field_invalid' }],
  ])('cannot be %s', async (_what, decision, fields) => {
    const { orderNo } = await requested();
    expect(await decide(orderNo, decision)).toMatchObject({ code: 'VALIDATION_FAILED', error: { fields } });
    expect((await shown(orderNo)).invoice?.state).toBe('requested');
  });

  test('is decided only by operators, and only if requested and not refunded', async () => {
    const { orderNo } = await orderIn(api, owner, 'paid');
    expect((await decide(orderNo, { issued: true, number: NUMBER })).code).toBe('ORDER_STATE');
    const { orderNo: wanted } = await requested();
    const call = { order_no: wanted, issued: true, number: NUMBER };
    expect((await api.call(adminOrder.invoiceDecide, call, as(owner))).code).toBe('FORBIDDEN');
    const refunded = await orderIn(api, owner, 'refunded');
    await api.db
      .update(orders)
      .set({ invoice: { kind: 'personal', title: '甲', taxNo: '' }, invoiceRequestedAt: SEED_NOW })
      .where(eq(orders.orderNo, refunded.orderNo));
    expect((await decide(refunded.orderNo, { issued: true, number: NUMBER })).code).toBe('ORDER_STATE');
    expect(await waiting()).not.toContain(refunded.orderNo);
  });

  test('is requested and decided in the language of the caller', async () => {
    const { orderNo } = await orderIn(api, owner, 'paid');
    const caller = (who: SignedIn) => ({ ...as(who), lang: 'en' as const });
    const description = 'Yunduo authorization code · 1 month';
    const asked = await api.call(calls.invoiceRequest, { order_no: orderNo, ...party }, caller(owner));
    expect(asked.data.description).toBe(description);
    const decision = { order_no: orderNo, issued: true, number: NUMBER };
    const decided = await api.call(adminOrder.invoiceDecide, decision, caller(operator));
    expect(decided.data.description).toBe(description);
  });

  test('is filtered by state in the operators’ list', async () => {
    const { orderNo } = await requested();
    await decide(orderNo, { issued: true, number: NUMBER });
    const listed = async (invoice: 'issued' | 'declined') =>
      (await api.call(adminOrder.list, { invoice, page_size: 100 }, as(operator))).data.list;
    expect((await listed('issued')).map(({ order_no }) => order_no)).toContain(orderNo);
    expect((await listed('declined')).every(({ invoice }) => invoice?.state === 'declined')).toBe(true);
  });
});
