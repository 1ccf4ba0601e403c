import { adminOrder, order as calls, payNotify } from '@yunduo/api-contract';
import { ORDER, PAY_NOTICE_AGE } from '@yunduo/validation';
import { momentOf } from '@yunduo/i18n';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { users } from '../../db/schema/account.ts';
import { orders, payments, seller } from '../../db/schema/order.ts';
import { auditLog, throttles } from '../../db/schema/platform.ts';
import { SEED_NOW } from '../../testing/environment.ts';
import { SEED_PASSWORD } from '../../testing/builders.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { booksOf, noticeOf, orderIn, paying, placed, sendNotice } from '../../testing/orders.ts';
import { newcomer, signedInAs, type SignedIn } from '../../testing/people.ts';
import { licencesOfOrder } from '../licence/issue.ts';
import { findOrder } from '../order/list.ts';
import { signNotice } from './notice.ts';

let api: TestApp;
let owner: SignedIn;
let operator: SignedIn;
beforeAll(async () => {
  api = await testApp({ seeded: true, env: { ORIGIN: 'https://yunduo.example' } });
  operator = await signedInAs(api, 'operator@yunduo.test', SEED_PASSWORD);
});
afterAll(() => api.close());
beforeEach(async () => {
  api.clock.set(SEED_NOW);
  await api.db.delete(throttles);
  owner = await newcomer(api);
});

const as = ({ token }: SignedIn) => ({ token });
const seconds = (offset = 0) => String(Math.floor((api.clock.now().getTime() + offset) / 1000));
const pending = () => orderIn(api, owner, 'pending');
const statusOf = async (orderNo: string) => (await findOrder(api.db, orderNo)).status;
const mailsAbout = async (orderNo: string, word: string) =>
  (await api.mails())
    .filter(({ to, subject }) => to === owner.email && subject.includes(orderNo) && subject.includes(word))
    .map(({ text }) => text);
const audits = (target: string, action: string) =>
  api.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.target, `order:${target}`), eq(auditLog.action, action)));

describe('Starting a payment', () => {
  test('returns the sandbox page, and the same one again when repeated', async () => {
    const { order_no: orderNo } = await placed(api, owner);
    const first = await paying(api, owner, orderNo);
    expect(first).toMatchObject({ provider: 'sandbox', transfer: null });
    expect(first.pay_url).toMatch(/^https:\/\/yunduo\.example\/dev\/pay\/YP-[0-9A-Z]{24}\?lang=zh$/);
    expect(await paying(api, owner, orderNo)).toEqual(first);
    const english = await api.call(
      calls.pay,
      { order_no: orderNo, provider: 'sandbox' },
      { ...as(owner), lang: 'en' },
    );
    expect(english.data.pay_url).toBe(first.pay_url.replace('lang=zh', 'lang=en'));
  });

  test('returns account and reference for a bank transfer, and mails them', async () => {
    await api.db.update(users).set({ locale: 'en' }).where(eq(users.email, owner.email));
    const { order_no: orderNo } = await placed(api, owner, { plan: 'm12', quantity: 2 });
    const answer = await api.call(
      calls.pay,
      { order_no: orderNo, provider: 'bank_transfer' },
      { ...as(owner), lang: 'en' },
    );
    expect(answer.data).toEqual({
      provider: 'bank_transfer',
      pay_url: `https://yunduo.example/en/user?panel=order-info&order=${orderNo}`,
      pay_code: null,
      expires_at: new Date(SEED_NOW.getTime() + ORDER.transferTtl).toISOString(),
      transfer: {
        account_name: '云舵示例科技有限公司',
        bank: 'Example Bank, Shanghai Branch',
        account_number: '0000 0000 0000 0000 000',
        reference: orderNo,
        amount: 53_800,
        currency: 'CNY',
        expires_at: new Date(SEED_NOW.getTime() + ORDER.transferTtl).toISOString(),
      },
    });
    const shown = await api.call(calls.detail, { order_no: orderNo }, as(owner));
    expect(shown.data.transfer).toMatchObject({ bank: '示例银行上海分行', reference: orderNo });
    const mail = (await api.mails()).find(
      ({ to, subject }) => to === owner.email && subject.includes(orderNo),
    );
    for (const part of [
      'CNY 538.00',
      'Example Bank, Shanghai Branch',
      '0000 0000 0000 0000 000',
      orderNo,
      momentOf(answer.data.expires_at, 'en').replaceAll('\u00a0', ' '),
    ]) {
      expect(mail?.text).toContain(part);
    }
    // A second press leads to the same account, without a second mail.
    const again = await api.call(calls.pay, { order_no: orderNo, provider: 'bank_transfer' }, as(owner));
    expect(again.data.transfer?.reference).toBe(orderNo);
    const mails = (await api.mails()).filter(
      ({ to, subject }) => to === owner.email && subject.includes(orderNo),
    );
    expect(mails).toHaveLength(1);
  });

  test('has no bank transfer until the seller’s account is configured', async () => {
    const { order_no: orderNo } = await placed(api, owner);
    const [account] = await api.db.delete(seller).returning();
    try {
      const answer = await api.call(calls.pay, { order_no: orderNo, provider: 'bank_transfer' }, as(owner));
      expect(answer).toMatchObject({ status: 400, code: 'PAY_PROVIDER_UNAVAILABLE' });
      const shown = await api.call(calls.detail, { order_no: orderNo }, as(owner));
      expect(shown.data.providers).toEqual(['sandbox']);
      // As shown on the public sales page.
      expect((await api.call(calls.payProviders, undefined)).data.list).toEqual(['sandbox']);
    } finally {
      if (account) await api.db.insert(seller).values(account);
    }
    const shown = await api.call(calls.detail, { order_no: orderNo }, as(owner));
    expect(shown.data.providers).toEqual(['bank_transfer', 'sandbox']);
    // An English page begins with cards only where they are accepted.
    for (const lang of ['zh', 'en'] as const)
      expect((await api.call(calls.payProviders, undefined, { lang })).data.list).toEqual([
        'bank_transfer',
        'sandbox',
      ]);
  });

  test('rejects an unknown or empty provider', async () => {
    const { order_no: orderNo } = await placed(api, owner);
    for (const provider of ['', 'paypal', 'Sandbox', '__proto__']) {
      const answer = await api.call(calls.pay, { order_no: orderNo, provider }, as(owner));
      expect(answer.error.fields).toEqual({ provider: 'pay_provider_required' });
    }
  });
});

describe('Payment notice', () => {
  test('pays the order, creates its licences and mails the buyer', async () => {
    const order = await orderIn(api, owner, 'pending', { plan: 'm6', quantity: 3 });
    const notice = await noticeOf(api, order.orderNo);
    expect(await sendNotice(api, notice)).toEqual({ status: 200, code: 'OK', result: 'accepted' });
    expect(await findOrder(api.db, order.orderNo)).toMatchObject({ status: 'paid', paidAt: SEED_NOW });
    expect(await licencesOfOrder(api.db, order.id)).toHaveLength(3);
    const mail = (await api.mails()).find(({ subject }) => subject === `付款成功：订单 ${order.orderNo}`);
    expect(mail?.to).toBe(owner.email);
    expect(mail?.text).toContain('¥447.00');
    expect(mail?.text).toContain(`https://yunduo.example/user?panel=order-info&order=${order.orderNo}`);
  });

  test('returns duplicate when repeated, and PAY_NOTICE_CONFLICT if its number is reused with other data', async () => {
    const order = await pending();
    const notice = await noticeOf(api, order.orderNo);
    await sendNotice(api, notice);
    const paid = await findOrder(api.db, order.orderNo);
    expect(await sendNotice(api, notice)).toMatchObject({ status: 200, result: 'duplicate' });
    for (const other of [{ amount: notice.amount + 1 }, { status: 'failed' as const }]) {
      expect(await sendNotice(api, { ...notice, ...other })).toMatchObject({ code: 'PAY_NOTICE_CONFLICT' });
    }
    const another = await pending();
    const reused = await noticeOf(api, another.orderNo, { transaction_id: notice.transaction_id });
    expect(await sendNotice(api, reused)).toMatchObject({ status: 400, code: 'PAY_NOTICE_CONFLICT' });
    expect(await statusOf(another.orderNo)).toBe('pending');
    expect(await findOrder(api.db, order.orderNo)).toEqual(paid);
    expect(await licencesOfOrder(api.db, order.id)).toHaveLength(1);
  });

  test.each([
    ['a smaller amount', { amount: 2_899 }],
    ['a larger amount', { amount: 2_901 }],
    ['a zero amount', { amount: 0 }],
    ['a negative amount', { amount: -2_900 }],
    ['another currency', { currency: 'USD' }],
  ])('is rejected with PAY_AMOUNT_MISMATCH for %s, and audited', async (_what, change) => {
    const { orderNo } = await pending();
    const warned = jest.spyOn(api.app.log, 'warn');
    const notice = await noticeOf(api, orderNo, change);
    expect(await sendNotice(api, notice)).toMatchObject({ status: 400, code: 'PAY_AMOUNT_MISMATCH' });
    const { amount, currency, transaction_id } = notice;
    expect(warned.mock.calls).toContainEqual([
      { provider: 'sandbox', orderNo, transactionId: transaction_id, amount, code: 'PAY_AMOUNT_MISMATCH' },
      'payment notice refused',
    ]);
    warned.mockRestore();
    expect(await statusOf(orderNo)).toBe('pending');
    expect(await audits(orderNo, 'payment.refuse_notice')).toMatchObject([
      {
        actor: 'pay_notify/sandbox',
        details: { code: 'PAY_AMOUNT_MISMATCH', transaction_id, amount, currency },
      },
    ]);
  });

  test('returns 404 for an unknown order or payment; an unknown order is audited', async () => {
    const { orderNo } = await pending();
    const notice = await noticeOf(api, orderNo);
    const strange = { ...notice, order_no: 'YD20261120-ZZZZZ-ZZZZZ' };
    expect(await sendNotice(api, strange)).toMatchObject({ status: 404, code: 'ORDER_NOT_FOUND' });
    expect(await audits(strange.order_no, 'payment.refuse_notice')).toHaveLength(1);
    expect(await sendNotice(api, { ...notice, payment_no: 'YP-NONE' })).toMatchObject({ status: 404 });
    // The attempt of another order, and a bank transfer.
    const another = await noticeOf(api, (await pending()).orderNo);
    expect(await sendNotice(api, { ...notice, payment_no: another.payment_no })).toMatchObject({
      status: 404,
    });
    const { order_no: byBank } = await placed(api, owner);
    await paying(api, owner, byBank, 'bank_transfer');
    expect(await sendNotice(api, await noticeOf(api, byBank))).toMatchObject({ status: 404 });
    expect(await statusOf(orderNo)).toBe('pending');
  });

  describe('is rejected without an audit entry', () => {
    const rejected = async (sending: Parameters<typeof sendNotice>[2], change: object = {}) => {
      const { orderNo } = await pending();
      const answer = await sendNotice(api, await noticeOf(api, orderNo, change), sending);
      expect(await statusOf(orderNo)).toBe('pending');
      expect(await audits(orderNo, 'payment.refuse_notice')).toEqual([]);
      return answer;
    };
    const invalid = { status: 400, code: 'PAY_NOTICE_INVALID' };

    test.each([
      ['without a signature', ''],
      ['with a signature of the wrong length', 'ab'],
      ['with a made-up signature', 'a'.repeat(64)],
      ['with a signature that is not hex', 'z'.repeat(64)],
    ])('%s', async (_what, signature) => {
      expect(await rejected({ signature })).toMatchObject(invalid);
    });

    test('when its body was changed after signing', async () => {
      const { orderNo } = await pending();
      const notice = await noticeOf(api, orderNo, { status: 'failed' });
      const raw = JSON.stringify({ ...notice, status: 'paid' });
      expect(await sendNotice(api, notice, { raw })).toMatchObject(invalid);
      expect(await statusOf(orderNo)).toBe('pending');
    });

    test('when signed with another key', async () => {
      const { orderNo } = await pending();
      const notice = await noticeOf(api, orderNo);
      const timestamp = seconds();
      const signature = signNotice(Buffer.from('another key'), timestamp, JSON.stringify(notice));
      expect(await sendNotice(api, notice, { timestamp, signature })).toMatchObject(invalid);
      expect(await statusOf(orderNo)).toBe('pending');
    });

    test.each([
      ['older than five minutes', -PAY_NOTICE_AGE - 1000],
      ['in the future', PAY_NOTICE_AGE + 1000],
    ])('when its time is %s', async (_what, offset) => {
      expect(await rejected({ timestamp: seconds(offset) })).toMatchObject(invalid);
    });

    test('when its timestamp is malformed', async () => {
      for (const timestamp of ['', '1e9', '-5', 'now', '9'.repeat(40)]) {
        expect(await rejected({ timestamp })).toMatchObject(invalid);
      }
    });

    test('from a provider without notices', async () => {
      for (const provider of ['bank_transfer', 'alipay', '..', 'constructor']) {
        expect((await rejected({ provider })).status).toBe(404);
      }
    });

    test('with unknown fields or values', async () => {
      expect(await rejected({}, { user_id: 1 })).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
      expect(await rejected({}, { status: 'refunded' })).toMatchObject({ code: 'VALIDATION_FAILED' });
    });
  });

  test('is accepted at both limits of its age', async () => {
    for (const offset of [-PAY_NOTICE_AGE, PAY_NOTICE_AGE]) {
      const { orderNo } = await pending();
      const answer = await sendNotice(api, await noticeOf(api, orderNo), { timestamp: seconds(offset) });
      expect(answer.result).toBe('accepted');
    }
  });

  test('of a failure allows another attempt; late failures are ignored', async () => {
    const { orderNo } = await pending();
    const first = await noticeOf(api, orderNo, { status: 'failed' });
    expect(await sendNotice(api, first)).toMatchObject({ result: 'accepted' });
    expect(await statusOf(orderNo)).toBe('failed');
    const [attempt] = await api.db.select().from(payments).where(eq(payments.paymentNo, first.payment_no));
    expect(attempt).toMatchObject({ status: 'failed', settledAt: SEED_NOW });
    expect(await sendNotice(api, first)).toMatchObject({ result: 'duplicate' });
    await paying(api, owner, orderNo);
    const second = await noticeOf(api, orderNo);
    expect(second.payment_no).not.toBe(first.payment_no);
    expect(await statusOf(orderNo)).toBe('pending');
    expect(await sendNotice(api, { ...first, transaction_id: 'late' })).toMatchObject({ result: 'ignored' });
    expect(await statusOf(orderNo)).toBe('pending');
    expect(await sendNotice(api, second)).toMatchObject({ result: 'accepted' });
    expect(await sendNotice(api, { ...second, status: 'failed', transaction_id: 'later' })).toMatchObject({
      result: 'ignored',
    });
    expect(await statusOf(orderNo)).toBe('paid');
  });

  test('of a failure is ignored after the buyer switched to bank transfer', async () => {
    const { orderNo } = await pending();
    const card = await noticeOf(api, orderNo, { status: 'failed' });
    await paying(api, owner, orderNo, 'bank_transfer');
    expect(await sendNotice(api, card)).toMatchObject({ result: 'ignored' });
    expect(await statusOf(orderNo)).toBe('pending');
  });

  test('of a failure fails a resumed payment once', async () => {
    const { orderNo } = await pending();
    const card = await noticeOf(api, orderNo, { status: 'failed' });
    await paying(api, owner, orderNo, 'bank_transfer');
    await paying(api, owner, orderNo, 'sandbox');
    expect(await sendNotice(api, card)).toMatchObject({ result: 'accepted' });
    expect(await statusOf(orderNo)).toBe('failed');
    await paying(api, owner, orderNo, 'sandbox');
    expect(await sendNotice(api, card)).toMatchObject({ result: 'duplicate' });
    expect(await sendNotice(api, { ...card, transaction_id: 'late' })).toMatchObject({ result: 'ignored' });
    expect(await statusOf(orderNo)).toBe('pending');
    const open = await api.db
      .select()
      .from(payments)
      .where(and(eq(payments.provider, 'sandbox'), eq(payments.status, 'started')))
      .innerJoin(orders, and(eq(orders.id, payments.orderId), eq(orders.orderNo, orderNo)));
    expect(open).toHaveLength(1);
  });

  test.each(['cancelled', 'paid', 'refunded'] as const)(
    'for a %s order is stored as unmatched, and creates no licence',
    async (status) => {
      const { orderNo, id } = await orderIn(api, owner, status);
      const before = (await licencesOfOrder(api.db, id)).length;
      const late = await noticeOf(api, orderNo);
      const warned = jest.spyOn(api.app.log, 'warn');
      expect(await sendNotice(api, late)).toMatchObject({ status: 200, result: 'unmatched' });
      expect(warned.mock.calls).toEqual([
        [
          { provider: 'sandbox', orderNo, transactionId: late.transaction_id, amount: late.amount },
          'money came for an order that cannot take it',
        ],
      ]);
      warned.mockRestore();
      expect(await sendNotice(api, late)).toMatchObject({ status: 200, result: 'duplicate' });
      expect(await mailsAbout(orderNo, '将退还给你')).toEqual([
        expect.stringContaining('¥29.00，但该订单此前已付款或已取消'),
      ]);
      expect(await statusOf(orderNo)).toBe(status);
      expect(await licencesOfOrder(api.db, id)).toHaveLength(before);
      const { data } = await api.call(adminOrder.list, { unmatched: true, q: orderNo }, as(operator));
      expect(data.list[0]?.payments.at(-1)).toMatchObject({
        status: 'unmatched',
        transaction_id: late.transaction_id,
        amount: 2_900,
      });
      expect(await booksOf(api)).toEqual([]);
    },
  );

  test('that is unmatched is returned by an operator once, with a mail and the reason in the audit log', async () => {
    await api.db.update(users).set({ locale: 'en' }).where(eq(users.email, owner.email));
    const { orderNo } = await orderIn(api, owner, 'cancelled');
    const late = await noticeOf(api, orderNo);
    await sendNotice(api, late);
    const giveBack = (note: string, who = operator, payment_no = late.payment_no) =>
      api.call(adminOrder.returnPayment, { payment_no, note }, as(who));
    expect((await giveBack(' ')).error.fields).toEqual({ note: 'return_note_required' });
    expect((await giveBack('Paid late', owner)).status).toBe(403);
    const shown = async () => (await api.call(calls.detail, { order_no: orderNo }, as(owner))).data.returns;
    const received = { provider: 'sandbox', amount: 2_900, received_at: SEED_NOW.toISOString() };
    expect(await shown()).toEqual([{ ...received, returned: false }]);
    const { data } = await giveBack('Paid late');
    expect(await shown()).toEqual([{ ...received, returned: true }]);
    expect(data).toMatchObject({
      order_no: orderNo,
      status: 'cancelled',
      waiting: [],
      payments: [{ payment_no: late.payment_no, status: 'returned', amount: 2_900 }],
    });
    expect(await giveBack('Paid late')).toMatchObject({ status: 400, code: 'ORDER_STATE' });
    expect(await mailsAbout(orderNo, 'was returned')).toEqual([
      expect.stringContaining('We returned it to your original payment method'),
    ]);
    expect((await giveBack('Paid late', operator, 'YP-NONE')).code).toBe('ORDER_NOT_FOUND');
    expect(await audits(orderNo, 'payment.return')).toMatchObject([
      {
        actor: operator.email,
        via: 'api',
        details: { payment: late.payment_no, amount: 2_900, note: 'Paid late' },
      },
    ]);
    expect(await booksOf(api)).toEqual([]);
  });

  test('for the order of a deleted account is unmatched', async () => {
    const { orderNo } = await pending();
    const notice = await noticeOf(api, orderNo);
    await api.db.delete(users).where(eq(users.id, owner.user.id));
    expect(await sendNotice(api, notice)).toMatchObject({ result: 'unmatched' });
    expect(await mailsAbout(orderNo, '')).toEqual([]);
  });

  test('is accepted after the order’s expiry while the order is not cancelled', async () => {
    const { orderNo } = await pending();
    const notice = await noticeOf(api, orderNo);
    api.clock.advance(ORDER.paymentTtl + 1000);
    expect(await sendNotice(api, notice)).toMatchObject({ result: 'accepted' });
    expect(await statusOf(orderNo)).toBe('paid');
  });
});

describe('Bank transfer', () => {
  const confirm = (orderNo: string, amount: number, reference: string) =>
    api.call(adminOrder.confirmTransfer, { order_no: orderNo, amount, reference }, as(operator));
  const awaited = async () => {
    const { order_no: orderNo } = await placed(api, owner);
    await paying(api, owner, orderNo, 'bank_transfer');
    return orderNo;
  };

  test('confirmed by an operator pays the order, mails the buyer and is audited', async () => {
    const orderNo = await awaited();
    const answer = await confirm(` ${orderNo.toLowerCase()} `, 2_900, 'BOC-20261121-0001');
    expect(answer.data).toMatchObject({
      status: 'paid',
      provider: 'bank_transfer',
      payments: [{ provider: 'bank_transfer', status: 'succeeded', transaction_id: 'BOC-20261121-0001' }],
    });
    const { id } = await findOrder(api.db, orderNo);
    expect(await licencesOfOrder(api.db, id)).toHaveLength(1);
    const mail = (await api.mails()).find(({ subject }) => subject === `付款成功：订单 ${orderNo}`);
    expect(mail?.to).toBe(owner.email);
    expect(await audits(orderNo, 'order.confirm_transfer')).toMatchObject([
      { actor: 'operator@yunduo.test', details: { amount: 2_900, reference: 'BOC-20261121-0001' } },
    ]);
  });

  test.each([2_899, 2_901])('is rejected with TRANSFER_AMOUNT_MISMATCH for %i fen', async (amount) => {
    const orderNo = await awaited();
    expect(await confirm(orderNo, amount, `SUM-${amount}`)).toMatchObject({
      status: 400,
      code: 'TRANSFER_AMOUNT_MISMATCH',
      msg: `订单金额为 ¥29.00，输入的是 ¥${amount === 2_899 ? '28.99' : '29.01'}，未入账`,
    });
    expect(await statusOf(orderNo)).toBe('pending');
    expect(await audits(orderNo, 'order.confirm_transfer')).toEqual([]);
  });

  test('pays one order only; reusing its reference returns TRANSFER_REFERENCE_USED', async () => {
    const [one, two] = [await awaited(), await awaited()];
    await confirm(one, 2_900, 'ONCE-1');
    expect(await confirm(two, 2_900, 'ONCE-1')).toMatchObject({
      status: 400,
      code: 'TRANSFER_REFERENCE_USED',
      error: { fields: { reference: 'transfer_reference_used' } },
    });
    expect(await statusOf(two)).toBe('pending');
    expect(await statusOf(one)).toBe('paid');
  });

  test('confirmed by a colleague meanwhile is reported as such, not as a wrong reference', async () => {
    const orderNo = await awaited();
    await confirm(orderNo, 2_900, 'COLLEAGUE-1');
    const second = await confirm(orderNo, 2_900, 'COLLEAGUE-1');
    expect(second).toMatchObject({ status: 400, code: 'TRANSFER_CONFIRMED', msg: '该订单的这笔转账已确认' });
    expect(second.error).not.toHaveProperty('fields');
    expect(await audits(orderNo, 'order.confirm_transfer')).toHaveLength(1);
  });

  test('is stored as unmatched for a cancelled or an already paid order', async () => {
    const late = await awaited();
    api.clock.advance(ORDER.transferTtl + 1000);
    await api.app.jobs.runDue();
    expect((await confirm(late, 2_900, 'LATE-1')).data).toMatchObject({
      status: 'cancelled',
      payments: [{ provider: 'bank_transfer', status: 'unmatched', transaction_id: 'LATE-1' }],
    });
    expect(await audits(late, 'order.confirm_transfer')).toMatchObject([
      { details: { amount: 2_900, reference: 'LATE-1', result: 'unmatched' } },
    ]);
    const paid = await orderIn(api, owner, 'paid');
    await confirm(paid.orderNo, paid.amount, 'TWICE-1');
    expect(await statusOf(paid.orderNo)).toBe('paid');
    expect(await licencesOfOrder(api.db, paid.id)).toHaveLength(1);
    const { data } = await api.call(adminOrder.list, { unmatched: true }, as(operator));
    const stored = data.list.map(({ order_no: orderNo }) => orderNo);
    expect(stored).toEqual(expect.arrayContaining([late, paid.orderNo]));
  });

  test('pays an order that was started with another provider', async () => {
    const { orderNo } = await pending();
    expect((await confirm(orderNo, 2_900, 'OTHERWISE-1')).data).toMatchObject({ provider: 'bank_transfer' });
    const tries = await api.db
      .select()
      .from(payments)
      .where(eq(payments.orderId, (await findOrder(api.db, orderNo)).id));
    expect(tries.map(({ provider, status }) => [provider, status]).toSorted()).toEqual([
      ['bank_transfer', 'succeeded'],
      ['sandbox', 'started'],
    ]);
  });

  test.each([
    ['an invalid order number', { order_no: 'x' }, { order_no: 'order_no_invalid' }],
    ['no amount', { amount: 0 }, { amount: 'received_amount_invalid' }],
    ['no reference', { reference: ' ' }, { reference: 'transfer_reference_required' }],
    ['a reference of two lines', { reference: 'a\nb' }, { reference: 'one_line_characters' }],
    ['a reference too long', { reference: 'a'.repeat(65) }, { reference: 'transfer_reference_invalid' }],
  ])('is rejected with %s', async (_what, change, fields) => {
    const input = { order_no: await awaited(), amount: 2_900, reference: 'R-1', ...change };
    expect(await api.call(adminOrder.confirmTransfer, input, as(operator))).toMatchObject({
      status: 400,
      error: { fields },
    });
  });
});

describe('Sandbox payment page', () => {
  const pathOf = (payUrl: string) => payUrl.replace('https://yunduo.example', '');
  const press = (path: string, outcome: string, lang = 'zh') =>
    api.app.inject({
      method: 'POST',
      url: path.replace(/\?.*/, ''),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ outcome, lang }).toString(),
    });

  test('shows the order in both languages, without a script and under a strict policy', async () => {
    const { order_no: orderNo } = await placed(api, owner, { plan: 'm12', quantity: 2 });
    const { pay_url: payUrl } = await paying(api, owner, orderNo);
    const zh = await api.app.inject(pathOf(payUrl));
    expect(zh.statusCode).toBe(200);
    for (const part of [
      'lang="zh-CN"',
      orderNo,
      '¥538.00',
      '云舵授权码 · 12 个月 × 2',
      '>支付 ¥538.00<',
      '模拟支付失败',
      '仅用于试用环境，不会真实扣款。',
      '<dt>付款截止（北京时间）</dt><dd>2026年11月20日 10:30</dd>',
    ]) {
      expect(zh.body).toContain(part);
    }
    const en = await api.app.inject(pathOf(payUrl).replace('lang=zh', 'lang=en'));
    for (const part of [
      'lang="en"',
      'CNY 538.00',
      'Yunduo authorization code · 12 months × 2',
      '>Pay CNY 538.00<',
    ]) {
      expect(en.body).toContain(part);
    }
    expect(zh.body).not.toContain('<script');
    const policy = String(zh.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'self' https://yunduo.example");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(zh.headers['cache-control']).toBe('no-store');
  });

  test.each([
    ['pay', 'paid', 'zh', '/user'],
    ['fail', 'failed', 'en', '/en/user'],
    ['cancel', 'pending', 'en', '/en/user'],
  ])('%s leaves the order %s and redirects to it', async (outcome, status, lang, page) => {
    const { order_no: orderNo } = await placed(api, owner);
    const { pay_url: payUrl } = await paying(api, owner, orderNo);
    const answer = await press(pathOf(payUrl), outcome, lang);
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe(`https://yunduo.example${page}?panel=order-info&order=${orderNo}`);
    expect(await statusOf(orderNo)).toBe(status);
  });

  test('says that the payment is closed, and pays an order once', async () => {
    const { orderNo, id } = await pending();
    const { payment_no: paymentNo } = await noticeOf(api, orderNo);
    await press(`/dev/pay/${paymentNo}`, 'pay');
    const again = await press(`/dev/pay/${paymentNo}`, 'pay');
    expect([again.statusCode, again.body.includes('支付已结束')]).toEqual([200, true]);
    const closed = (await api.app.inject(`/dev/pay/${paymentNo}?lang=en`)).body;
    expect(closed).toContain('This payment is closed');
    expect(closed).toContain(`/en/user?panel=order-info&amp;order=${orderNo}`);
    expect(await licencesOfOrder(api.db, id)).toHaveLength(1);
  });

  test('is closed once the order has expired, before the job cancels it', async () => {
    const { orderNo } = await pending();
    const { payment_no: paymentNo } = await noticeOf(api, orderNo);
    api.clock.advance(ORDER.paymentTtl);
    expect((await api.app.inject(`/dev/pay/${paymentNo}`)).body).toContain('支付已结束');
    expect((await press(`/dev/pay/${paymentNo}`, 'pay')).statusCode).toBe(200);
    expect(await statusOf(orderNo)).toBe('pending');
  });

  test('returns 404 for an unknown payment', async () => {
    const { order_no: orderNo } = await placed(api, owner);
    await paying(api, owner, orderNo, 'bank_transfer');
    const { payment_no: byBank } = await noticeOf(api, orderNo);
    for (const no of ['YP-NONE', '%00', byBank]) {
      const answer = await api.app.inject(`/dev/pay/${no}`);
      expect(answer.statusCode).toBe(404);
      expect((await press(`/dev/pay/${no}`, 'pay')).statusCode).toBe(404);
    }
    const english = await api.app.inject('/dev/pay/YP-NONE?lang=en');
    expect(english.body).toContain('lang="en"');
    expect(english.body).toContain('href="https://yunduo.example/en/user?panel=order-info"');
  });
});

test('production has neither the sandbox page nor the provider', async () => {
  const live = await testApp({
    seeded: true,
    env: {
      APP_MODE: 'production',
      ALLOW_PGLITE: '1',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'no-reply@yunduo.example',
      ORIGIN: 'https://yunduo.example',
    },
  });
  try {
    const buyer = await signedInAs(live, 'plain@yunduo.test', SEED_PASSWORD);
    const { order_no: orderNo } = await placed(live, buyer);
    const shown = await live.call(calls.detail, { order_no: orderNo }, as(buyer));
    expect(shown.data.providers).toEqual(['bank_transfer']);
    const answer = await live.call(calls.pay, { order_no: orderNo, provider: 'sandbox' }, as(buyer));
    expect(answer).toMatchObject({ status: 400, code: 'PAY_PROVIDER_UNAVAILABLE' });
    // Seeded in a trial whose database later went live: its sandbox attempt can never be settled.
    const [open] = await live.db.select().from(payments).where(eq(payments.provider, 'sandbox'));
    for (const method of ['GET', 'POST'] as const) {
      const page = await live.app.inject({ method, url: `/dev/pay/${open?.paymentNo}` });
      expect([page.statusCode, page.headers['content-type']]).toEqual([
        404,
        'application/json; charset=utf-8',
      ]);
    }
    const notice = await noticeOf(live, orderNo);
    expect(await sendNotice(live, notice)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect(payNotify.notify.url).toBe('/pay_notify/{provider}');
  } finally {
    await live.close();
  }
});
