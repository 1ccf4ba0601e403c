import { formatMoney } from '@yunduo/i18n';
import { and, desc, eq } from 'drizzle-orm';
import { within, type Context } from '../../context.ts';
import { brokenUniqueIndex } from '../../db/errors.ts';
import { payments } from '../../db/schema/order.ts';
import { apiError } from '../../http/errors.ts';
import { audit, refuseOwnAffair, type Actor } from '../audit/audit.ts';
import { lockOrder } from '../order/service.ts';
import { receive, type Received } from './settle.ts';

export interface ReceivedTransfer {
  orderNo: string;
  /** What came, in minor units. */
  amount: number;
  /** The bank's own number of the transfer: it confirms one order and no second one. */
  reference: string;
}

/**
 * An operator found the money on the bank's statement. An order that cannot take it, because days have passed, keeps it
 * as `unmatched`. Call it inside a transaction.
 * @throws ApiError ORDER_NOT_FOUND, TRANSFER_AMOUNT_MISMATCH, TRANSFER_REFERENCE_USED, CONFLICT_OF_INTEREST
 */
export async function confirmTransfer(
  context: Context,
  actor: Actor,
  { orderNo, amount, reference }: ReceivedTransfer,
): Promise<Received> {
  const { db } = context;
  const order = await lockOrder(db, orderNo);
  refuseOwnAffair(actor, order.userId);
  if (amount !== order.amount) {
    const [due, received] = [order.amount, amount].map((sum) => formatMoney(sum, order.currency, 'zh'));
    throw apiError('TRANSFER_AMOUNT_MISMATCH', { words: { due: due ?? '', received: received ?? '' } });
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
      receive(within(context, tx), order, {
        provider: 'bank_transfer',
        transactionId: reference,
        payment: payment ?? null,
      }),
    );
  } catch (error) {
    if (brokenUniqueIndex(error) === 'payments_transaction') {
      throw apiError('TRANSFER_REFERENCE_USED', { fields: { reference: 'transfer_reference_used' } });
    }
    throw error;
  }
  await audit(context, actor, {
    action: 'order.confirm_transfer',
    target: `order:${orderNo}`,
    details: { amount, reference, ...(result === 'unmatched' && { result }) },
  });
  return result;
}
