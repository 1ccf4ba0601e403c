import type { LicencePlan, OrderKind } from '@yunduo/validation';
import { HOUR, ORDER, parseOrderNo, PRICE_MAX } from '@yunduo/validation';
import { and, count, eq, gt, inArray } from 'drizzle-orm';
import { after } from '../../clock.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import type { Bilingual } from '../../db/schema/bilingual.ts';
import { orders, users, type InvoiceParty } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import { audit, rejectConflictOfInterest, type Actor } from '../audit/audit.ts';
import { mailInvoiceDeclined, mailInvoiceIssued } from './mails.ts';
import { siteName } from '../site/settings.ts';
import { throttle } from '../throttle/throttle.ts';
import { newOrderNo } from './order-no.ts';
import { planOf } from './plans.ts';
import { statusAt, type OrderRow } from './present.ts';
import { allows, INVOICE_OPEN, MOVES } from './states.ts';

/** Includes renewals: cancelled orders stay in the books, so their number is limited. */
const PER_USER = [{ count: ORDER.perHour, window: HOUR }];

export type { OrderRow } from './present.ts';
export { presentOrder } from './present.ts';

export interface NewOrder {
  userId: number;
  plan: LicencePlan;
  quantity: number;
  /** Id of the licence to renew; the quantity is then one. */
  renews?: number;
}

/**
 * Creates an order at the current price, to be paid within 30 minutes. Call it inside a transaction.
 * @throws ApiError TOO_MANY_REQUESTS, PLAN_UNAVAILABLE, ORDER_LIMIT
 */
export async function createOrder(context: Context, input: NewOrder): Promise<OrderRow> {
  const { db, clock } = context;
  const { userId, plan, quantity, renews } = input;
  await throttle(db, `order:${userId}`, clock.now(), PER_USER);
  const { price, currency, name } = await planOf(db, plan);
  const [zh, en] = [await siteName(db, 'zh'), await siteName(db, 'en')];
  const times = quantity > 1 ? ` × ${quantity}` : '';
  const description: Bilingual =
    renews === undefined
      ? { zh: `${zh}授权码 · ${name.zh}${times}`, en: `${en} authorization code · ${name.en}${times}` }
      : { zh: `${zh}授权码续期 · ${name.zh}`, en: `${en} authorization code renewal · ${name.en}` };
  return insertOrder(context, {
    userId,
    kind: 'licence',
    plan,
    quantity,
    unitPrice: price,
    currency,
    description,
    renewsLicenceId: renews ?? null,
  });
}

export interface Offer {
  userId: number;
  description: Bilingual;
  /** Minor units. */
  amount: number;
}

/**
 * Creates an order by an operator for a customer: private deployment is sold by agreement, not by plan.
 * @throws ApiError VALIDATION_FAILED for an amount out of range, ORDER_LIMIT
 */
export async function offerPrivateDeploy(context: Context, actor: Actor, offer: Offer): Promise<OrderRow> {
  const { userId, description, amount } = offer;
  rejectConflictOfInterest(actor, userId);
  if (!Number.isInteger(amount) || amount < 1 || amount > PRICE_MAX * ORDER.quantityMax) {
    throw apiError('VALIDATION_FAILED', { fields: { amount: 'received_amount_invalid' } });
  }
  return context.db.transaction(async (tx) => {
    const inside = { ...context, db: tx };
    const row = await insertOrder(inside, {
      userId,
      kind: 'private_deploy',
      plan: null,
      quantity: 1,
      unitPrice: amount,
      currency: 'CNY',
      description,
      renewsLicenceId: null,
    });
    // An offer must not expire before its recipient has read the mail.
    const [stored] = await tx
      .update(orders)
      .set({ expiresAt: after(row.createdAt, ORDER.transferTtl) })
      .where(eq(orders.id, row.id))
      .returning();
    await audit(inside, actor, {
      action: 'order.offer',
      target: `order:${row.orderNo}`,
      details: { user: userId, amount },
    });
    return stored ?? row;
  });
}

interface OrderLine {
  userId: number;
  kind: OrderKind;
  plan: LicencePlan | null;
  quantity: number;
  unitPrice: number;
  currency: string;
  description: Bilingual;
  renewsLicenceId: number | null;
}

/** Condition: unpaid and not expired. */
const isOpen = (now: Date) => and(inArray(orders.status, MOVES.cancel.from), gt(orders.expiresAt, now));

async function insertOrder({ db, clock }: Context, line: OrderLine): Promise<OrderRow> {
  const now = clock.now();
  // Serialises a buyer's orders: otherwise ten concurrent ones would each count nine.
  await db.select({ id: users.id }).from(users).where(eq(users.id, line.userId)).for('no key update');
  const [open] = await db
    .select({ count: count() })
    .from(orders)
    .where(and(eq(orders.userId, line.userId), isOpen(now)));
  if ((open?.count ?? 0) >= ORDER.openMax) throw apiError('ORDER_LIMIT', { words: { limit: ORDER.openMax } });
  const [row] = await db
    .insert(orders)
    .values({
      ...line,
      amount: line.unitPrice * line.quantity,
      orderNo: newOrderNo(now),
      createdAt: now,
      expiresAt: after(now, ORDER.paymentTtl),
    })
    .returning();
  if (!row) throw new Error('no order was written');
  return row;
}

/**
 * An order, locked until the transaction ends: concurrent changes wait and then see the result. `userId` restricts it
 * to that user's.
 * @throws ApiError ORDER_NOT_FOUND, for another user's as for none
 */
export async function lockOrder(db: Db, orderNo: string, userId?: number): Promise<OrderRow> {
  const number = parseOrderNo(orderNo);
  if (number === null) throw apiError('ORDER_NOT_FOUND');
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.orderNo, number), userId === undefined ? undefined : eq(orders.userId, userId)))
    .for('update');
  if (!row) throw apiError('ORDER_NOT_FOUND');
  return row;
}

/**
 * Updates a locked order, and returns it.
 * @throws ApiError ORDER_NOT_FOUND
 */
export async function writeOrder(
  db: Db,
  id: number,
  change: Partial<typeof orders.$inferInsert>,
): Promise<OrderRow> {
  const [row] = await db.update(orders).set(change).where(eq(orders.id, id)).returning();
  if (!row) throw apiError('ORDER_NOT_FOUND');
  return row;
}

/**
 * Cancels an order for its buyer. A cancelled order stays cancelled: money received later is kept for an operator.
 * @throws ApiError ORDER_NOT_FOUND, ORDER_STATE
 */
export async function cancelOrder(
  { db, clock }: Context,
  userId: number,
  orderNo: string,
): Promise<OrderRow> {
  const now = clock.now();
  const order = await lockOrder(db, orderNo, userId);
  if (!allows(statusAt(order, now), 'cancel')) throw apiError('ORDER_STATE');
  return writeOrder(db, order.id, { status: 'cancelled', cancelledAt: now, cancelReason: 'user' });
}

/** Locks the unpaid renewals of a licence: orders are locked before their licence. */
export async function lockRenewals({ db, clock }: Context, licenceId: number): Promise<void> {
  await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.renewsLicenceId, licenceId), isOpen(clock.now())))
    .orderBy(orders.id)
    .for('update');
}

/**
 * Cancels the unpaid renewals of a licence that is transferred or revoked by an operator. Orders are locked before
 * their licence, as when money arrives: call it before locking that. Returns the cancelled orders.
 */
export function cancelRenewals({ db, clock }: Context, licenceId: number): Promise<OrderRow[]> {
  const now = clock.now();
  return db
    .update(orders)
    .set({ status: 'cancelled', cancelledAt: now, cancelReason: 'user' })
    .where(and(eq(orders.renewsLicenceId, licenceId), isOpen(now)))
    .returning();
}

/**
 * Requests an electronic invoice, and sets the party on it and on the receipt; can be repeated until it is issued, or
 * the order is refunded.
 * @throws ApiError ORDER_NOT_FOUND, ORDER_STATE, INVOICE_UNAVAILABLE while it is unpaid
 */
export async function requestInvoice(
  { db, clock }: Context,
  userId: number,
  orderNo: string,
  invoice: InvoiceParty,
): Promise<OrderRow> {
  const order = await lockOrder(db, orderNo, userId);
  if (order.paidAt === null) throw apiError('INVOICE_UNAVAILABLE');
  if (!INVOICE_OPEN.includes(order.status) || order.invoiceState === 'issued') throw apiError('ORDER_STATE');
  return writeOrder(db, order.id, {
    invoice,
    invoiceRequestedAt: clock.now(),
    invoiceState: null,
    invoiceDecidedAt: null,
    invoiceNote: '',
  });
}

export interface InvoiceDecision {
  orderNo: string;
  issued: boolean;
  /** Number of the issued invoice. */
  number: string;
  /** Reason for the buyer, if it is refused. */
  note: string;
  /** When the request that the operator saw was made. */
  requestedAt?: Date;
}

/**
 * Records the outcome of an invoice request: the tax authority's platform issues it and sends it to the buyer. Call it
 * inside a transaction.
 * @throws ApiError ORDER_NOT_FOUND, ORDER_STATE unless a request is open, STATE_CHANGED when the buyer has changed
 * it since, CONFLICT_OF_INTEREST
 */
export async function decideInvoice(
  context: Context,
  actor: Actor,
  { orderNo, issued, number, note, requestedAt }: InvoiceDecision,
): Promise<OrderRow> {
  const { db, clock } = context;
  const order = await lockOrder(db, orderNo);
  rejectConflictOfInterest(actor, order.userId);
  if (order.invoice === null || order.invoiceState !== null || !INVOICE_OPEN.includes(order.status))
    throw apiError('ORDER_STATE');
  // An invoice to the earlier party must not be recorded for the new one.
  if (requestedAt !== undefined && requestedAt.getTime() !== order.invoiceRequestedAt?.getTime())
    throw apiError('STATE_CHANGED');
  const decided = await writeOrder(db, order.id, {
    invoiceState: issued ? 'issued' : 'declined',
    invoiceNumber: issued ? number : null,
    invoiceDecidedAt: clock.now(),
    invoiceNote: issued ? '' : note,
  });
  await (issued ? mailInvoiceIssued(context, decided) : mailInvoiceDeclined(context, decided));
  await audit(context, actor, {
    action: issued ? 'order.issue_invoice' : 'order.decline_invoice',
    target: `order:${order.orderNo}`,
    details: issued ? { number } : { note },
  });
  return decided;
}
