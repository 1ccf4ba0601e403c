import { randomUUID } from 'node:crypto';
import { formatMoney, momentOf, type Locale } from '@yunduo/i18n';
import { order as en } from '@yunduo/i18n/en/order';
import { order as zh } from '@yunduo/i18n/zh/order';
import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { orders, payments } from '../../db/schema/order.ts';
import { fill } from '../../http/envelope.ts';
import { escapeHtml } from '../text/escape-html.ts';
import { orderAddress } from '../order/mails.ts';
import { PAYMENT_NO_PATTERN } from '../order/order-no.ts';
import { statusAt, type OrderRow, type PaymentRow } from '../order/present.ts';
import { allows } from '../order/states.ts';
import { siteName } from '../site/settings.ts';
import { BRAND_MARK, CARD_STYLE, sendMessage, sendPage } from '../text/page.ts';
import { signNotice, type Notice } from './notice.ts';
import { providerNamed } from './providers.ts';

const words = { zh: zh.sandbox, en: en.sandbox };

interface Found {
  payment: PaymentRow;
  order: OrderRow;
}

const OUTCOMES = ['pay', 'fail', 'cancel'] as const;
type Outcome = (typeof OUTCOMES)[number];

/**
 * `/dev/pay/<our number of the payment>`: simulates a payment company's page. Its buttons send the same signed
 * notification to the same call, then redirect the buyer to the order. Never registered in production.
 */
export async function sandboxPages(app: FastifyInstance): Promise<void> {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  app.get<{ Params: { no: string }; Querystring: { lang?: string } }>(
    '/dev/pay/:no',
    async (request, reply) => {
      const locale = request.query.lang === 'en' ? 'en' : 'zh';
      const found = await findPayment(app, request.params.no);
      if (!found) return sendGone(app, reply, locale);
      return isOpen(app, found)
        ? sendCheckout(app, reply, found, locale)
        : sendClosed(app, reply, found, locale);
    },
  );

  app.post<{ Params: { no: string }; Body?: { outcome?: string; lang?: string } }>(
    '/dev/pay/:no',
    async (request, reply) => {
      const locale = request.body?.lang === 'en' ? 'en' : 'zh';
      const outcome = OUTCOMES.find((known) => known === request.body?.outcome) ?? 'cancel';
      const found = await findPayment(app, request.params.no);
      if (!found) return sendGone(app, reply, locale);
      if (outcome !== 'cancel') {
        if (!isOpen(app, found) || !(await notify(app, found, outcome))) {
          return sendClosed(app, reply, found, locale);
        }
      }
      return reply.redirect(orderAddress(app.config.origin, locale, found.order.orderNo), 303);
    },
  );
}

async function findPayment(app: FastifyInstance, paymentNo: string): Promise<Found | null> {
  if (!PAYMENT_NO_PATTERN.test(paymentNo)) return null;
  const [row] = await app.db
    .select({ payment: payments, order: orders })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(eq(payments.paymentNo, paymentNo));
  return row?.payment.provider === 'sandbox' ? row : null;
}

const isOpen = (app: FastifyInstance, { payment, order }: Found): boolean =>
  payment.status === 'started' && allows(statusAt(order, app.clock.now()), 'pay');

/** Sends a notification as a payment company would: over the public call, signed. Returns whether it was accepted. */
async function notify(
  app: FastifyInstance,
  { payment, order }: Found,
  outcome: Exclude<Outcome, 'cancel'>,
): Promise<boolean> {
  const key = providerNamed('sandbox')?.noticeKey(app.config);
  if (!key) return false;
  const notice: Notice = {
    order_no: order.orderNo,
    payment_no: payment.paymentNo,
    transaction_id: `sandbox-${randomUUID()}`,
    status: outcome === 'pay' ? 'paid' : 'failed',
    amount: payment.amount,
    currency: payment.currency,
  };
  const raw = JSON.stringify(notice);
  const timestamp = String(Math.floor(app.clock.now().getTime() / 1000));
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/api/pay_notify/sandbox',
    headers: {
      'content-type': 'application/json',
      'x-pay-timestamp': timestamp,
      'x-pay-signature': signNotice(key, timestamp, raw),
    },
    payload: raw,
  });
  return statusCode === 200;
}

async function sendCheckout(
  app: FastifyInstance,
  reply: FastifyReply,
  { payment, order }: Found,
  locale: Locale,
): Promise<FastifyReply> {
  const say = words[locale];
  const brand = await siteName(app.db, locale);
  const amount = formatMoney(payment.amount, payment.currency, locale);
  const fact = (label: string, value: string): string =>
    `<div><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd></div>`;
  const button = (outcome: Outcome, kind: string): string =>
    `<button name="outcome" value="${outcome}"${kind && ` class="${kind}"`}>${escapeHtml(fill(say[outcome], { amount }))}</button>`;
  const body = `<main>
<p class="brand">${BRAND_MARK}${escapeHtml(brand)}</p>
<h1>${escapeHtml(say.title)}</h1>
<p class="sum">${escapeHtml(amount)}</p>
<p class="notice">${escapeHtml(say.notice)}</p>
<dl>
${fact(say.description, order.description[locale])}
${fact(say.order_no, order.orderNo)}
${fact(say.until, momentOf(order.expiresAt.toISOString(), locale))}
</dl>
<form method="post" action="/dev/pay/${escapeHtml(payment.paymentNo)}">
<input type="hidden" name="lang" value="${locale}">
${button('pay', 'primary')}
${button('fail', '')}
${button('cancel', 'plain')}
</form>
</main>`;
  // Chromium also applies `form-action` to the redirect after a form.
  const formAction = `'self' ${app.config.origin}`;
  return sendPage(reply, { locale, title: `${say.title} · ${brand}`, body, style: CARD_STYLE, formAction });
}

function sendClosed(
  app: FastifyInstance,
  reply: FastifyReply,
  { order }: Found,
  locale: Locale,
): FastifyReply {
  const say = words[locale];
  const href = orderAddress(app.config.origin, locale, order.orderNo);
  return sendMessage(reply, locale, {
    title: say.closed_title,
    text: say.closed_text,
    link: { href, label: say.back },
  });
}

function sendGone(app: FastifyInstance, reply: FastifyReply, locale: Locale): FastifyReply {
  const say = words[locale];
  void reply.code(404);
  const href = orderAddress(app.config.origin, locale);
  return sendMessage(reply, locale, {
    title: say.gone_title,
    text: say.gone_text,
    link: { href, label: say.back },
  });
}
