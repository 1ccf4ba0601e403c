import { formatMoney } from '@yunduo/i18n';
import { and, desc, eq } from 'drizzle-orm';
import { withTransaction, type Context } from '../../context.ts';
import { brokenUniqueIndex } from '../../db/errors.ts';
import { payments } from '../../db/schema/order.ts';
import { apiError } from '../../http/errors.ts';
import { audit, rejectConflictOfInterest, type Actor } from '../audit/audit.ts';
import { statusAt } from '../order/present.ts';
import { lockOrder, writeOrder } from '../order/service.ts';
import { needsSecondOperator } from '../second-operator/proposals.ts';
import { canTake, receive, type Received } from './settle.ts';

export interface ReceivedTransfer {
  orderNo: string;
  /** Received amount, in minor units. */
  amount: number;
  /** The bank's reference of the transfer: it can confirm one order only. */
  reference: string;
}

const referenceUsed = () =>
  apiError('TRANSFER_REFERENCE_USED', { fields: { reference: 'transfer_reference_used' } });

/**
 * Confirms a bank transfer found on the bank statement. An order that can no longer accept it keeps it as `unmatched`.
 * Above the value limit a second operator must confirm (`proposed`), and the order does not expire meanwhile: the buyer
 * has paid. Call it inside a transaction.
 * @throws ApiError ORDER_NOT_FOUND, TRANSFER_AMOUNT_MISMATCH, TRANSFER_CONFIRMED, TRANSFER_REFERENCE_USED,
 * CONFLICT_OF_INTEREST, PROPOSAL_PENDING, PROPOSAL_STALE
 */
export async function confirmTransfer(
  context: Context,
  actor: Actor,
  { orderNo, amount, reference }: ReceivedTransfer,
): Promise<Received | 'proposed'> {
  const { db, clock } = context;
  const order = await lockOrder(db, orderNo);
  rejectConflictOfInterest(actor, order.userId);
  if (amount !== order.amount) {
    const [due, received] = [order.amount, amount].map((sum) => formatMoney(sum, order.currency, 'zh'));
    throw apiError('TRANSFER_AMOUNT_MISMATCH', { words: { due: due ?? '', received: received ?? '' } });
  }
  const [used] = await db
    .select({ orderId: payments.orderId })
    .from(payments)
    .where(and(eq(payments.provider, 'bank_transfer'), eq(payments.transactionId, reference)));
  // A colleague who read the same statement was faster: nothing is wrong with the reference.
  if (used) throw used.orderId === order.id ? apiError('TRANSFER_CONFIRMED') : referenceUsed();
  const waits = await needsSecondOperator(context, actor, {
    kind: 'transfer',
    subject: `order:${order.orderNo}`,
    amount,
    userId: order.userId,
    state: { user: order.userId, status: statusAt(order, clock.now()) },
    payload: { order_no: order.orderNo, amount, reference },
  });
  if (waits) {
    const open = canTake(order) && order.expiresAt > clock.now() && order.expiresAt < waits.expiresAt;
    if (open) await writeOrder(db, order.id, { expiresAt: waits.expiresAt });
    return 'proposed';
  }
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, order.id), eq(payments.provider, 'bank_transfer')))
    .orderBy(desc(payments.id))
    .limit(1);
  let result: Received;
  try {
    result = await db.transaction((tx) =>
      receive(withTransaction(context, tx), order, {
        provider: 'bank_transfer',
        transactionId: reference,
        payment: payment ?? null,
      }),
    );
  } catch (error) {
    throw brokenUniqueIndex(error) === 'payments_transaction' ? referenceUsed() : error;
  }
  await audit(context, actor, {
    action: 'order.confirm_transfer',
    target: `order:${order.orderNo}`,
    details: { amount, reference, ...(result === 'unmatched' && { result }) },
  });
  return result;
}
