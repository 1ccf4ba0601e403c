// Stripe through its own SDK: checkout page, signed webhooks, session queries, refunds.
import Stripe from 'stripe';
import { DAY, MINUTE, PAY_NOTICE_AGE } from '@yunduo/validation';
import type { Config } from '../../config.ts';
import { apiError } from '../../http/errors.ts';
import { orderAddress } from '../order/mails.ts';
import type { PaymentRow } from '../order/present.ts';
import type { Checkout, CheckoutPage, RawNotice, Reported } from './checkout.ts';

const GATEWAY_TIMEOUT = 8_000;

function account({ payments: { stripe } }: Config) {
  if (!stripe) throw apiError('PAY_PROVIDER_UNAVAILABLE');
  return stripe;
}

const clients = new WeakMap<object, Stripe>();
function client(config: Config): Stripe {
  const own = account(config);
  const known = clients.get(own);
  if (known) return known;
  const { protocol, hostname, port } = new URL(own.gateway);
  const made = new Stripe(own.secretKey, {
    host: hostname,
    protocol: protocol === 'http:' ? 'http' : 'https',
    ...(port && { port }),
    timeout: GATEWAY_TIMEOUT,
    maxNetworkRetries: 1,
    telemetry: false,
  });
  clients.set(own, made);
  return made;
}

/** Stripe accepts an end between these times after it created the session, by its own clock. */
const SESSION = { min: 30 * MINUTE, max: DAY };

/**
 * When the page closes, in seconds: with the order, but not before Stripe allows it. The earliest end is a whole minute,
 * so that a retry soon after sends the same parameters. Null: Stripe's own end, after a day, is early enough.
 */
function closesAt({ order, now }: Checkout): number | null {
  const earliest = (Math.ceil((now.getTime() + SESSION.min) / MINUTE) + 1) * MINUTE;
  const end = Math.max(order.expiresAt.getTime(), earliest);
  return end < now.getTime() + SESSION.max - MINUTE ? Math.floor(end / 1000) : null;
}

export async function checkout(config: Config, asked: Checkout): Promise<CheckoutPage> {
  const { order, payment, locale } = asked;
  const { sessions } = client(config).checkout;
  const back = orderAddress(config.origin, locale, order.orderNo);
  if (payment.providerRef) {
    const { id, url, status } = await sessions.retrieve(payment.providerRef);
    if (status === 'open' && url) return { url, ref: id };
    // The buyer has paid there, and the notification is on its way: on a new page they could pay twice.
    if (status === 'complete') return { url: back, ref: id };
  }
  const closes = closesAt(asked);
  const session = await sessions.create(
    {
      mode: 'payment',
      client_reference_id: payment.paymentNo,
      metadata: { payment_no: payment.paymentNo, order_no: order.orderNo },
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: payment.currency.toLowerCase(),
            unit_amount: payment.amount,
            product_data: { name: order.description[locale] },
          },
        },
      ],
      locale,
      success_url: back,
      cancel_url: back,
      ...(closes !== null && { expires_at: closes }),
    },
    // A retry after a lost response creates no second session. Stripe refuses a key with other parameters.
    { idempotencyKey: `${payment.paymentNo}:${locale}:${payment.providerRef ?? 'first'}:${closes}` },
  );
  if (!session.url) throw new Error('a session without a page');
  return { url: session.url, ref: session.id };
}

/** Outcome of a session; null while it is open. */
function reported(session: Stripe.Checkout.Session, failed = session.status === 'expired'): Reported | null {
  const paid = session.status === 'complete' && session.payment_status === 'paid';
  if (!paid && !failed) return null;
  const { payment_intent: intent } = session;
  return {
    paymentNo: session.client_reference_id ?? '',
    transactionId: (paid ? (typeof intent === 'string' ? intent : intent?.id) : session.id) ?? '',
    status: paid ? 'paid' : 'failed',
    amount: session.amount_total ?? NaN,
    currency: (session.currency ?? '').toUpperCase(),
  };
}

export async function read(config: Config, { raw, headers, now }: RawNotice): Promise<Reported | null> {
  let event: Stripe.Event;
  try {
    event = client(config).webhooks.constructEvent(
      raw,
      String(headers['stripe-signature'] ?? ''),
      account(config).webhookSecret,
      PAY_NOTICE_AGE / 1000,
      undefined,
      now.getTime(),
    );
  } catch {
    throw apiError('PAY_NOTICE_INVALID');
  }
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return reported(event.data.object);
    case 'checkout.session.expired':
    case 'checkout.session.async_payment_failed':
      return reported(event.data.object, true);
    default:
      return null;
  }
}

export async function ask(config: Config, payment: PaymentRow): Promise<Reported | null> {
  if (!payment.providerRef) return null;
  return reported(await client(config).checkout.sessions.retrieve(payment.providerRef));
}

export async function close(config: Config, payment: PaymentRow): Promise<void> {
  if (!payment.providerRef) return;
  const { sessions } = client(config).checkout;
  const { id, status } = await sessions.retrieve(payment.providerRef);
  // Stripe refuses to expire one that is complete, whose bank payment may still be in transit.
  if (status === 'open') await sessions.expire(id);
}

export async function giveBack(config: Config, payment: PaymentRow): Promise<void> {
  try {
    const { id, status } = await client(config).refunds.create(
      { payment_intent: payment.transactionId ?? '' },
      { idempotencyKey: `refund:${payment.paymentNo}` },
    );
    // The library accepts any JSON as a response, including a proxy's.
    if (!id || status === 'failed' || status === 'canceled') throw new Error(`stripe refund: ${status}`);
  } catch (error) {
    // Idempotency keys expire after a day.
    if (!(error instanceof Stripe.errors.StripeError) || error.code !== 'charge_already_refunded')
      throw error;
  }
}
