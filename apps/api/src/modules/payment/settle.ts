import type { OrderDetail } from '@yunduo/api-contract';
import type { PayProvider } from '@yunduo/validation';
import { and, eq, inArray } from 'drizzle-orm';
import { withTransaction, type Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { orders, payments } from '../../db/schema/order.ts';
import { ApiError, apiError } from '../../http/errors.ts';
import { audit, rejectConflictOfInterest, type Actor } from '../audit/audit.ts';
import { issueLicences, renewLicence } from '../licence/issue.ts';
import { mailPaid, mailReturned, mailUndeliverable, mailUnmatched } from '../order/mails.ts';
import { newPaymentNo, PAYMENT_NO_PATTERN } from '../order/order-no.ts';
import type { OrderRow, PaymentRow } from '../order/present.ts';
import { writeOrder } from '../order/service.ts';
import { allows } from '../order/states.ts';
import { needsSecondOperator } from '../second-operator/proposals.ts';

export interface Receipt {
  provider: PayProvider;
  /** The provider's number, or the bank's reference. */
  transactionId: string;
  /** The matching payment attempt, if any. */
  payment: PaymentRow | null;
}

/** `unmatched`: the order could not accept it. */
export type Received = 'accepted' | 'unmatched';

/** Whether the order can accept money. A deleted account cannot receive licences. */
export const canTake = (order: OrderRow): boolean => allows(order.status, 'settle') && order.userId !== null;

/**
 * Books money of the right amount for a locked order. The order is paid and fulfilled in this transaction; an order
 * that cannot accept it (cancelled, or already paid) is unchanged, and the amount is recorded as `unmatched` for an
 * operator, which the buyer is told: money is never lost, and never counted twice.
 * @returns whether the order accepted it
 */
export async function receive(context: Context, order: OrderRow, receipt: Receipt): Promise<Received> {
  const takes = canTake(order);
  await book(context, order, receipt, takes ? 'succeeded' : 'unmatched');
  if (!takes) {
    await mailUnmatched(context, order);
    return 'unmatched';
  }
  const paid = await writeOrder(context.db, order.id, {
    status: 'paid',
    paidAt: context.clock.now(),
    provider: receipt.provider,
  });
  if (await deliver(context, paid)) {
    await mailPaid(context, paid);
    return 'accepted';
  }
  // The licence to renew takes no term. A refund is requested automatically, without the buyer asking.
  const owed = await writeOrder(context.db, order.id, {
    status: 'refund_requested',
    refundReason: '',
    refundRequestedAt: context.clock.now(),
  });
  await mailUndeliverable(context, owed);
  return 'accepted';
}

async function book(
  { db, clock }: Context,
  order: OrderRow,
  { provider, transactionId, payment }: Receipt,
  status: 'succeeded' | 'unmatched',
): Promise<void> {
  const settled = { status, transactionId, settledAt: clock.now() } as const;
  if (payment?.status === 'started') {
    await db.update(payments).set(settled).where(eq(payments.id, payment.id));
    return;
  }
  await db.insert(payments).values({
    ...settled,
    paymentNo: newPaymentNo(),
    orderId: order.id,
    provider,
    amount: order.amount,
    currency: order.currency,
    createdAt: clock.now(),
  });
}

/** Fulfils the order; false when the licence to renew is deleted, revoked, on offer or replaced on its server. */
async function deliver(context: Context, order: OrderRow): Promise<boolean> {
  const { id: orderId, userId, plan, quantity, renewsLicenceId: licenceId } = order;
  if (order.kind !== 'licence' || plan === null || userId === null) return true;
  if (licenceId === null) {
    await issueLicences(context, { userId, plan, quantity, orderId });
    return true;
  }
  try {
    // A savepoint: a refusal rolls back partial changes, and the payment stays.
    await context.db.transaction((tx) =>
      renewLicence(withTransaction(context, tx), { licenceId, plan, orderId }),
    );
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** Money that an order could not accept, for its buyer: in order of arrival. */
export async function returnsOf(db: Db, orderId: number): Promise<NonNullable<OrderDetail['returns']>> {
  const rows = await db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), inArray(payments.status, ['unmatched', 'returned'])))
    .orderBy(payments.settledAt, payments.id);
  return rows.map(({ provider, amount, status, settledAt, createdAt }) => ({
    provider,
    amount,
    received_at: (settledAt ?? createdAt).toISOString(),
    returned: status === 'returned',
  }));
}

/**
 * Records that an operator returned money that its order could not accept, and mails the buyer. Returns the order's
 * number. Above the value limit a second operator must confirm. Call it inside a transaction.
 * @throws ApiError ORDER_NOT_FOUND when there is no such payment; ORDER_STATE when it is booked, or returned already;
 * CONFLICT_OF_INTEREST, PROPOSAL_PENDING, PROPOSAL_STALE
 */
export async function returnPayment(
  context: Context,
  actor: Actor,
  { paymentNo, note }: { paymentNo: string; note: string },
): Promise<string> {
  const { db } = context;
  if (!PAYMENT_NO_PATTERN.test(paymentNo)) throw apiError('ORDER_NOT_FOUND');
  const [payment] = await db
    .select({
      id: payments.id,
      orderId: payments.orderId,
      amount: payments.amount,
      status: payments.status,
    })
    .from(payments)
    .where(eq(payments.paymentNo, paymentNo))
    .for('update');
  if (!payment) throw apiError('ORDER_NOT_FOUND');
  if (payment.status !== 'unmatched') throw apiError('ORDER_STATE');
  const [order] = await db.select().from(orders).where(eq(orders.id, payment.orderId));
  if (!order) throw apiError('ORDER_NOT_FOUND');
  const { orderNo, userId } = order;
  rejectConflictOfInterest(actor, userId);
  const waits = await needsSecondOperator(context, actor, {
    kind: 'payment_return',
    subject: `payment:${paymentNo}`,
    amount: payment.amount,
    userId,
    state: { user: userId },
    payload: { payment_no: paymentNo, order_no: orderNo, note },
  });
  if (waits) return orderNo;
  await db.update(payments).set({ status: 'returned' }).where(eq(payments.id, payment.id));
  await audit(context, actor, {
    action: 'payment.return',
    target: `order:${orderNo}`,
    details: { payment: paymentNo, amount: payment.amount, note },
  });
  await mailReturned(context, order);
  return orderNo;
}
