import type { AdminOrder, adminOrder, InputOf, order as calls } from '@yunduo/api-contract';
import { inShanghai, SHANGHAI, type Locale } from '@yunduo/i18n';
import { codePart, DAY, parseLicenceCode, parseOrderNo, type OrderRange } from '@yunduo/validation';
import {
  and,
  count,
  eq,
  exists,
  gte,
  inArray,
  isNotNull,
  like,
  lt,
  isNull,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { containing, descNullsLast, joinUsers, type Page, paged, searchLine } from '../../db/query.ts';
import { licences, licenceTerms, orders, payments, users } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import { hashToken } from '../codes/tokens.ts';
import { waitingFor } from '../second-operator/proposals.ts';
import { bearingOf } from './bearing.ts';
import { presentAdminOrder, type OrderForOperators, type OrderRow } from './present.ts';
import { INVOICE_OPEN, MOVES } from './states.ts';

/** This many months earlier, on the same day of the month in Shanghai, or the last day of a shorter month. */
export function monthsBefore(moment: Date, months: number): Date {
  const there = inShanghai(moment.getTime());
  const then = new Date(there);
  then.setUTCMonth(there.getUTCMonth() - months);
  if (then.getUTCDate() !== there.getUTCDate()) then.setUTCDate(0);
  return new Date(then.getTime() - SHANGHAI);
}

/**
 * The past week, three months, or year; and older than a year (specification §3). The last two together cover all
 * orders.
 */
function inRange(range: OrderRange, now: Date): SQL | undefined {
  switch (range) {
    case 'week':
      return gte(orders.createdAt, new Date(now.getTime() - 7 * DAY));
    case 'm3':
      return gte(orders.createdAt, monthsBefore(now, 3));
    case 'year':
      return gte(orders.createdAt, monthsBefore(now, 12));
    case 'over_year':
      return lt(orders.createdAt, monthsBefore(now, 12));
    case 'all':
      return undefined;
  }
}

/** A page of a user's orders, newest first, and their total. */
export async function listOrders(
  db: Db,
  { userId, now, filters }: { userId: number; now: Date; filters: InputOf<typeof calls.list> },
): Promise<Page<OrderRow>> {
  const { app_type: kind = 'all', range = 'all' } = filters;
  const where = and(
    eq(orders.userId, userId),
    kind === 'all' ? undefined : eq(orders.kind, kind),
    inRange(range, now),
  );
  const rows = db
    .select()
    .from(orders)
    .where(where)
    .orderBy(descNullsLast(orders.createdAt), descNullsLast(orders.id));
  return paged(filters, rows, db.$count(orders, where));
}

/**
 * One order; `userId` restricts it to that user's.
 * @throws ApiError ORDER_NOT_FOUND, for another user's as for none
 */
export async function findOrder(db: Db, orderNo: string, userId?: number): Promise<OrderRow> {
  // An invalid number is not queried: the text may contain what no column accepts.
  const number = parseOrderNo(orderNo);
  if (number === null) throw apiError('ORDER_NOT_FOUND');
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.orderNo, number), userId === undefined ? undefined : eq(orders.userId, userId)));
  if (!row) throw apiError('ORDER_NOT_FOUND');
  return row;
}

/** The orders that issued or renewed the licence of a code; undefined if the text is no code. */
function ofCode(db: Db, text: string): SQL | undefined {
  const code = parseLicenceCode(text);
  if (code === null) return undefined;
  return inArray(
    orders.id,
    db
      .select({ id: sql<number>`${licenceTerms.orderId}` })
      .from(licenceTerms)
      .innerJoin(licences, eq(licences.id, licenceTerms.licenceId))
      .where(and(eq(licences.codeHash, hashToken(code)), isNotNull(licenceTerms.orderId))),
  );
}

/** Condition: an electronic invoice was requested and can still be issued. */
export const invoiceWaits = and(
  isNotNull(orders.invoice),
  isNull(orders.invoiceState),
  inArray(orders.status, [...INVOICE_OPEN]),
);

/** Condition: a bank transfer was begun, and nothing is booked for it yet. */
export const transferBegun = and(eq(payments.provider, 'bank_transfer'), eq(payments.status, 'started'));

/**
 * Condition: an unpaid order whose buyer got the account for a bank transfer. The buyer may have looked at another
 * method since then, and `orders.provider` is the last one.
 */
export const transferDue = (db: Db): SQL | undefined =>
  and(
    inArray(orders.status, MOVES.settle.from),
    exists(
      db
        .select({ id: payments.id })
        .from(payments)
        .where(and(eq(payments.orderId, orders.id), transferBegun)),
    ),
  );

/** A page of all orders for operators, with buyers, payments and refund facts. */
export async function listAllOrders(
  db: Db,
  filters: InputOf<typeof adminOrder.list>,
  now: Date,
): Promise<Page<OrderForOperators>> {
  const { status, provider, unmatched, transfer, invoice, q } = filters;
  const text = searchLine(q);
  const searched = await joinUsers(db, text, orders.userId);
  const where = and(
    status && eq(orders.status, status),
    provider && eq(orders.provider, provider),
    invoice && (invoice === 'requested' ? invoiceWaits : eq(orders.invoiceState, invoice)),
    unmatched
      ? exists(
          db
            .select({ id: payments.id })
            .from(payments)
            .where(and(eq(payments.orderId, orders.id), eq(payments.status, 'unmatched'))),
        )
      : undefined,
    transfer ? transferDue(db) : undefined,
    text
      ? or(
          like(orders.orderNo, containing(parseOrderNo(text) ?? codePart(text))),
          searched.belongsToThem,
          ofCode(db, text),
        )
      : undefined,
  );
  const rows = db
    .select({ order: orders, user: { id: users.id, email: users.email, nickname: users.nickname } })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.userId))
    .leftJoin(...searched.join)
    .where(where)
    .orderBy(descNullsLast(orders.createdAt), descNullsLast(orders.id));
  const counted = db
    .select({ total: count() })
    .from(orders)
    .leftJoin(...searched.join)
    .where(where);
  const page = await paged(filters, rows, counted);
  return { ...page, list: await wholeOrders(db, page.list, now) };
}

async function orderForOperators(db: Db, orderNo: string, now: Date): Promise<OrderForOperators> {
  const order = await findOrder(db, orderNo);
  const [user] =
    order.userId === null
      ? []
      : await db
          .select({ id: users.id, email: users.email, nickname: users.nickname })
          .from(users)
          .where(eq(users.id, order.userId));
  const [whole] = await wholeOrders(db, [{ order, user: user ?? null }], now);
  return whole ?? { order, user: user ?? null, payments: [], bearing: [], waiting: [] };
}

async function wholeOrders(
  db: Db,
  found: readonly Pick<OrderForOperators, 'order' | 'user'>[],
  now: Date,
): Promise<OrderForOperators[]> {
  const ids = found.map(({ order }) => order.id);
  const rows =
    ids.length > 0
      ? await db.select().from(payments).where(inArray(payments.orderId, ids)).orderBy(payments.id)
      : [];
  const bearing = await bearingOf(
    db,
    found.map(({ order }) => order),
    now,
  );
  const subjectsOf = ({ order }: Pick<OrderForOperators, 'order'>): string[] => [
    `order:${order.orderNo}`,
    ...rows.flatMap(({ orderId, paymentNo }) => (orderId === order.id ? `payment:${paymentNo}` : [])),
  ];
  const waiting = await waitingFor(db, found.flatMap(subjectsOf), now);
  return found.map((one) => ({
    ...one,
    payments: rows.filter(({ orderId }) => orderId === one.order.id),
    bearing: bearing.get(one.order.id) ?? [],
    waiting: subjectsOf(one).flatMap((subject) => waiting.get(subject) ?? []),
  }));
}

/**
 * One order as operators see it.
 * @throws ApiError ORDER_NOT_FOUND
 */
export async function readAdminOrder(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  orderNo: string,
  locale: Locale,
): Promise<AdminOrder> {
  const now = clock.now();
  return presentAdminOrder(await orderForOperators(db, orderNo, now), { locale, now });
}
