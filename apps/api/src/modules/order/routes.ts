import { adminOrder, order as calls } from '@yunduo/api-contract';
import { orderSchemas as schemas } from '@yunduo/api-contract/schemas';
import { order as en } from '@yunduo/i18n/en/order';
import { order as zh } from '@yunduo/i18n/zh/order';
import { type InvoiceKind, type LicencePlan, MINUTE } from '@yunduo/validation';
import {
  invoiceDecideSchema,
  invoiceRequestSchema,
  orderNoSchema,
  orderSchema,
} from '@yunduo/validation/schemas';
import type { FastifyInstance } from 'fastify';
import { apiError } from '../../http/errors.ts';
import { checkForm } from '../../http/form.ts';
import { withIdempotency } from '../../http/idempotency.ts';
import { route, signedIn } from '../../http/route.ts';
import { actorOf } from '../audit/audit.ts';
import { mapPage } from '../../db/query.ts';
import { invoiceLink, isInvoiceLink, sendInvoice } from './invoice.ts';
import { findOrder, listAllOrders, listOrders, readAdminOrder } from './list.ts';
import { mailExpired } from './mails.ts';
import { presentAdminOrder, presentOrder } from './present.ts';
import { cancelOrder, createOrder, decideInvoice, requestInvoice } from './service.ts';
import { and, inArray, lte } from 'drizzle-orm';
import { orders } from '../../db/schema/order.ts';
import type { Job } from '../jobs/jobs.ts';

/** Cancels overdue unpaid orders, every minute. */
const expireOrders: Job = {
  name: 'orders.expire',
  every: MINUTE,
  async run(context) {
    const { db, clock } = context;
    const now = clock.now();
    // One conditional update: it waits for a concurrent payment, and then finds the order paid.
    const expired = await db
      .update(orders)
      .set({ status: 'cancelled', cancelledAt: now, cancelReason: 'expired' })
      .where(and(inArray(orders.status, ['pending', 'failed']), lte(orders.expiresAt, now)))
      .returning();
    await mailExpired(context, expired);
    return expired.length;
  },
};

const words = { zh: zh.invoice, en: en.invoice };

/** Orders of the signed-in user, and all orders for operators. Payment is in `payment`. */
export async function orderModule(app: FastifyInstance): Promise<void> {
  app.jobs.add(expireOrders);
  ownOrders(app);
  documents(app);
  operators(app);
}

function ownOrders(app: FastifyInstance): void {
  route(app, calls.create, schemas.create, async (input, request) => {
    const { id: userId } = signedIn(request);
    const { plan, quantity } = await checkForm(orderSchema, input);
    return withIdempotency(app, request, calls.create, async (context) => {
      const order = await createOrder(context, { userId, plan: plan as LicencePlan, quantity });
      return presentOrder(order, { locale: request.locale, now: context.clock.now() });
    });
  });

  route(app, calls.cancel, schemas.cancel, async (input, request) => {
    const { id } = signedIn(request);
    const { order_no: orderNo } = await checkForm(orderNoSchema, input);
    return withIdempotency(app, request, calls.cancel, async (context) =>
      presentOrder(await cancelOrder(context, id, orderNo), {
        locale: request.locale,
        now: context.clock.now(),
      }),
    );
  });

  route(app, calls.invoiceRequest, schemas.invoiceRequest, async (input, request) => {
    const { id } = signedIn(request);
    const form = await checkForm(invoiceRequestSchema, input);
    const party = { kind: form.kind as InvoiceKind, title: form.title, taxNo: form.tax_no };
    return withIdempotency(app, request, calls.invoiceRequest, async (context) =>
      presentOrder(await requestInvoice(context, id, form.order_no, party), {
        locale: request.locale,
        now: context.clock.now(),
      }),
    );
  });

  route(app, calls.list, schemas.list, async (filters, request) => {
    const now = app.clock.now();
    const page = await listOrders(app.db, { userId: signedIn(request).id, now, filters });
    return mapPage(page, (row) => presentOrder(row, { locale: request.locale, now }));
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

  route(
    app,
    calls.invoiceDocument,
    schemas.invoiceDocument,
    async (link, request, reply) => {
      if (!isInvoiceLink(app, link)) throw apiError('ORDER_NOT_FOUND');
      const order = await findOrder(app.db, link.order_no);
      return sendInvoice(app.db, reply, order, link.lang ?? request.locale) as never;
    },
    { opened: { page: '/user?panel=order-info', words } },
  );
}

function operators(app: FastifyInstance): void {
  route(app, adminOrder.list, schemas.adminList, async (filters, { locale }) => {
    const now = app.clock.now();
    return mapPage(await listAllOrders(app.db, filters, now), (row) =>
      presentAdminOrder(row, { locale, now }),
    );
  });

  route(app, adminOrder.detail, schemas.adminDetail, async (input, { locale }) => {
    const { order_no: orderNo } = await checkForm(orderNoSchema, input);
    return readAdminOrder(app, orderNo, locale);
  });

  route(app, adminOrder.invoiceDecide, schemas.invoiceDecide, async (input, request) => {
    const actor = actorOf(signedIn(request));
    const { requested_at: seen, ...form } = input;
    const { order_no: orderNo, issued, number, note } = await checkForm(invoiceDecideSchema, form);
    return withIdempotency(app, request, adminOrder.invoiceDecide, async (context) => {
      await decideInvoice(context, actor, {
        orderNo,
        issued,
        number,
        note,
        ...(seen !== undefined && { requestedAt: new Date(seen) }),
      });
      return readAdminOrder(context, orderNo, request.locale);
    });
  });
}
