import { payNotify } from '@yunduo/api-contract';
import { orderSchemas as schemas } from '@yunduo/api-contract/schemas';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { withTransaction, type Context } from '../../context.ts';
import { brokenUniqueIndex } from '../../db/errors.ts';
import { orders, payments } from '../../db/schema/order.ts';
import { ApiError, apiError } from '../../http/errors.ts';
import { readJson } from '../../http/json-body.ts';
import { route } from '../../http/route.ts';
import { audit } from '../audit/audit.ts';
import { PAYMENT_NO_PATTERN } from '../order/order-no.ts';
import { takeNotice, verifyNotice, type Notice, type NoticeResult } from './notice.ts';
import type { Reported } from './checkout.ts';
import { providerNamed, type Provider } from './providers.ts';
import { Turns } from './turns.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The raw JSON body where its signature is verified; empty elsewhere. */
    rawBody: string;
  }
}

/** A notification is a few hundred bytes. */
const NOTICE_BODY = { bodyLimit: 16 * 1024 };
/** Companies' notifications include the whole purchase. */
const COMPANY_NOTICE = { bodyLimit: 128 * 1024 };

/**
 * Notifications of payment providers: our own format, signed as the contract says, and those of the companies, each
 * parsed by its library.
 */
export async function notices(app: FastifyInstance): Promise<void> {
  app.decorateRequest('rawBody', '');
  const turns = new Turns();

  await app.register(async (scope) => {
    // The signature covers the bytes sent, not the parsed JSON.
    readJson(scope, (request, text) => (request.rawBody = text));
    route(
      scope,
      payNotify.notify,
      schemas.payNotify,
      async (notice, request) => {
        const { provider: name } = request.params as { provider: string };
        const provider = providerNamed(name);
        const key = provider?.noticeKey(app.config);
        if (!provider || !key) throw apiError('NOT_FOUND');
        verifyNotice(key, app.clock.now(), {
          raw: request.rawBody,
          timestamp: request.headers['x-pay-timestamp'],
          signature: request.headers['x-pay-signature'],
        });
        // One notification per order at a time: repetitions wait in memory instead of each holding a connection.
        return { result: await turns.take(notice.order_no, () => book(app, provider, notice)) };
      },
      NOTICE_BODY,
    );
  });

  const companies = [
    // Each provider expects its own acknowledgement, and repeats the notification for hours without it.
    ['alipay', payNotify.alipay, schemas.payNotifyAlipay, 'text/plain', 'success'],
    ['wechat_pay', payNotify.wechatPay, schemas.payNotifyWechatPay, 'application/json', '{"code":"SUCCESS"}'],
    ['stripe', payNotify.stripe, schemas.payNotifyStripe, 'application/json', '{"received":true}'],
  ] as const;
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    for (const [name, call, callSchemas, type, thanks] of companies) {
      route(
        scope,
        call,
        callSchemas,
        async (_input, request, reply) => {
          const { body } = request as { body: unknown };
          const raw = typeof body === 'string' ? body : '';
          const provider = providerNamed(name);
          const reported = await provider?.gateway?.read(app.config, {
            raw,
            headers: request.headers,
            now: app.clock.now(),
          });
          if (provider && reported)
            await turns.take(reported.paymentNo, () => bookReported(app, provider, reported));
          return reply.type(type).send(thanks);
        },
        COMPANY_NOTICE,
      );
    }
  });
}

/** Books a notification; a signed but wrong one is logged for operators. */
async function book(app: Context, provider: Provider, notice: Notice): Promise<NoticeResult> {
  const { order_no: orderNo, transaction_id: transactionId } = notice;
  const details = { provider: provider.name, orderNo, transactionId, amount: notice.amount };
  try {
    const result = await app.db.transaction((tx) => takeNotice(withTransaction(app, tx), provider, notice));
    if (result === 'unmatched') app.log.warn(details, 'money came for an order that cannot take it');
    return result;
  } catch (error) {
    // One transaction for two orders at the same time: the second finds it used.
    const rejection =
      brokenUniqueIndex(error) === 'payments_transaction' ? apiError('PAY_NOTICE_CONFLICT') : error;
    if (!(rejection instanceof ApiError)) throw error;
    app.log.warn({ ...details, code: rejection.code }, 'payment notice refused');
    await audit(
      app,
      { userId: null, name: `pay_notify/${provider.name}`, via: 'api' },
      {
        action: 'payment.refuse_notice',
        target: `order:${orderNo}`,
        details: {
          code: rejection.code,
          transaction_id: transactionId,
          amount: notice.amount,
          currency: notice.currency,
        },
      },
    );
    throw rejection;
  }
}

/**
 * Books a payment company's report about an attempt, by our number.
 * @throws ApiError ORDER_NOT_FOUND, PAY_AMOUNT_MISMATCH, PAY_NOTICE_CONFLICT
 */
export async function bookReported(
  app: Context,
  provider: Provider,
  notice: Reported,
): Promise<NoticeResult> {
  const [found] = PAYMENT_NO_PATTERN.test(notice.paymentNo)
    ? await app.db
        .select({ orderNo: orders.orderNo })
        .from(payments)
        .innerJoin(orders, eq(orders.id, payments.orderId))
        .where(eq(payments.paymentNo, notice.paymentNo))
    : [];
  if (!found) throw apiError('ORDER_NOT_FOUND');
  return book(app, provider, {
    order_no: found.orderNo,
    payment_no: notice.paymentNo,
    transaction_id: notice.transactionId,
    status: notice.status,
    amount: notice.amount,
    currency: notice.currency,
  });
}
