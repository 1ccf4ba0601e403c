import { and, eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { payments } from '../../db/schema/order.ts';
import { apiError } from '../../http/errors.ts';
import { audit, rejectConflictOfInterest, type Actor } from '../audit/audit.ts';
import { rejectTransferred, revokeLicencesOfOrder } from '../licence/issue.ts';
import { bearingOf, factsOf } from '../order/bearing.ts';
import { mailRefunded, mailRefundRejected } from '../order/mails.ts';
import type { OrderRow } from '../order/present.ts';
import { lockOrder, writeOrder } from '../order/service.ts';
import { allows } from '../order/states.ts';
import { needsSecondOperator } from '../second-operator/proposals.ts';

/**
 * Requests a refund; customer service decides (specification §6). A refused buyer may ask again.
 * @throws ApiError ORDER_NOT_FOUND, ORDER_STATE, REFUND_TRANSFERRED
 */
export async function requestRefund(
  context: Context,
  userId: number,
  orderNo: string,
  reason: string,
): Promise<OrderRow> {
  const { db, clock } = context;
  const order = await lockOrder(db, orderNo, userId);
  if (!allows(order.status, 'request_refund')) throw apiError('ORDER_STATE');
  await rejectTransferred(context, order);
  return writeOrder(db, order.id, {
    status: 'refund_requested',
    refundReason: reason,
    refundRequestedAt: clock.now(),
    refundApproved: null,
    refundDecidedAt: null,
    refundNote: '',
  });
}

export interface RefundDecision {
  orderNo: string;
  approve: boolean;
  /** Message to the buyer; required for a refusal. */
  note: string;
  /** When the request that the operator saw was made. */
  requestedAt?: Date;
  /** The licences that the operator saw (`factsOf`), for an approval. */
  facts?: string;
}

/**
 * Approves or refuses a refund. Approval revokes the order's licences in the same transaction; the money
 * itself is returned where it was received, outside this call. Above the value limit the order is unchanged until a
 * second operator confirms. Call it inside a transaction.
 * @throws ApiError ORDER_NOT_FOUND, ORDER_STATE, STATE_CHANGED for another request or changed licences than were seen,
 * CONFLICT_OF_INTEREST, REFUND_TRANSFERRED, PROPOSAL_PENDING, PROPOSAL_STALE
 */
export async function decideRefund(
  context: Context,
  actor: Actor,
  { orderNo, approve, note, requestedAt, facts }: RefundDecision,
): Promise<OrderRow> {
  const { db, clock } = context;
  const order = await lockOrder(db, orderNo);
  rejectConflictOfInterest(actor, order.userId);
  if (!allows(order.status, approve ? 'approve_refund' : 'refuse_refund')) throw apiError('ORDER_STATE');
  if (requestedAt !== undefined && requestedAt.getTime() !== order.refundRequestedAt?.getTime())
    throw apiError('STATE_CHANGED');
  if (approve) {
    await rejectTransferred(context, order);
    const bearing = await bearingOf(db, [order], clock.now());
    if (facts !== undefined && facts !== factsOf(bearing.get(order.id) ?? []))
      throw apiError('STATE_CHANGED');
    const waits = await needsSecondOperator(context, actor, {
      kind: 'refund',
      subject: `order:${order.orderNo}`,
      amount: order.amount,
      userId: order.userId,
      state: {
        user: order.userId,
        status: order.status,
        requested_at: order.refundRequestedAt?.toISOString() ?? null,
      },
      payload: { order_no: order.orderNo, note },
    });
    if (waits) return order;
  }
  const decided = await writeOrder(db, order.id, {
    status: approve ? 'refunded' : 'paid',
    refundApproved: approve,
    refundDecidedAt: clock.now(),
    refundNote: note,
  });
  const licences = approve ? await giveBack(context, order.id) : 0;
  await (approve ? mailRefunded(context, decided) : mailRefundRejected(context, decided));
  await audit(context, actor, {
    action: approve ? 'order.refund' : 'order.refuse_refund',
    target: `order:${orderNo}`,
    details: { amount: order.amount, note, ...(approve && { licences }) },
  });
  return decided;
}

/** Returns how many licences were revoked. */
async function giveBack(context: Context, orderId: number): Promise<number> {
  await context.db
    .update(payments)
    .set({ status: 'refunded' })
    .where(and(eq(payments.orderId, orderId), eq(payments.status, 'succeeded')));
  return revokeLicencesOfOrder(context, orderId);
}
