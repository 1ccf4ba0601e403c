import type { IncomingHttpHeaders } from 'node:http';
import type { Locale } from '@yunduo/i18n';
import type { OrderRow, PaymentRow } from '../order/present.ts';

/** A try to pay, as its provider is told of it. */
export interface Checkout {
  order: OrderRow;
  payment: PaymentRow;
  locale: Locale;
  /** Their browser runs on a phone: it opens an app instead of showing a code to scan. */
  phone: boolean;
  /** The address of the buyer's network, where the provider asks for it. */
  ip: string;
}

/** Where the buyer goes to pay. */
export interface CheckoutPage {
  url: string;
  /** What the buyer's phone scans, where there is no page to go to. */
  code?: string;
  /** What the provider calls the try, to be kept with it. */
  ref?: string;
}

/** What a provider says of a try to pay. */
export interface Told {
  paymentNo: string;
  transactionId: string;
  status: 'paid' | 'failed';
  /** Minor units. */
  amount: number;
  currency: string;
}

/** A notice as it came. */
export interface RawNotice {
  /** The body to the byte. */
  raw: string;
  headers: IncomingHttpHeaders;
  now: Date;
}
