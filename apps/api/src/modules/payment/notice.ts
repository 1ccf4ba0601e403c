import { createHmac, timingSafeEqual } from 'node:crypto';
import type { InputOf, payNotify } from '@yunduo/api-contract';
import { PAY_NOTICE_AGE } from '@yunduo/validation';
import { and, eq, gt } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { orders, payments } from '../../db/schema/order.ts';
import { apiError } from '../../http/errors.ts';
import type { OrderRow, PaymentRow } from '../order/present.ts';
import { lockOrder, writeOrder } from '../order/service.ts';
import { allows } from '../order/states.ts';
import type { Provider } from './providers.ts';
import { receive } from './settle.ts';

export type Notice = InputOf<typeof payNotify.notify>;
export type NoticeResult = 'accepted' | 'duplicate' | 'ignored' | 'unmatched';

export interface SignedNotice {
  /** The raw body as sent. */
  raw: string;
  /** Headers as received; only a single string is valid. */
  timestamp: unknown;
  signature: unknown;
}

/** HMAC-SHA-256 of timestamp and body, hex. */
export const signNotice = (key: Buffer, timestamp: string, raw: string): string =>
  createHmac('sha256', key).update(`${timestamp}.${raw}`).digest('hex');

/**
 * Verifies that the sender has the provider's key, and that the timestamp is within five minutes of our clock.
 * @throws ApiError PAY_NOTICE_INVALID
 */
export function verifyNotice(key: Buffer, now: Date, { raw, timestamp, signature }: SignedNotice): void {
  const rejected = apiError('PAY_NOTICE_INVALID');
  if (typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp)) throw rejected;
  if (typeof signature !== 'string' || !/^[0-9a-f]{64}$/.test(signature)) throw rejected;
  const expected = Buffer.from(signNotice(key, timestamp, raw), 'hex');
  if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) throw rejected;
  if (Math.abs(now.getTime() - Number(timestamp) * 1000) > PAY_NOTICE_AGE) throw rejected;
}

/**
 * Processes a provider's notification about a payment attempt. Repeating a transaction changes nothing. Call it inside
 * a transaction, after verifying the signature.
 * @throws ApiError ORDER_NOT_FOUND, PAY_AMOUNT_MISMATCH, PAY_NOTICE_CONFLICT
 */
export async function takeNotice(
  context: Context,
  provider: Provider,
  notice: Notice,
): Promise<NoticeResult> {
  const { db } = context;
  // Providers repeat notifications, often concurrently: one already settled takes no lock.
  if (await isSettled(db, provider, notice)) return 'duplicate';
  const order = await lockOrder(db, notice.order_no);
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.paymentNo, notice.payment_no), eq(payments.orderId, order.id)));
  if (payment?.provider !== provider.name) throw apiError('ORDER_NOT_FOUND');
  const [known] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.provider, provider.name), eq(payments.transactionId, notice.transaction_id)));
  if (known) {
    const paid = known.status !== 'failed';
    const same = known.orderId === order.id && known.amount === notice.amount;
    if (!same || paid !== (notice.status === 'paid')) throw apiError('PAY_NOTICE_CONFLICT');
    return 'duplicate';
  }
  if (notice.status === 'failed')
    return failed(context, order, { payment, transactionId: notice.transaction_id });
  if (notice.amount !== payment.amount || notice.currency !== payment.currency) {
    throw apiError('PAY_AMOUNT_MISMATCH');
  }
  return receive(context, order, {
    provider: provider.name,
    transactionId: notice.transaction_id,
    payment,
  });
}

/** Whether this payment was already accepted, exactly as in this notification. */
async function isSettled(db: Db, provider: Provider, notice: Notice): Promise<boolean> {
  if (notice.status !== 'paid') return false;
  const [known] = await db
    .select({ status: payments.status })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        eq(payments.provider, provider.name),
        eq(payments.transactionId, notice.transaction_id),
        eq(payments.paymentNo, notice.payment_no),
        eq(payments.amount, notice.amount),
        eq(orders.orderNo, notice.order_no),
      ),
    );
  return known !== undefined && known.status !== 'failed';
}

/** The order fails only when the newest attempt of the last chosen payment method fails. */
async function failed(
  { db, clock }: Context,
  order: OrderRow,
  { payment, transactionId }: { payment: PaymentRow; transactionId: string },
): Promise<'accepted' | 'ignored'> {
  if (payment.status !== 'started') return 'ignored';
  await db
    .update(payments)
    .set({ status: 'failed', transactionId, settledAt: clock.now() })
    .where(eq(payments.id, payment.id));
  if (order.provider !== payment.provider || !allows(order.status, 'fail')) return 'ignored';
  const [newer] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.orderId, order.id),
        eq(payments.provider, payment.provider),
        gt(payments.id, payment.id),
      ),
    )
    .limit(1);
  if (newer) return 'ignored';
  await writeOrder(db, order.id, { status: 'failed' });
  return 'accepted';
}
