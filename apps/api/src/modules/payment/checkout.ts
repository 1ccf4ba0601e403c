import type { IncomingHttpHeaders } from 'node:http';
import type { Locale } from '@yunduo/i18n';
import type { OrderRow, PaymentRow } from '../order/present.ts';

/** A payment attempt, as sent to its provider. */
export interface Checkout {
  order: OrderRow;
  payment: PaymentRow;
  locale: Locale;
  /** The browser runs on a phone: the provider opens its app instead of showing a QR code. */
  phone: boolean;
  /** Address of the buyer's network, for providers that require it. */
  ip: string;
  now: Date;
}

/**
 * Description and deadline of an attempt. A buyer who returns in another language, or after the order was extended,
 * gets the first ones: Alipay and WeChat Pay refuse others under the same number.
 */
export const termsOf = ({ order, payment, locale }: Checkout): { description: string; until: Date } => ({
  description: order.description[payment.locale ?? locale],
  until: payment.expiresAt ?? order.expiresAt,
});

/** The buyer's payment page. */
export interface CheckoutPage {
  url: string;
  /** Content of the QR code, where there is no page. */
  code?: string;
  /** The provider's id of the attempt, to be stored. */
  ref?: string;
}

/** A provider's report about a payment attempt. */
export interface Reported {
  paymentNo: string;
  transactionId: string;
  status: 'paid' | 'failed';
  /** Minor units. */
  amount: number;
  currency: string;
}

/** A notification as received. */
export interface RawNotice {
  /** The raw body. */
  raw: string;
  headers: IncomingHttpHeaders;
  now: Date;
}
