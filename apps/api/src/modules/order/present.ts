import type { AdminOrder, Order } from '@yunduo/api-contract';
import type { Locale } from '@yunduo/i18n';
import { order as en } from '@yunduo/i18n/en/order';
import { order as zh } from '@yunduo/i18n/zh/order';
import { type OrderStatus } from '@yunduo/validation';
import type { orders, payments } from '../../db/schema/order.ts';
import { factsOf } from './bearing.ts';
import { actionsIn } from './states.ts';
import { shownEmail } from '../text/shown-email.ts';

const words = { zh, en };

export type OrderRow = typeof orders.$inferSelect;
export type PaymentRow = typeof payments.$inferSelect;

export interface Reading {
  locale: Locale;
  now: Date;
}

/** State at this time: the cancelling job runs a little after the deadline. */
export function statusAt(order: Pick<OrderRow, 'status' | 'expiresAt'>, now: Date): OrderStatus {
  const unpaid = order.status === 'pending' || order.status === 'failed';
  return unpaid && order.expiresAt <= now ? 'cancelled' : order.status;
}

const iso = (moment: Date | null): string | null => moment?.toISOString() ?? null;

/** An order in its owner's language; `actions` are those the server allows now. */
export function presentOrder(order: OrderRow, { locale, now }: Reading): Order {
  const status = statusAt(order, now);
  const expired = status !== order.status;
  const { refundReason, refundRequestedAt, invoice, invoiceRequestedAt } = order;
  return {
    order_no: order.orderNo,
    kind: order.kind,
    plan: order.plan,
    quantity: order.quantity,
    unit_price: order.unitPrice,
    amount: order.amount,
    currency: order.currency,
    description: order.description[locale],
    status,
    created_at: order.createdAt.toISOString(),
    expires_at: status === 'pending' || status === 'failed' ? order.expiresAt.toISOString() : null,
    provider: order.provider,
    paid_at: iso(order.paidAt),
    cancelled_at: iso(expired ? order.expiresAt : order.cancelledAt),
    cancel_reason: expired ? 'expired' : order.cancelReason,
    refund:
      refundReason !== null && refundRequestedAt
        ? {
            reason: refundReason || words[locale].undeliverable,
            requested_at: refundRequestedAt.toISOString(),
            approved: order.refundApproved,
            decided_at: iso(order.refundDecidedAt),
            note: order.refundNote,
          }
        : null,
    invoice:
      invoice && invoiceRequestedAt
        ? {
            kind: invoice.kind,
            title: invoice.title,
            tax_no: invoice.taxNo,
            requested_at: invoiceRequestedAt.toISOString(),
            state: order.invoiceState ?? 'requested',
            number: order.invoiceNumber,
            decided_at: iso(order.invoiceDecidedAt),
            note: order.invoiceNote,
          }
        : null,
    renews: order.renewsLicenceId,
    actions: actionsIn(status, order.invoiceState === 'issued'),
  };
}

export interface OrderForOperators {
  order: OrderRow;
  user: { id: number; email: string; nickname: string } | null;
  payments: readonly PaymentRow[];
  bearing: AdminOrder['licences'];
  waiting: AdminOrder['waiting'];
}

/** An order as operators see it: with its buyer, null for a deleted account, and every payment attempt. */
export function presentAdminOrder(
  { order, user, payments, bearing, waiting }: OrderForOperators,
  reading: Reading,
): AdminOrder {
  return {
    ...presentOrder(order, reading),
    user: user && { ...user, email: shownEmail(user.email) },
    payments: payments.map((payment) => ({
      payment_no: payment.paymentNo,
      provider: payment.provider,
      status: payment.status,
      transaction_id: payment.transactionId,
      amount: payment.amount,
      created_at: payment.createdAt.toISOString(),
      settled_at: iso(payment.settledAt),
      sent_back_at: iso(payment.sentBackAt),
    })),
    licences: bearing,
    facts: factsOf(bearing),
    waiting,
  };
}
