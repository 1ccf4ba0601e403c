import type { DataOf, order as calls } from '@yunduo/api-contract';
import type { Locale } from '@yunduo/i18n';
import { ORDER, type PayProvider } from '@yunduo/validation';
import { and, desc, eq } from 'drizzle-orm';
import { after } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { orders, payments } from '../../db/schema/order.ts';
import { apiError } from '../../http/errors.ts';
import { rejectLostRenewal } from '../licence/renew.ts';
import { mailTransfer } from '../order/mails.ts';
import { newPaymentNo } from '../order/order-no.ts';
import { statusAt, type OrderRow, type PaymentRow } from '../order/present.ts';
import { sellerOf } from '../order/seller.ts';
import { lockOrder, writeOrder } from '../order/service.ts';
import { allows } from '../order/states.ts';
import { providerNamed, transferOf, type Provider } from './providers.ts';

export interface PaymentInput {
  orderNo: string;
  provider: PayProvider;
  locale: Locale;
}

/**
 * Starts a payment, or resumes it; `checkoutPage` then gets the buyer's page outside the transaction. Choosing a bank
 * transfer extends the order to days instead of minutes, counted from its creation, so that choosing it repeatedly
 * gains nothing.
 * @throws ApiError ORDER_NOT_FOUND, ORDER_STATE, ORDER_EXPIRED, PAY_PROVIDER_UNAVAILABLE and all of `rejectLostRenewal`
 */
export async function startPayment(
  context: Context,
  userId: number,
  { orderNo, provider: name, locale }: PaymentInput,
): Promise<DataOf<typeof calls.pay>> {
  const { db, clock } = context;
  const now = clock.now();
  const found = await lockOrder(db, orderNo, userId);
  if (!allows(found.status, 'pay')) throw apiError('ORDER_STATE');
  // The cancelling job runs a little after the deadline.
  if (statusAt(found, now) === 'cancelled') throw apiError('ORDER_EXPIRED');
  await rejectLostRenewal(context, found);
  const provider = providerNamed(name);
  if (!provider || !(await provider.available(context))) throw apiError('PAY_PROVIDER_UNAVAILABLE');

  const until = provider.window === null ? found.expiresAt : after(found.createdAt, provider.window);
  const order = await writeOrder(db, found.id, {
    status: 'pending',
    provider: name,
    expiresAt: until > found.expiresAt ? until : found.expiresAt,
  });
  const { isNew } = await openPayment(context, { order, provider, locale });
  if (isNew && name === 'bank_transfer') await tellAccount(context, order);
  return {
    provider: name,
    pay_url: '',
    pay_code: null,
    expires_at: order.expiresAt.toISOString(),
    transfer: await transferOf(db, order, locale),
  };
}

/** Whether the page of an attempt stays open while the order can be paid, or long enough to pay on it. */
const isOpenFor = ({ status, expiresAt }: PaymentRow, order: OrderRow, now: Date): boolean =>
  status === 'started' &&
  (expiresAt === null || expiresAt >= order.expiresAt || expiresAt > after(now, ORDER.paymentWarning));

/** The open attempt, or a new one: a double click leads to one payment page. */
async function openPayment(
  { db, clock }: Context,
  { order, provider: { name, fixed }, locale }: { order: OrderRow; provider: Provider; locale: Locale },
): Promise<{ payment: PaymentRow; isNew: boolean }> {
  const now = clock.now();
  const [newest] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, order.id), eq(payments.provider, name)))
    .orderBy(desc(payments.id))
    .limit(1);
  if (newest && isOpenFor(newest, order, now)) return { payment: newest, isNew: false };
  const [payment] = await db
    .insert(payments)
    .values({
      paymentNo: newPaymentNo(),
      orderId: order.id,
      provider: name,
      amount: order.amount,
      currency: order.currency,
      createdAt: now,
      ...(fixed && { locale, expiresAt: order.expiresAt }),
    })
    .returning();
  if (!payment) throw new Error('no payment was written');
  return { payment, isNew: true };
}

async function tellAccount(context: Context, order: OrderRow): Promise<void> {
  const account = await sellerOf(context.db);
  if (account) await mailTransfer(context, order, account);
}

/** The buyer, the order and the payment method. */
export interface Buyer {
  orderNo: string;
  userId: number;
  locale: Locale;
  phone: boolean;
  ip: string;
}

/**
 * The buyer's page for a started payment. A payment company is called over the network, outside any transaction;
 * repeated calls return the same attempt.
 * @throws ApiError ORDER_STATE, PAY_PROVIDER_UNAVAILABLE when it does not answer
 */
export async function checkoutPage(
  { db, clock, config, log }: Context,
  provider: Provider,
  { orderNo, userId, ...buyer }: Buyer,
): Promise<Pick<DataOf<typeof calls.pay>, 'pay_url' | 'pay_code'>> {
  const [found] = await db
    .select({ order: orders, payment: payments })
    .from(orders)
    .innerJoin(payments, and(eq(payments.orderId, orders.id), eq(payments.provider, provider.name)))
    .where(and(eq(orders.orderNo, orderNo), eq(orders.userId, userId)))
    .orderBy(desc(payments.id))
    .limit(1);
  if (!found) throw apiError('ORDER_NOT_FOUND');
  // Repeated under its key after payment: nothing is left to pay.
  if (found.payment.status !== 'started') throw apiError('ORDER_STATE');
  try {
    const { url, code, ref } = await provider.checkout(config, { ...found, ...buyer, now: clock.now() });
    if (ref !== undefined && ref !== found.payment.providerRef)
      await db.update(payments).set({ providerRef: ref }).where(eq(payments.id, found.payment.id));
    return { pay_url: url, pay_code: code ?? null };
  } catch (err) {
    log.error({ err, provider: provider.name, payment: found.payment.paymentNo }, 'no page to pay on');
    throw apiError('PAY_PROVIDER_UNAVAILABLE');
  }
}
