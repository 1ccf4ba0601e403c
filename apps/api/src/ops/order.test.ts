import type { AdminOrder } from '@yunduo/api-contract';
import { ORDER, PRICE_MAX, type OrderStatus } from '@yunduo/validation';
import { eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { seller } from '../db/schema/order.ts';
import { auditLog, throttles } from '../db/schema/platform.ts';
import { findOrder } from '../modules/order/list.ts';
import { writeOrder } from '../modules/order/service.ts';
import { settingsOfSite } from '../modules/site/settings.ts';
import { testApp, type TestApp } from '../testing/app.ts';
import { opsOf } from '../testing/ops.ts';
import { noticeOf, orderIn, paying, placed, sendNotice } from '../testing/orders.ts';
import { newcomer, type SignedIn } from '../testing/people.ts';
import { yuan } from './order.ts';

let api: TestApp;
let ops: ReturnType<typeof opsOf>;
let owner: SignedIn;
beforeAll(async () => {
  api = await testApp({ seeded: true });
  ops = opsOf(api, { user: 'keeper' });
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db.delete(throttles);
  owner = await newcomer(api);
});

const audits = async (target: string) =>
  (await api.db.select().from(auditLog).where(eq(auditLog.target, target))).map(({ action, actor, via }) => [
    action,
    actor,
    via,
  ]);

describe('ops order', () => {
  test('list filters by state and by unmatched payments', async () => {
    const waiting = await ops('order list --status refund_requested --json');
    expect(waiting.json<AdminOrder[]>().every(({ status }) => status === 'refund_requested')).toBe(true);
    const table = await ops('order list --unmatched');
    expect(table.code).toBe(0);
    expect(table.out).toContain('money to give back');
    const mine = await placed(api, owner);
    expect((await ops(['order', 'list', '--query', owner.email])).out).toContain(mine.order_no);
    expect((await ops('order list --status lost')).code).toBe(2);
  });

  test('show prints the payments, in the requested language', async () => {
    const { orderNo } = await orderIn(api, owner, 'paid', { plan: 'm12' });
    const { out, code } = await ops(`order show --no ${orderNo.toLowerCase()}`);
    expect(code).toBe(0);
    for (const part of [orderNo, '¥269.00', owner.email, 'sandbox succeeded ¥269.00']) {
      expect(out).toContain(part);
    }
    expect((await ops(`order show --no ${orderNo} --lang zh`)).out).toContain('云舵授权码 · 12 个月');
    const none = await ops('order show --no YD20261120-ZZZZZ-ZZZZZ');
    expect([none.code, none.err]).toEqual([1, 'error: Order not found (ORDER_NOT_FOUND)\n']);
    expect((await ops('order show --no x')).err).toContain('This order number is invalid');
  });

  test('confirm-transfer pays the order', async () => {
    const { order_no: orderNo } = await placed(api, owner, { plan: 'm12', quantity: 3 });
    const due = async () => (await ops(`order list --transfer --query ${orderNo}`)).out.includes(orderNo);
    expect(await due()).toBe(false);
    await paying(api, owner, orderNo, 'bank_transfer');
    expect(await due()).toBe(true);
    const confirm = (amount: string) =>
      ops(`order confirm-transfer --no ${orderNo} --amount ${amount} --reference OPS-1 --json --yes`);
    const wrong = await confirm('80.70');
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('TRANSFER_AMOUNT_MISMATCH')]);
    expect(wrong.err).toContain('The order is for ¥807.00, but ¥80.70 was entered. Nothing was booked.');
    expect((await confirm('807.001')).code).toBe(2);
    expect((await confirm('807')).json<AdminOrder>()).toMatchObject({ status: 'paid', amount: 80_700 });
    expect((await confirm('807')).err).toContain('This transfer was already confirmed for this order');
    expect(await audits(`order:${orderNo}`)).toEqual([
      ['order.confirm_transfer', 'operator@yunduo.test', 'command'],
    ]);
  });

  test('confirm-transfer stores a transfer for a cancelled order as unmatched, and says so', async () => {
    const { orderNo } = await orderIn(api, owner, 'cancelled');
    const late = await ops(
      `order confirm-transfer --no ${orderNo} --amount 29 --reference OPS-2 --json --yes`,
    );
    expect([late.code, late.err]).toEqual([0, expect.stringContaining('order return-payment')]);
    expect(late.json<AdminOrder>()).toMatchObject({
      status: 'cancelled',
      payments: [{ status: 'started' }, { status: 'unmatched', transaction_id: 'OPS-2' }],
    });
    expect((await ops(['order', 'list', '--unmatched', '--query', orderNo])).out).toContain(orderNo);
  });

  test('invoice-issued and invoice-declined record the decision', async () => {
    const requested = async (status: OrderStatus = 'paid') => {
      const { id, orderNo } = await orderIn(api, owner, status);
      const invoice = { kind: 'company', title: '望潮软件', taxNo: '91310115MA1H000000' } as const;
      await writeOrder(api.db, id, { invoice, invoiceRequestedAt: api.clock.now() });
      return orderNo;
    };
    const issued = await requested();
    expect((await ops('order list --invoice requested')).out).toContain(issued);
    const wrong = await ops(`order invoice-issued --no ${issued} --number 1234`);
    expect(wrong.err).toContain('The invoice number has 20 digits');
    const { out } = await ops(`order invoice-issued --no ${issued} --number 26112000000012345678`);
    expect(out).toContain('望潮软件 91310115MA1H000000 issued 26112000000012345678');
    const declined = await requested();
    const message = await ops(`order invoice-declined --no ${declined} --note unknown`);
    expect(message.out).toContain('declined unknown');
    const { out: refunded } = await ops(`order show --no ${await requested('refunded')}`);
    expect(refunded).toContain('91310115MA1H000000 none: the order was refunded');
    expect(await audits(`order:${issued}`)).toEqual([
      ['order.issue_invoice', 'operator@yunduo.test', 'command'],
    ]);
  });

  test('refund-decide approves or declines a refund', async () => {
    const { orderNo } = await orderIn(api, owner, 'refund_requested');
    const decide = (rest: string) => ops(`order refund-decide --no ${orderNo}${rest && ` ${rest}`}`);
    expect((await decide('')).err).toContain('either --approve or --refuse is needed');
    expect((await decide('--approve --refuse')).code).toBe(2);
    expect((await decide('--refuse')).err).toContain('Enter a reason for the refusal');
    expect((await decide('--refuse --note used')).out).toContain('used');
    expect((await findOrder(api.db, orderNo)).status).toBe('paid');
    expect((await decide('--approve')).err).toContain('Add --yes to agree');
    expect((await decide('--approve --yes')).err).toContain('ORDER_STATE');
    const another = await orderIn(api, owner, 'refund_requested');
    expect(
      (await ops(`order refund-decide --no ${another.orderNo} --approve --yes --json`)).json(),
    ).toMatchObject({
      status: 'refunded',
    });
    expect(await audits(`order:${orderNo}`)).toEqual([
      ['order.refuse_refund', 'operator@yunduo.test', 'command'],
    ]);
    expect(await audits(`order:${another.orderNo}`)).toEqual([
      ['order.refund', 'operator@yunduo.test', 'command'],
    ]);
  });

  test('return-payment returns the payment of a cancelled order, once', async () => {
    const { orderNo } = await orderIn(api, owner, 'cancelled');
    const notice = await noticeOf(api, orderNo);
    await sendNotice(api, notice);
    const give = (payment: string) =>
      ops([
        'order',
        'return-payment',
        '--payment',
        payment,
        '--note',
        'Sent back on 21 Nov',
        '--json',
        '--yes',
      ]);
    expect((await ops(`order show --no ${orderNo}`)).out).toContain(
      `${notice.payment_no} sandbox unmatched ¥29.00`,
    );
    expect((await give(notice.payment_no)).json()).toMatchObject({
      order_no: orderNo,
      status: 'cancelled',
      payments: [{ status: 'returned', amount: 2_900 }],
    });
    expect((await ops(['order', 'list', '--unmatched', '--query', orderNo])).out).toBe('nothing found\n');
    for (const none of [notice.payment_no, 'YP-NONE'])
      expect((await give(none)).err).toContain(`${none} is no payment that waits to be sent back`);
    // A repeated notification is a duplicate, not a second payment.
    expect(await sendNotice(api, notice)).toMatchObject({ result: 'duplicate' });
    expect(await audits(`order:${orderNo}`)).toEqual([['payment.return', 'operator@yunduo.test', 'command']]);
  });

  test('offer creates a private deployment order', async () => {
    const offer = (address: string) =>
      ops([
        'order',
        'offer',
        '--email',
        address,
        '--amount',
        '12,800',
        '--zh',
        '私有部署',
        '--en',
        'On site',
        '--json',
      ]);
    const made = (await offer(owner.email)).json<AdminOrder>();
    expect(made).toMatchObject({
      kind: 'private_deploy',
      amount: 1_280_000,
      description: 'On site',
      status: 'pending',
      user: { email: owner.email },
    });
    expect(await audits(`order:${made.order_no}`)).toEqual([
      ['order.offer', 'operator@yunduo.test', 'command'],
    ]);
    expect((await offer('nobody@example.com')).err).toContain('USER_NOT_FOUND');
  });
});

describe('ops plan', () => {
  test('lists plans, sets a price, withdraws a plan and sells it again', async () => {
    expect((await ops('plan list')).out).toContain('¥269.00');
    expect((await ops('plan set-price --plan m12 --price 239.50 --json')).json()).toMatchObject({
      price: 23_950,
    });
    expect((await placed(api, owner, { plan: 'm12' })).amount).toBe(23_950);
    expect((await ops('plan withdraw --plan m12 --json')).json()).toMatchObject({ on_sale: false });
    await expect(placed(api, owner, { plan: 'm12' })).rejects.toThrow('PLAN_UNAVAILABLE');
    expect((await ops('plan sell --plan m12 --json')).json()).toMatchObject({ on_sale: true });
    expect((await ops('plan set-price --plan m12 --price 269')).code).toBe(0);
    for (const wrong of ['0', '-1', 'free', '200000.01']) {
      expect((await ops(['plan', 'set-price', '--plan', 'm12', '--price', wrong])).code).toBe(2);
    }
    expect((await ops('plan set-price --plan m2 --price 10')).code).toBe(2);
    expect((await audits('plan:m12')).map(([action]) => action)).toEqual(Array(4).fill('plan.change'));
  });
});

test('ops seller set needs --yes, and is audited', async () => {
  const line = [
    ...[
      'seller',
      'set',
      '--company-zh',
      '云舵科技',
      '--company-en',
      'Yunduo Ltd.',
      '--tax-no',
      '91310000MA1K00000X',
    ],
    ...['--address-zh', '上海', '--address-en', 'Shanghai', '--phone', '021-1', '--bank-zh', '某银行'],
    ...['--bank-en', 'Some Bank', '--account-name', '云舵科技', '--account-number', '6222 0001'],
  ];
  const [before] = await api.db.delete(seller).returning();
  expect((await ops('seller show')).err).toContain('nobody said yet who sells');
  expect((await ops(line)).code).toBe(2);
  expect(await api.db.select().from(seller)).toEqual([]);
  const { contentRevision } = await settingsOfSite(api.db);
  expect((await ops([...line, '--yes', '--json'])).json()).toMatchObject({ accountNumber: '6222 0001' });
  expect((await settingsOfSite(api.db)).contentRevision).toBe(contentRevision + 1);
  expect((await ops('seller show')).out).toContain('6222 0001');
  // Saved again, it replaces the account.
  expect((await ops([...line.with(-1, '6222 0002'), '--yes', '--json'])).json()).toMatchObject({
    accountNumber: '6222 0002',
  });
  expect((await api.db.select().from(seller)).map((row) => row.accountNumber)).toEqual(['6222 0002']);
  expect(await api.db.select().from(auditLog).where(like(auditLog.action, 'seller.%'))).toHaveLength(2);
  if (before) await api.db.update(seller).set(before);
});

test.each([
  ['807', 80_700],
  ['807.5', 80_750],
  ['807.05', 80_705],
  ['¥1,280.00', 128_000],
  ['￥807', 80_700],
  ['CNY 807.00', 80_700],
  ['807 元', 80_700],
  ['12,800.00', 1_280_000],
  ['0.01', 1],
])('yuan reads %s as %i fen', (text, fen) => {
  expect(yuan(text)).toBe(fen);
});

test('yuan reads up to the largest sum of an order', () => {
  const most = (PRICE_MAX * ORDER.quantityMax) / 100;
  expect(yuan(String(most))).toBe(most * 100);
  expect(() => yuan(`${most}.01`)).toThrow('An amount in yuan is needed');
});

test.each(['', '0', '0.00', '1.234', '1,2', '-5', '1e3', ' 5', '９'])('yuan rejects %j', (text) => {
  expect(() => yuan(text)).toThrow('An amount in yuan is needed');
});
