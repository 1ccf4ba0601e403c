import { adminOrder, order as calls, type ErrorCode } from '@yunduo/api-contract';
import { ORDER, ORDER_STATUSES, type OrderStatus } from '@yunduo/validation';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { jobRuns, throttles } from '../../db/schema/platform.ts';
import { testApp, type Caller, type TestApp } from '../../testing/app.ts';
import { SEED_NOW } from '../../testing/environment.ts';
import { SEED_PASSWORD } from '../../testing/builders.ts';
import { booksOf, noticeOf, orderIn, sendNotice } from '../../testing/orders.ts';
import { newcomer, signedInAs, type SignedIn } from '../../testing/people.ts';
import { findOrder } from './list.ts';
import type { OrderRow } from './present.ts';
import { actionsIn, MOVES } from './states.ts';

let api: TestApp;
let other: SignedIn;
let operator: SignedIn;
/** One buyer per state: a buyer with unpaid orders is limited in creating more. */
const owners = new Map<OrderStatus, SignedIn>();
beforeAll(async () => {
  api = await testApp({ seeded: true });
  other = await newcomer(api);
  for (const status of ORDER_STATUSES) owners.set(status, await newcomer(api));
  operator = await signedInAs(api, 'operator@yunduo.test', SEED_PASSWORD);
});
afterAll(() => api.close());
beforeEach(async () => {
  api.clock.set(SEED_NOW);
  await api.db.delete(throttles);
  await api.db.delete(jobRuns);
});

interface Outcome {
  status: number;
  code: string;
  result?: string;
}
type Act = (order: OrderRow, caller: Caller) => Promise<Outcome>;

const no = ({ orderNo }: OrderRow) => ({ order_no: orderNo });
const OWNER_ACTS: Record<string, Act> = {
  pay: (order, caller) => api.call(calls.pay, { ...no(order), provider: 'sandbox' }, caller),
  cancel: (order, caller) => api.call(calls.cancel, no(order), caller),
  'request a refund': (order, caller) =>
    api.call(calls.refundRequest, { ...no(order), reason: 'why' }, caller),
  'request an invoice': (order, caller) =>
    api.call(calls.invoiceRequest, { ...no(order), kind: 'personal', title: '陈晓航' }, caller),
  'open the receipt': (order, caller) => api.call(calls.invoiceLink, no(order), caller),
};
const OPERATOR_ACTS: Record<string, Act> = {
  'confirm a transfer': (order, caller) =>
    api.call(
      adminOrder.confirmTransfer,
      { ...no(order), amount: order.amount, reference: `bank ${order.orderNo}` },
      caller,
    ),
  'approve the refund': (order, caller) =>
    api.call(adminOrder.refundDecide, { ...no(order), approve: true }, caller),
  'decline the refund': (order, caller) =>
    api.call(adminOrder.refundDecide, { ...no(order), approve: false, note: 'used' }, caller),
};
const OTHER_ACTS: Record<string, Act> = {
  'receive a payment notice': async (order) => sendNotice(api, await noticeOf(api, order.orderNo)),
  'receive a failure notice': async (order) =>
    sendNotice(api, await noticeOf(api, order.orderNo, { status: 'failed' })),
  expire: async () => {
    api.clock.advance(ORDER.paymentTtl);
    await api.app.jobs.runDue();
    return { status: 200, code: 'OK' };
  },
};
const ACTS = { ...OWNER_ACTS, ...OPERATOR_ACTS, ...OTHER_ACTS };

/** The resulting state, or the error. Omitted moves leave the state unchanged. */
const TABLE: Record<OrderStatus, Partial<Record<keyof typeof ACTS, OrderStatus | ErrorCode>>> = {
  pending: {
    pay: 'pending',
    cancel: 'cancelled',
    'request a refund': 'ORDER_STATE',
    'request an invoice': 'INVOICE_UNAVAILABLE',
    'open the receipt': 'INVOICE_UNAVAILABLE',
    'confirm a transfer': 'paid',
    'approve the refund': 'ORDER_STATE',
    'decline the refund': 'ORDER_STATE',
    'receive a payment notice': 'paid',
    'receive a failure notice': 'failed',
    expire: 'cancelled',
  },
  failed: {
    pay: 'pending',
    cancel: 'cancelled',
    'request a refund': 'ORDER_STATE',
    'request an invoice': 'INVOICE_UNAVAILABLE',
    'open the receipt': 'INVOICE_UNAVAILABLE',
    'confirm a transfer': 'paid',
    'approve the refund': 'ORDER_STATE',
    'decline the refund': 'ORDER_STATE',
    'receive a payment notice': 'paid',
    expire: 'cancelled',
  },
  paid: {
    pay: 'ORDER_STATE',
    cancel: 'ORDER_STATE',
    'request a refund': 'refund_requested',
    'request an invoice': 'paid',
    'open the receipt': 'paid',
    'approve the refund': 'ORDER_STATE',
    'decline the refund': 'ORDER_STATE',
  },
  refund_requested: {
    pay: 'ORDER_STATE',
    cancel: 'ORDER_STATE',
    'request a refund': 'ORDER_STATE',
    'approve the refund': 'refunded',
    'decline the refund': 'paid',
  },
  refunded: {
    pay: 'ORDER_STATE',
    cancel: 'ORDER_STATE',
    'request a refund': 'ORDER_STATE',
    'request an invoice': 'ORDER_STATE',
    'approve the refund': 'ORDER_STATE',
    'decline the refund': 'ORDER_STATE',
  },
  cancelled: {
    pay: 'ORDER_STATE',
    cancel: 'ORDER_STATE',
    'request a refund': 'ORDER_STATE',
    'request an invoice': 'INVOICE_UNAVAILABLE',
    'open the receipt': 'INVOICE_UNAVAILABLE',
    'approve the refund': 'ORDER_STATE',
    'decline the refund': 'ORDER_STATE',
  },
};

const isStatus = (text: string): text is OrderStatus => (ORDER_STATUSES as readonly string[]).includes(text);
const cases = ORDER_STATUSES.flatMap((from) => Object.keys(ACTS).map((act) => [from, act] as const));

describe('Order actions by state and role', () => {
  test.each(cases)('%s: %s', async (from, act) => {
    const owner = owners.get(from) as SignedIn;
    const order = await orderIn(api, owner, from);
    const unchanged = async () => expect(await findOrder(api.db, order.orderNo)).toEqual(order);
    const run = ACTS[act] as Act;

    if (act in OWNER_ACTS) {
      expect(await run(order, {})).toMatchObject({ status: 401 });
      expect(await run(order, { token: other.token })).toMatchObject({
        status: 404,
        code: 'ORDER_NOT_FOUND',
      });
      expect(await run(order, { token: operator.token })).toMatchObject({ status: 404 });
    } else if (act in OPERATOR_ACTS) {
      expect(await run(order, {})).toMatchObject({ status: 401 });
      expect(await run(order, { token: other.token })).toMatchObject({ status: 403 });
      expect(await run(order, { token: owner.token })).toMatchObject({ status: 403 });
    }
    await unchanged();

    const expected = TABLE[from][act] ?? from;
    const outcome = await run(order, { token: act in OPERATOR_ACTS ? operator.token : owner.token });
    if (isStatus(expected)) {
      expect(outcome).toMatchObject({ status: 200, code: 'OK' });
      expect((await findOrder(api.db, order.orderNo)).status).toBe(expected);
    } else {
      expect(outcome).toMatchObject({ status: 400, code: expected });
      await unchanged();
    }
    expect(await booksOf(api)).toEqual([]);
  });

  test('[R3.10] actionsIn returns exactly the actions that the state allows', () => {
    const names = {
      pay: 'pay',
      cancel: 'cancel',
      refund_request: 'request a refund',
      invoice_view: 'open the receipt',
      invoice_request: 'request an invoice',
    } as const;
    for (const status of ORDER_STATUSES) {
      const allowed = Object.entries(names)
        .filter(([, act]) => isStatus(TABLE[status][act] ?? status))
        .map(([action]) => action);
      expect([status, actionsIn(status, false)]).toEqual([status, allowed]);
      // An issued invoice cannot be requested again.
      expect(actionsIn(status, true)).toEqual(allowed.filter((action) => action !== 'invoice_request'));
    }
  });

  test('transitions lead to every state', () => {
    const reached = new Set(['pending', ...Object.values(MOVES).map(({ to }) => to)]);
    expect([...reached].toSorted()).toEqual([...ORDER_STATUSES].toSorted());
  });
});
