import { randomUUID } from 'node:crypto';
import { order as calls, type DataOf, type Order } from '@yunduo/api-contract';
import type { LicencePlan, OrderStatus, PayProvider } from '@yunduo/validation';
import { desc, eq } from 'drizzle-orm';
import { withTransaction } from '../context.ts';
import { licences } from '../db/schema/licence.ts';
import { orders, payments } from '../db/schema/order.ts';
import type { Actor } from '../modules/audit/audit.ts';
import { findOrder } from '../modules/order/list.ts';
import type { OrderRow } from '../modules/order/present.ts';
import { signNotice, type Notice } from '../modules/payment/notice.ts';
import { providerNamed } from '../modules/payment/providers.ts';
import { decideRefund } from '../modules/payment/refunds.ts';
import type { TestApp } from './app.ts';
import type { SignedIn } from './people.ts';

// Common to the tests of orders and the race runs over them.

/** The parts of an app in use: a test's own app, or a second process of it. */
export type OrderApp = Pick<TestApp, 'app' | 'db' | 'call'>;
export const CLERK: Actor = { userId: null, name: 'a test', via: 'command' };

export async function placed(
  api: OrderApp,
  { token }: Pick<SignedIn, 'token'>,
  input: { plan?: LicencePlan; quantity?: number } = {},
): Promise<Order> {
  const answer = await api.call(calls.create, { plan: 'm1', quantity: 1, ...input }, { token });
  if (answer.code !== 'OK') throw new Error(`no order: ${answer.code}`);
  return answer.data;
}

export async function paying(
  api: OrderApp,
  { token }: Pick<SignedIn, 'token'>,
  orderNo: string,
  provider: PayProvider = 'sandbox',
): Promise<DataOf<typeof calls.pay>> {
  const answer = await api.call(calls.pay, { order_no: orderNo, provider }, { token });
  if (answer.code !== 'OK') throw new Error(`not payable: ${answer.code}`);
  return answer.data;
}

/** The sandbox's notification about the newest payment attempt. */
export async function noticeOf(
  api: OrderApp,
  orderNo: string,
  change: Partial<Notice> = {},
): Promise<Notice> {
  const { id } = await findOrder(api.db, orderNo);
  const [payment] = await api.db
    .select()
    .from(payments)
    .where(eq(payments.orderId, id))
    .orderBy(desc(payments.id))
    .limit(1);
  return {
    order_no: orderNo,
    payment_no: payment?.paymentNo ?? 'YP-NONE',
    transaction_id: randomUUID(),
    status: 'paid',
    amount: payment?.amount ?? 1,
    currency: 'CNY',
    ...change,
  };
}

export interface Sending {
  provider?: string;
  /** Unix time in seconds; default: the app's. */
  timestamp?: string;
  signature?: string;
  /** Sent instead of the signed body. */
  raw?: string;
}

/** Sends a signed notification as a provider does. */
export async function sendNotice(api: OrderApp, notice: Notice, sending: Sending = {}) {
  const key = providerNamed('sandbox')?.noticeKey(api.app.config) ?? Buffer.alloc(32);
  const signed = JSON.stringify(notice);
  const timestamp = sending.timestamp ?? String(Math.floor(api.app.clock.now().getTime() / 1000));
  const response = await api.app.inject({
    method: 'POST',
    url: `/api/pay_notify/${sending.provider ?? 'sandbox'}`,
    headers: {
      'content-type': 'application/json',
      'x-pay-timestamp': timestamp,
      'x-pay-signature': sending.signature ?? signNotice(key, timestamp, signed),
    },
    payload: sending.raw ?? signed,
  });
  const body = response.json<{ code: string; data: { result?: string } | null }>();
  return { status: response.statusCode, code: body.code, result: body.data?.result };
}

/** An order of a user in a given state, reached through the calls. */
export async function orderIn(
  api: OrderApp,
  owner: Pick<SignedIn, 'token'>,
  status: OrderStatus,
  input: { plan?: LicencePlan; quantity?: number } = {},
): Promise<OrderRow> {
  const { order_no: orderNo } = await placed(api, owner, input);
  await paying(api, owner, orderNo);
  const { token } = owner;
  if (status === 'failed') await sendNotice(api, await noticeOf(api, orderNo, { status: 'failed' }));
  if (status === 'cancelled') await api.call(calls.cancel, { order_no: orderNo }, { token });
  if (['paid', 'refund_requested', 'refunded'].includes(status)) {
    await sendNotice(api, await noticeOf(api, orderNo));
  }
  if (['refund_requested', 'refunded'].includes(status)) {
    await api.call(calls.refundRequest, { order_no: orderNo, reason: 'not needed' }, { token });
  }
  if (status === 'refunded') {
    await api.db.transaction((tx) =>
      decideRefund(withTransaction(api.app, tx), CLERK, { orderNo, approve: true, note: '' }),
    );
  }
  const row = await findOrder(api.db, orderNo);
  if (row.status !== status) throw new Error(`${orderNo} is ${row.status}, not ${status}`);
  return row;
}

/**
 * Checks the books: every paid order has one effective payment of its amount, and as many licences as were bought;
 * every refunded one has its payment returned and no live licence. Returns the differences.
 */
export async function booksOf(api: OrderApp): Promise<string[]> {
  const wrong: string[] = [];
  const [allOrders, allPayments, allLicences] = [
    await api.db.select().from(orders),
    await api.db.select().from(payments),
    await api.db.select().from(licences),
  ];
  for (const order of allOrders) {
    const counted = allPayments.filter(
      ({ orderId, status }) => orderId === order.id && (status === 'succeeded' || status === 'refunded'),
    );
    const sum = counted.reduce((total, { amount }) => total + amount, 0);
    const due = order.paidAt === null ? 0 : order.amount;
    if (sum !== due) wrong.push(`${order.orderNo} (${order.status}) was paid ${sum} of ${due}`);
    const back = counted.filter(({ status }) => status === 'refunded').length;
    if (back !== (order.status === 'refunded' ? 1 : 0))
      wrong.push(`${order.orderNo} was refunded ${back} times`);
    if (order.kind !== 'licence' || order.renewsLicenceId !== null) continue;
    const given = allLicences.filter(({ orderId }) => orderId === order.id);
    // Seeded licences are created by a separate seed.
    if (given.length === 0 && counted.some(({ transactionId }) => transactionId?.startsWith('seed-')))
      continue;
    const owed = order.paidAt === null ? 0 : order.quantity;
    if (given.length !== owed) wrong.push(`${order.orderNo} gave ${given.length} licences of ${owed}`);
    const living = given.filter(({ revokedAt }) => revokedAt === null).length;
    if (order.status === 'refunded' && living > 0)
      wrong.push(`${order.orderNo} is refunded and ${living} live`);
  }
  return wrong;
}

export interface RaceResult {
  /** Number of concurrent calls that took effect, by round. */
  winners: number[];
  /** Responses with status 500 or higher. */
  broken: number;
  /** Differences in the books afterwards. */
  books: string[];
}

interface Race {
  rounds: number;
  /** Number of concurrent calls. */
  at: number;
  /** Calls are spread over these: one app, or several processes on one database. */
  apps?: readonly OrderApp[];
}

/** Repeats one payment concurrently, half as the same transaction and half as different ones. */
export async function racePayment(
  api: OrderApp,
  owner: Pick<SignedIn, 'token'>,
  { rounds, at, apps = [api] }: Race,
): Promise<RaceResult> {
  const winners: number[] = [];
  let broken = 0;
  for (let round = 0; round < rounds; round += 1) {
    const order = await orderIn(api, owner, 'pending', { quantity: 2 });
    const same = await noticeOf(api, order.orderNo);
    const answers = await Promise.all(
      Array.from({ length: at }, (_, index) =>
        sendNotice(
          apps[index % apps.length] ?? api,
          index % 2 === 0 ? same : { ...same, transaction_id: `${same.transaction_id}-${index}` },
        ),
      ),
    );
    winners.push(answers.filter(({ result }) => result === 'accepted').length);
    broken += answers.filter(({ status }) => status >= 500).length;
  }
  return { winners, broken, books: await booksOf(api) };
}

/** Decides one refund concurrently, half approvals and half refusals. */
export async function raceRefund(
  api: OrderApp,
  owner: Pick<SignedIn, 'token'>,
  { rounds, at, apps = [api] }: Race,
): Promise<RaceResult> {
  const winners: number[] = [];
  let broken = 0;
  for (let round = 0; round < rounds; round += 1) {
    const { orderNo } = await orderIn(api, owner, 'refund_requested', { quantity: 2 });
    const decided = await Promise.allSettled(
      Array.from({ length: at }, (_, index) => {
        const { app } = apps[index % apps.length] ?? api;
        const decision = { orderNo, approve: index % 2 === 0, note: 'race' };
        return app.db.transaction((tx) => decideRefund(withTransaction(app, tx), CLERK, decision));
      }),
    );
    winners.push(decided.filter(({ status }) => status === 'fulfilled').length);
    broken += decided.filter(
      (answer) => answer.status === 'rejected' && (answer.reason as { code?: string }).code !== 'ORDER_STATE',
    ).length;
  }
  return { winners, broken, books: await booksOf(api) };
}
