import { formatMoney, localePath, momentOf, type Locale } from '@yunduo/i18n';
import { mail as en } from '@yunduo/i18n/en/mail';
import { mail as zh } from '@yunduo/i18n/zh/mail';
import { and, inArray } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { payments } from '../../db/schema/index.ts';
import type { MessageName } from '../mail/messages.ts';
import { notify } from '../mail/notify.ts';
import { transferBegun } from './list.ts';
import type { OrderRow } from './present.ts';

const words = { zh, en };

/** URL of the orders in the user area, in a language; with a number, of that order. */
export const orderAddress = (origin: string, locale: Locale, orderNo?: string): string =>
  `${origin}${localePath(locale, '/user')}?${new URLSearchParams({
    panel: 'order-info',
    ...(orderNo !== undefined && { order: orderNo }),
  })}`;

type Values = Record<string, string>;

/** These mails are about money and cannot be muted. Only a deleted or disabled account gets none. */
async function notifyBuyer(
  context: Context,
  order: OrderRow,
  message: MessageName,
  more: (locale: Locale) => Values = () => ({}),
): Promise<void> {
  await notify(context, order.userId, message, ({ locale }) => ({
    link: orderAddress(context.config.origin, locale, order.orderNo),
    values: {
      order_no: order.orderNo,
      description: order.description[locale],
      amount: formatMoney(order.amount, order.currency, locale),
      ...more(locale),
    },
  }));
}

const boughtIn = ({ kind, renewsLicenceId }: OrderRow): 'service' | 'licence' | 'renewal' =>
  kind === 'private_deploy' ? 'service' : renewsLicenceId === null ? 'licence' : 'renewal';

/** The system asked for the refund of a renewal that its licence could not take, without a reason. */
const wasDelivered = ({ refundReason }: OrderRow): boolean => refundReason !== '';

/** Mails that an order is paid, and the next steps for the purchase. */
export const mailPaid = (context: Context, order: OrderRow): Promise<void> =>
  notifyBuyer(context, order, 'order_paid', (locale) => ({
    next: words[locale][`order_next_${boughtIn(order)}`],
  }));

/** Paid, but the licence to renew takes no term: customer service refunds the money. */
export const mailUndeliverable = (context: Context, order: OrderRow): Promise<void> =>
  notifyBuyer(context, order, 'order_undeliverable');

/** Money came for an order that was already paid or cancelled: it will be returned. */
export const mailUnmatched = (context: Context, order: OrderRow): Promise<void> =>
  notifyBuyer(context, order, 'order_payment_unmatched');

/** Mails that such money was returned. */
export const mailReturned = (context: Context, order: OrderRow): Promise<void> =>
  notifyBuyer(context, order, 'order_payment_returned');

/** Mails that the order is refunded, and what ends with it. */
export function mailRefunded(context: Context, order: OrderRow): Promise<void> {
  const bought = boughtIn(order);
  const ends = bought !== 'service' && wasDelivered(order);
  return notifyBuyer(context, order, 'order_refunded', (locale) => ({
    effect: ends ? words[locale][`order_refunded_${bought}`] : '',
  }));
}

/** Mails that the invoice is issued, with its number. */
export const mailInvoiceIssued = (context: Context, order: OrderRow): Promise<void> =>
  notifyBuyer(context, order, 'order_invoice_issued', () => ({ number: order.invoiceNumber ?? '' }));

/** Mails that the invoice cannot be issued, and why. */
export const mailInvoiceDeclined = (context: Context, order: OrderRow): Promise<void> =>
  notifyBuyer(context, order, 'order_invoice_declined', () => ({ reason: order.invoiceNote }));

/** Mails that the refund is refused, with the operator's reason. */
export const mailRefundRejected = (context: Context, order: OrderRow): Promise<void> =>
  notifyBuyer(context, order, 'order_refund_refused', (locale) => ({
    reason: order.refundNote,
    effect: wasDelivered(order) ? words[locale].order_refund_kept : '',
  }));

/** Orders whose buyer got the account for a bank transfer, and may have sent the money, whatever was chosen later. */
async function withTransfer({ db }: Context, rows: readonly OrderRow[]): Promise<OrderRow[]> {
  const begun = await db
    .select({ orderId: payments.orderId })
    .from(payments)
    .where(
      and(
        inArray(
          payments.orderId,
          rows.map(({ id }) => id),
        ),
        transferBegun,
      ),
    );
  return rows.filter(({ id }) => begun.some(({ orderId }) => orderId === id));
}

/** Mails that orders expired; only for bank transfers, where money may be in transit. */
export async function mailExpired(context: Context, expired: readonly OrderRow[]): Promise<void> {
  for (const order of await withTransfer(context, expired))
    await notifyBuyer(context, order, 'order_expired', (locale) => ({
      next: words[locale][`order_again_${boughtIn(order)}`],
    }));
}

/** The same for renewals cancelled because their licence was revoked or transferred. */
export async function mailRenewalsOver(context: Context, cancelled: readonly OrderRow[]): Promise<void> {
  for (const order of await withTransfer(context, cancelled))
    await notifyBuyer(context, order, 'order_renewal_over');
}

/** Mails the account for a bank transfer, and its deadline. */
export function mailTransfer(
  context: Context,
  order: OrderRow,
  account: { bank: Record<Locale, string>; accountName: string; accountNumber: string },
): Promise<void> {
  return notifyBuyer(context, order, 'order_transfer', (locale) => ({
    bank: account.bank[locale],
    account_name: account.accountName,
    account_number: account.accountNumber,
    until: momentOf(order.expiresAt.toISOString(), locale),
  }));
}
