import { payNotify as calls } from '@yunduo/api-contract';
import { orderSchemas as schemas } from '@yunduo/api-contract/schemas';
import type { FastifyInstance } from 'fastify';
import { within } from '../../context.ts';
import { brokenUniqueIndex } from '../../db/errors.ts';
import { ApiError, apiError } from '../../http/errors.ts';
import { readJson } from '../../http/json-body.ts';
import { route } from '../../http/route.ts';
import { audit } from '../audit/audit.ts';
import { takeNotice, verifyNotice, type Notice, type NoticeResult } from './notice.ts';
import { hasSandbox, providerNamed, type Provider } from './providers.ts';
import { sandboxPages } from './sandbox.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** A JSON body to the byte, where its signature is checked; empty elsewhere. */
    rawBody: string;
  }
}

/** A notice is a few hundred bytes. */
const NOTICE_BODY = { bodyLimit: 16 * 1024 };

/** What payment providers call, and the payment page that stands in for one outside production. */
export async function paymentModule(app: FastifyInstance): Promise<void> {
  app.decorateRequest('rawBody', '');

  await app.register(async (scope) => {
    // The signature is over what was sent, not over what was understood.
    readJson(scope, (request, text) => (request.rawBody = text));
    route(
      scope,
      calls.notify,
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
        return { result: await book(app, provider, notice) };
      },
      NOTICE_BODY,
    );
  });

  if (hasSandbox(app.config)) await app.register(sandboxPages);
}

/** Books a notice; what is signed and still wrong is written down for operators to look into. */
async function book(app: FastifyInstance, provider: Provider, notice: Notice): Promise<NoticeResult> {
  const { order_no: orderNo, transaction_id: transactionId } = notice;
  const details = { provider: provider.name, orderNo, transactionId, amount: notice.amount };
  try {
    const result = await app.db.transaction((tx) => takeNotice(within(app, tx), provider, notice));
    if (result === 'unmatched') app.log.warn(details, 'money came for an order that cannot take it');
    return result;
  } catch (error) {
    // One transaction for two orders at the same moment: the second one finds it taken.
    const refusal =
      brokenUniqueIndex(error) === 'payments_transaction' ? apiError('PAY_NOTICE_CONFLICT') : error;
    if (!(refusal instanceof ApiError)) throw error;
    app.log.warn({ ...details, code: refusal.code }, 'payment notice refused');
    await audit(
      app,
      { userId: null, name: `pay_notify/${provider.name}`, via: 'api' },
      {
        action: 'payment.refuse_notice',
        target: `order:${orderNo}`,
        details: {
          code: refusal.code,
          transaction_id: transactionId,
          amount: notice.amount,
          currency: notice.currency,
        },
      },
    );
    throw refusal;
  }
}
