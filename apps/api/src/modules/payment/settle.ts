import type { PayProvider } from '@yunduo/validation';
import { and, eq } from 'drizzle-orm';
import { withTransaction, type Context } from '../../context.ts';
import { orders, payments } from '../../db/schema/order.ts';
import { ApiError, apiError } from '../../http/errors.ts';
import { audit, rejectConflictOfInterest, type Actor } from '../audit/audit.ts';
import { issueLicences, renewLicence } from '../licence/issue.ts';
import { mailPaid, mailUndeliverable } from '../order/mails.ts';
import { newPaymentNo, PAYMENT_NO_PATTERN } from '../order/order-no.ts';
import type { OrderRow, PaymentRow } from '../order/present.ts';
import { writeOrder } from '../order/service.ts';
import { allows } from '../order/states.ts';
import { needsSecondOperator } from '../second-operator/proposals.ts';

export interface Receipt {
  provider: PayProvider;
  /** The provider's number, or the bank's reference. */
  transactionId: string;
  /** The try that it belongs to, when there was one. */
  payment: PaymentRow | null;
}

/** `unmatched`: its order could not take it. */
export type Received = 'accepted' | 'unmatched';

/** Whether money for this order can take effect. An account that is gone can be given nothing. */
export const canTake = (order: OrderRow): boolean => allows(order.status, 'settle') && order.userId !== null;

/**
 * Money came for a locked order, and its amount is right. The order is paid and gives what it is for, in this
 * transaction; an order that cannot take it (cancelled, or paid already) stays as it is, and the sum is kept as
 * `unmatched` for an operator: money is never lost, and never counts twice.
 */
export async function receive(context: Context, order: OrderRow, receipt: Receipt): Promise<Received> {
  const takes = canTake(order);
  await book(context, order, receipt, takes ? 'succeeded' : 'unmatched');
  if (!takes) return 'unmatched';
  const paid = await writeOrder(context.db, order.id, {
    status: 'paid',
    paidAt: context.clock.now(),
    provider: receipt.provider,
  });
  if (await deliver(context, paid)) {
    await mailPaid(context, paid);
    return 'accepted';
  }
  // What it was for is gone or revoked since. The sum is ours to give back, and nobody should have to ask for it.
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

/** Gives what was paid for; false when a licence to be renewed is gone or revoked. */
async function deliver(context: Context, order: OrderRow): Promise<boolean> {
  const { id: orderId, userId, plan, quantity, renewsLicenceId: licenceId } = order;
  if (order.kind !== 'licence' || plan === null || userId === null) return true;
  if (licenceId === null) {
    await issueLicences(context, { userId, plan, quantity, orderId });
    return true;
  }
  try {
    // Its own savepoint: what a refusal leaves half done is undone, the payment stays.
    await context.db.transaction((tx) =>
      renewLicence(withTransaction(context, tx), { licenceId, plan, orderId }),
    );
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/**
 * An operator sent money back that its order could not take. Answers the number of the order. Above a sum it waits for a
 * second operator. Call it inside a transaction.
 * @throws ApiError ORDER_NOT_FOUND when there is no such payment, or it is none to give back;
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
    .select({ id: payments.id, orderId: payments.orderId, amount: payments.amount })
    .from(payments)
    .where(and(eq(payments.paymentNo, paymentNo), eq(payments.status, 'unmatched')))
    .for('update');
  if (!payment) throw apiError('ORDER_NOT_FOUND');
  const [order] = await db
    .select({ orderNo: orders.orderNo, userId: orders.userId })
    .from(orders)
    .where(eq(orders.id, payment.orderId));
  const userId = order?.userId ?? null;
  rejectConflictOfInterest(actor, userId);
  const orderNo = order?.orderNo ?? '';
  const waits = await needsSecondOperator(context, actor, {
    kind: 'payment_return',
    subject: `payment:${paymentNo}`,
    amount: payment.amount,
    userId,
    state: { user: userId },
    payload: { payment_no: paymentNo, note },
  });
  if (waits) return orderNo;
  await db.update(payments).set({ status: 'returned' }).where(eq(payments.id, payment.id));
  await audit(context, actor, {
    action: 'payment.return',
    target: `order:${orderNo}`,
    details: { payment: paymentNo, amount: payment.amount, note },
  });
  return orderNo;
}
