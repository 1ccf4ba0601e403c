import { adminOrder, order as calls } from '@yunduo/api-contract';
import { orderSchemas as schemas } from '@yunduo/api-contract/schemas';
import { order as en } from '@yunduo/i18n/en/order';
import { order as zh } from '@yunduo/i18n/zh/order';
import { HOUR, ORDER, type InvoiceKind, type LicencePlan, type PayProvider } from '@yunduo/validation';
import {
  confirmTransferSchema,
  invoiceRequestSchema,
  orderNoSchema,
  orderSchema,
  paySchema,
  refundDecideSchema,
  refundRequestSchema,
} from '@yunduo/validation/schemas';
import type { FastifyInstance } from 'fastify';
import { checkForm } from '../../http/form.ts';
import { once } from '../../http/idempotency.ts';
import { route, signedIn } from '../../http/route.ts';
import { actorOf } from '../audit/audit.ts';
import { licencesOfOrder } from '../auth-code/issue.ts';
import { startPayment } from '../payment/pay.ts';
import { availableProviders, transferOf } from '../payment/providers.ts';
import { paymentModule } from '../payment/routes.ts';
import { confirmTransfer } from '../payment/transfer.ts';
import { sendMessage } from '../text/page.ts';
import { throttle } from '../throttle/throttle.ts';
import { expireOrders } from './expiry.ts';
import { invoiceLink, isInvoiceLink, sendInvoice } from './invoice.ts';
import { findOrder, listAllOrders, listOrders, orderForOperators } from './list.ts';
import { orderAddress } from './mails.ts';
import { presentAdminOrder, presentLicences, presentOrder } from './present.ts';
import { decideRefund, requestRefund } from './refunds.ts';
import { cancelOrder, createOrder, requestInvoice } from './service.ts';

const words = { zh: zh.invoice, en: en.invoice };
const ORDERS_PER_USER = [{ count: ORDER.perHour, window: HOUR }];

/** Orders of whoever is signed in, and what operators do with everybody's. */
export async function orderModule(app: FastifyInstance): Promise<void> {
  app.jobs.add(expireOrders);
  await app.register(paymentModule);
  ownOrders(app);
  documents(app);
  operators(app);
}

function ownOrders(app: FastifyInstance): void {
  route(app, calls.create, schemas.create, async (input, request) => {
    const { id: userId } = signedIn(request);
    const { plan, quantity } = await checkForm(orderSchema, input);
    return once(app, request, calls.create, async (context) => {
      // Inside: the answer to a repeated key is no new order, and counts as none.
      await throttle(context.db, `order:${userId}`, context.clock.now(), ORDERS_PER_USER);
      const order = await createOrder(context, { userId, plan: plan as LicencePlan, quantity });
      return presentOrder(order, { locale: request.locale, now: context.clock.now() });
    });
  });

  route(app, calls.pay, schemas.pay, async (input, request) => {
    const { id } = signedIn(request);
    const { order_no: orderNo, provider } = await checkForm(paySchema, input);
    const wish = { orderNo, provider: provider as PayProvider, locale: request.locale };
    return once(app, request, calls.pay, (context) => startPayment(context, id, wish));
  });

  route(app, calls.cancel, schemas.cancel, async (input, request) => {
    const { id } = signedIn(request);
    const { order_no: orderNo } = await checkForm(orderNoSchema, input);
    return once(app, request, calls.cancel, async (context) =>
      presentOrder(await cancelOrder(context, id, orderNo), {
        locale: request.locale,
        now: context.clock.now(),
      }),
    );
  });

  route(app, calls.refundRequest, schemas.refundRequest, async (input, request) => {
    const { id } = signedIn(request);
    const { order_no: orderNo, reason } = await checkForm(refundRequestSchema, input);
    return once(app, request, calls.refundRequest, async (context) =>
      presentOrder(await requestRefund(context, id, orderNo, reason), {
        locale: request.locale,
        now: context.clock.now(),
      }),
    );
  });

  route(app, calls.invoiceRequest, schemas.invoiceRequest, async (input, request) => {
    const { id } = signedIn(request);
    const form = await checkForm(invoiceRequestSchema, input);
    const party = { kind: form.kind as InvoiceKind, title: form.title, taxNo: form.tax_no };
    return once(app, request, calls.invoiceRequest, async (context) =>
      presentOrder(await requestInvoice(context, id, form.order_no, party), {
        locale: request.locale,
        now: context.clock.now(),
      }),
    );
  });

  route(app, calls.list, schemas.list, async (filters, request) => {
    const now = app.clock.now();
    const { rows, total, page, pageSize } = await listOrders(app.db, {
      userId: signedIn(request).id,
      now,
      filters,
    });
    const list = rows.map((row) => presentOrder(row, { locale: request.locale, now }));
    return { list, total, page, page_size: pageSize };
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
      licences: presentLicences(await licencesOfOrder(app.db, row.id), userId),
    };
  });
}

function documents(app: FastifyInstance): void {
  route(app, calls.invoiceLink, schemas.invoiceLink, async (input, request) => {
    const { order_no: orderNo } = await checkForm(orderNoSchema, input);
    const order = await findOrder(app.db, orderNo, signedIn(request).id);
    return invoiceLink(app, order, request.locale);
  });

  route(app, calls.invoice, schemas.invoice, async ({ order_no: orderNo, lang }, request, reply) => {
    const order = await findOrder(app.db, orderNo, signedIn(request).id);
    return sendInvoice(app.db, reply, order, lang ?? request.locale) as never;
  });

  route(app, calls.invoiceDocument, schemas.invoiceDocument, async (link, request, reply) => {
    const locale = link.lang ?? request.locale;
    if (isInvoiceLink(app, link)) {
      return sendInvoice(app.db, reply, await findOrder(app.db, link.order_no), locale) as never;
    }
    // Somebody looks at this in a tab of their own: words and a way back, no envelope.
    const { gone_title: title, gone_text: text, gone_link: label } = words[locale];
    const href = orderAddress(app.config.origin, locale);
    void reply.code(404);
    return sendMessage(reply, locale, { title, text, link: { href, label } }) as never;
  });
}

function operators(app: FastifyInstance): void {
  route(app, adminOrder.list, schemas.adminList, async (filters, { locale }) => {
    const now = app.clock.now();
    const { rows, total, page, pageSize } = await listAllOrders(app.db, filters);
    const list = rows.map((row) => presentAdminOrder(row, { locale, now }));
    return { list, total, page, page_size: pageSize };
  });

  route(app, adminOrder.confirmTransfer, schemas.confirmTransfer, async (input, request) => {
    const actor = actorOf(signedIn(request));
    const { order_no: orderNo, amount, reference } = await checkForm(confirmTransferSchema, input);
    return once(app, request, adminOrder.confirmTransfer, async (context) => {
      await confirmTransfer(context, actor, { orderNo, amount, reference });
      const whole = await orderForOperators(context.db, orderNo);
      return presentAdminOrder(whole, { locale: request.locale, now: context.clock.now() });
    });
  });

  route(app, adminOrder.refundDecide, schemas.refundDecide, async (input, request) => {
    const actor = actorOf(signedIn(request));
    const { order_no: orderNo, approve, note } = await checkForm(refundDecideSchema, input);
    return once(app, request, adminOrder.refundDecide, async (context) => {
      await decideRefund(context, actor, { orderNo, approve, note });
      const whole = await orderForOperators(context.db, orderNo);
      return presentAdminOrder(whole, { locale: request.locale, now: context.clock.now() });
    });
  });
}
