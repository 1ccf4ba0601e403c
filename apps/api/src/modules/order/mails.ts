import { formatMoney, localePath, momentOf, type Locale } from '@yunduo/i18n';
import { mail as en } from '@yunduo/i18n/en/mail';
import { mail as zh } from '@yunduo/i18n/zh/mail';
import type { Context } from '../../context.ts';
import type { MessageName } from '../mail/messages.ts';
import { notify } from '../mail/notify.ts';
import type { OrderRow } from './present.ts';

const words = { zh, en };

/** The orders in the user area, in a language; with a number, that one of them. */
export const orderAddress = (origin: string, locale: Locale, orderNo?: string): string =>
  `${origin}${localePath(locale, '/user')}?${new URLSearchParams({
    panel: 'order-info',
    ...(orderNo !== undefined && { order: orderNo }),
  })}`;

type Values = Record<string, string>;

/** About money: nobody can mute these. Only a deleted or disabled account gets none. */
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

/** Says that an order is paid, and what comes next for what was bought. */
export function mailPaid(context: Context, order: OrderRow): Promise<void> {
  const next =
    order.kind === 'private_deploy'
      ? 'order_next_service'
      : order.renewsLicenceId === null
        ? 'order_next_licence'
        : 'order_next_renewal';
  return notifyBuyer(context, order, 'order_paid', (locale) => ({ next: words[locale][next] }));
}

/** Paid, but what it was for is gone or revoked: customer service gives the money back. */
export const mailUndeliverable = (context: Context, order: OrderRow): Promise<void> =>
  notifyBuyer(context, order, 'order_undeliverable');

/** Says that the money goes back. */
export const mailRefunded = (context: Context, order: OrderRow): Promise<void> =>
  notifyBuyer(context, order, 'order_refunded');

/** Says that the invoice is there, and under which number. */
export const mailInvoiceIssued = (context: Context, order: OrderRow): Promise<void> =>
  notifyBuyer(context, order, 'order_invoice_issued', () => ({ number: order.invoiceNumber ?? '' }));

/** Says that the invoice cannot be issued, and why. */
export const mailInvoiceDeclined = (context: Context, order: OrderRow): Promise<void> =>
  notifyBuyer(context, order, 'order_invoice_declined', () => ({ reason: order.invoiceNote }));

/** Says that it does not, with the operator's reason. */
export const mailRefundRejected = (context: Context, order: OrderRow): Promise<void> =>
  notifyBuyer(context, order, 'order_refund_refused', () => ({ reason: order.refundNote }));

/** Only whoever chose a bank transfer hears of it: their money may be on its way. */
export const mailExpired = (context: Context, order: OrderRow): Promise<void> =>
  notifyBuyer(context, order, 'order_expired');

/** The same of renewals that were cancelled because their licence was revoked, or went to somebody else. */
export async function mailRenewalsOver(context: Context, cancelled: readonly OrderRow[]): Promise<void> {
  for (const order of cancelled.filter(({ provider }) => provider === 'bank_transfer'))
    await notifyBuyer(context, order, 'order_renewal_over');
}

/** Where to send the money of a bank transfer, and until when. */
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
