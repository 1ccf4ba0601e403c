import { adminOrder, order as calls, payNotify } from '@yunduo/api-contract';
import { orderSchemas as schemas } from '@yunduo/api-contract/schemas';
import type { PayProvider } from '@yunduo/validation';
import {
  confirmTransferSchema,
  paySchema,
  refundDecideSchema,
  refundRequestSchema,
} from '@yunduo/validation/schemas';
import type { FastifyInstance } from 'fastify';
import { withTransaction } from '../../context.ts';
import { brokenUniqueIndex } from '../../db/errors.ts';
import { ApiError, apiError } from '../../http/errors.ts';
import { checkForm } from '../../http/form.ts';
import { withIdempotency } from '../../http/idempotency.ts';
import { readJson } from '../../http/json-body.ts';
import { shareAnswer } from '../../http/public-cache.ts';
import { route, signedIn } from '../../http/route.ts';
import { actorOf, audit } from '../audit/audit.ts';
import { licencesOfOrder } from '../auth-code/issue.ts';
import { presentGiven } from '../auth-code/present.ts';
import { findOrder, orderForOperators } from '../order/list.ts';
import { presentAdminOrder, presentOrder } from '../order/present.ts';
import { takeNotice, verifyNotice, type Notice, type NoticeResult } from './notice.ts';
import { startPayment } from './pay.ts';
import { availableProviders, hasSandbox, providerNamed, transferOf, type Provider } from './providers.ts';
import { decideRefund, requestRefund } from './refunds.ts';
import { sandboxPages } from './sandbox.ts';
import { confirmTransfer } from './transfer.ts';
import { Turns } from './turns.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** A JSON body to the byte, where its signature is checked; empty elsewhere. */
    rawBody: string;
  }
}

/** A notice is a few hundred bytes. */
const NOTICE_BODY = { bodyLimit: 16 * 1024 };

/**
 * Money for orders: what buyers, operators and payment providers call, and the payment page that stands in for a provider
 * outside production.
 */
export async function paymentModule(app: FastifyInstance): Promise<void> {
  await notices(app);
  buyers(app);
  operators(app);
  if (hasSandbox(app.config)) await app.register(sandboxPages);
}

async function notices(app: FastifyInstance): Promise<void> {
  app.decorateRequest('rawBody', '');
  const turns = new Turns();

  await app.register(async (scope) => {
    // The signature is over what was sent, not over what was understood.
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
        // Of one order one notice at a time: its repetitions wait in memory, not on a connection each.
        return { result: await turns.take(notice.order_no, () => book(app, provider, notice)) };
      },
      NOTICE_BODY,
    );
  });
}

function buyers(app: FastifyInstance): void {
  route(app, calls.payProviders, schemas.payProviders, async (_input, _request, reply) => {
    shareAnswer(reply);
    return { list: await availableProviders(app) };
  });

  route(app, calls.pay, schemas.pay, async (input, request) => {
    const { id } = signedIn(request);
    const { order_no: orderNo, provider } = await checkForm(paySchema, input);
    const payment = { orderNo, provider: provider as PayProvider, locale: request.locale };
    return withIdempotency(app, request, calls.pay, (context) => startPayment(context, id, payment));
  });

  route(app, calls.refundRequest, schemas.refundRequest, async (input, request) => {
    const { id } = signedIn(request);
    const { order_no: orderNo, reason } = await checkForm(refundRequestSchema, input);
    return withIdempotency(app, request, calls.refundRequest, async (context) =>
      presentOrder(await requestRefund(context, id, orderNo, reason), {
        locale: request.locale,
        now: context.clock.now(),
      }),
    );
  });

  route(app, calls.detail, schemas.detail, async ({ order_no: orderNo }, request) => {
    const { id: userId } = signedIn(request);
    const { locale } = request;
    const row = await findOrder(app.db, orderNo, userId);
    const order = presentOrder(row, { locale, now: app.clock.now() });
    const payable = order.actions.includes('pay');
    return {
      ...order,
      providers: payable ? await availableProviders(app) : [],
      transfer: payable ? await transferOf(app.db, row, locale) : null,
      licences: presentGiven(await licencesOfOrder(app.db, row.id), userId),
    };
  });
}

function operators(app: FastifyInstance): void {
  route(app, adminOrder.confirmTransfer, schemas.confirmTransfer, async (input, request) => {
    const actor = actorOf(signedIn(request));
    const { order_no: orderNo, amount, reference } = await checkForm(confirmTransferSchema, input);
    return withIdempotency(app, request, adminOrder.confirmTransfer, async (context) => {
      await confirmTransfer(context, actor, { orderNo, amount, reference });
      const now = context.clock.now();
      return presentAdminOrder(await orderForOperators(context.db, orderNo, now), {
        locale: request.locale,
        now,
      });
    });
  });

  route(app, adminOrder.refundDecide, schemas.refundDecide, async (input, request) => {
    const actor = actorOf(signedIn(request));
    const { order_no: orderNo, approve, note } = await checkForm(refundDecideSchema, input);
    return withIdempotency(app, request, adminOrder.refundDecide, async (context) => {
      await decideRefund(context, actor, { orderNo, approve, note });
      const now = context.clock.now();
      return presentAdminOrder(await orderForOperators(context.db, orderNo, now), {
        locale: request.locale,
        now,
      });
    });
  });
}

/** Books a notice; what is signed and still wrong is written down for operators to look into. */
async function book(app: FastifyInstance, provider: Provider, notice: Notice): Promise<NoticeResult> {
  const { order_no: orderNo, transaction_id: transactionId } = notice;
  const details = { provider: provider.name, orderNo, transactionId, amount: notice.amount };
  try {
    const result = await app.db.transaction((tx) => takeNotice(withTransaction(app, tx), provider, notice));
    if (result === 'unmatched') app.log.warn(details, 'money came for an order that cannot take it');
    return result;
  } catch (error) {
    // One transaction for two orders at the same moment: the second one finds it taken.
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
