import { adminOrder, order as calls } from '@yunduo/api-contract';
import { orderSchemas as schemas } from '@yunduo/api-contract/schemas';
import { type PayProvider, SECOND } from '@yunduo/validation';
import {
  confirmTransferSchema,
  paymentReturnSchema,
  paySchema,
  refundDecideSchema,
  refundRequestSchema,
} from '@yunduo/validation/schemas';
import type { FastifyInstance } from 'fastify';
import { apiError } from '../../http/errors.ts';
import { checkForm } from '../../http/form.ts';
import { withIdempotency } from '../../http/idempotency.ts';
import { shareAnswer } from '../../http/public-cache.ts';
import { route, signedIn } from '../../http/route.ts';
import { actorOf } from '../audit/audit.ts';
import { licencesOfOrder } from '../licence/issue.ts';
import { presentGiven } from '../licence/present.ts';
import { findOrder, readAdminOrder } from '../order/list.ts';
import { presentOrder } from '../order/present.ts';
import { notices } from './notices.ts';
import { checkoutPage, startPayment } from './pay.ts';
import { availableProviders, hasSandbox, providerNamed, transferOf } from './providers.ts';
import { askGateways, giveBack } from './reconcile.ts';
import { decideRefund, requestRefund } from './refunds.ts';
import { returnPayment, returnsOf } from './settle.ts';
import { sandboxPages } from './sandbox.ts';
import { confirmTransfer } from './transfer.ts';

/** Time limit of the call to a payment company for its page, ms; browsers wait for 15 s. */
const CHECKOUT_TIMEOUT = 12_000;

/**
 * Payments: calls of buyers, operators and payment providers, and the payment page that replaces a provider outside
 * production.
 */
export async function paymentModule(app: FastifyInstance): Promise<void> {
  app.jobs.add(askGateways);
  app.jobs.add(giveBack);
  await notices(app);
  buyers(app);
  operators(app);
  if (hasSandbox(app.config)) await app.register(sandboxPages);
}

function buyers(app: FastifyInstance): void {
  route(app, calls.payProviders, schemas.payProviders, async (_input, { locale }, reply) => {
    shareAnswer(reply);
    return { list: await availableProviders(app, locale) };
  });

  route(
    app,
    calls.pay,
    schemas.pay,
    async (input, request) => {
      const { id } = signedIn(request);
      const { order_no: orderNo, provider } = await checkForm(paySchema, input);
      const { locale, ip } = request;
      const payment = { orderNo, provider: provider as PayProvider, locale };
      const started = await withIdempotency(app, request, calls.pay, (context) =>
        startPayment(context, id, payment),
      );
      const chosen = providerNamed(started.provider);
      if (!chosen) throw apiError('PAY_PROVIDER_UNAVAILABLE');
      const phone = /Mobi|Android|iPhone/.test(request.headers['user-agent'] ?? '');
      const page = await checkoutPage(app, chosen, { orderNo, userId: id, locale, phone, ip });
      return { ...started, ...page };
    },
    { timeout: CHECKOUT_TIMEOUT },
  );

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
    const now = app.clock.now();
    const order = presentOrder(row, { locale, now });
    const payable = order.actions.includes('pay');
    return {
      ...order,
      expires_in:
        order.expires_at === null ? null : Math.ceil((row.expiresAt.getTime() - now.getTime()) / SECOND),
      providers: payable ? await availableProviders(app, locale) : [],
      transfer: payable ? await transferOf(app.db, row, locale) : null,
      returns: await returnsOf(app.db, row.id),
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
      return readAdminOrder(context, orderNo, request.locale);
    });
  });

  route(app, adminOrder.refundDecide, schemas.refundDecide, async (input, request) => {
    const actor = actorOf(signedIn(request));
    const { requested_at: seen, facts, ...form } = input;
    const { order_no: orderNo, approve, note } = await checkForm(refundDecideSchema, form);
    return withIdempotency(app, request, adminOrder.refundDecide, async (context) => {
      await decideRefund(context, actor, {
        orderNo,
        approve,
        note,
        ...(seen !== undefined && { requestedAt: new Date(seen) }),
        ...(facts !== undefined && { facts }),
      });
      return readAdminOrder(context, orderNo, request.locale);
    });
  });

  route(app, adminOrder.returnPayment, schemas.returnPayment, async (input, request) => {
    const actor = actorOf(signedIn(request));
    const { payment_no: paymentNo, note } = await checkForm(paymentReturnSchema, input);
    return withIdempotency(app, request, adminOrder.returnPayment, async (context) => {
      const orderNo = await returnPayment(context, actor, { paymentNo, note });
      return readAdminOrder(context, orderNo, request.locale);
    });
  });
}
