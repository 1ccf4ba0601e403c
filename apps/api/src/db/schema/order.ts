import type {
  CancelReason,
  InvoiceKind,
  InvoiceState,
  LicencePlan,
  OrderKind,
  OrderStatus,
  PayProvider,
} from '@yunduo/validation';
import type { Locale } from '@yunduo/i18n';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from './account.ts';
import { bilingual } from './bilingual.ts';
import { id, moment } from './columns.ts';

/** Plans for sale. Prices are data; an order keeps the price it was created with. */
export const plans = pgTable(
  'plans',
  {
    plan: text('plan').$type<LicencePlan>().primaryKey(),
    position: integer('position').notNull(),
    name: bilingual('name').notNull(),
    /** One line next to the price. */
    note: bilingual('note').notNull(),
    /** Price of one licence, in minor units. */
    price: integer('price').notNull(),
    currency: text('currency').notNull().default('CNY'),
    /** False: not on sale. */
    active: boolean('active').notNull().default(true),
    updatedAt: moment('updated_at').notNull(),
  },
  () => [check('plans_price', sql`price > 0`)],
);

/** The recipient of an invoice. */
export interface InvoiceParty {
  kind: InvoiceKind;
  title: string;
  /** Empty for an individual. */
  taxNo: string;
}

export const orders = pgTable(
  'orders',
  {
    id: id(),
    /** `YD20261121-7K3M9-QXW2H`: unguessable, and used as the reference of a bank transfer. */
    orderNo: text('order_no').notNull(),
    /** Null when the account was deleted: sales stay in the books. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    kind: text('kind').$type<OrderKind>().notNull(),
    plan: text('plan')
      .$type<LicencePlan>()
      .references(() => plans.plan),
    quantity: integer('quantity').notNull(),
    unitPrice: integer('unit_price').notNull(),
    /** Minor units; a constraint makes it price times quantity. */
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    description: bilingual('description').notNull(),
    /** The licence it renews. No foreign key: the order outlives it. */
    renewsLicenceId: integer('renews_licence_id'),
    status: text('status').$type<OrderStatus>().notNull().default('pending'),
    /** Last chosen payment method. */
    provider: text('provider').$type<PayProvider>(),
    createdAt: moment('created_at').notNull(),
    /** An unpaid order is cancelled then. */
    expiresAt: moment('expires_at').notNull(),
    paidAt: moment('paid_at'),
    cancelledAt: moment('cancelled_at'),
    cancelReason: text('cancel_reason').$type<CancelReason>(),
    /** The latest refund request and its outcome. */
    /** Empty when the system requested it, because the order could not be fulfilled. */
    refundReason: text('refund_reason'),
    refundRequestedAt: moment('refund_requested_at'),
    refundApproved: boolean('refund_approved'),
    refundDecidedAt: moment('refund_decided_at'),
    refundNote: text('refund_note').notNull().default(''),
    invoice: jsonb('invoice').$type<InvoiceParty>(),
    invoiceRequestedAt: moment('invoice_requested_at'),
    /** Null while a request is open. */
    invoiceState: text('invoice_state').$type<Exclude<InvoiceState, 'requested'>>(),
    invoiceNumber: text('invoice_number'),
    invoiceDecidedAt: moment('invoice_decided_at'),
    /** Reason of a refusal, for the buyer. */
    invoiceNote: text('invoice_note').notNull().default(''),
  },
  (table) => [
    uniqueIndex('orders_no').on(table.orderNo),
    index('orders_of_user').on(table.userId, table.createdAt.desc(), table.id.desc()),
    index('orders_created').on(table.createdAt.desc(), table.id.desc()),
    index('orders_by_state').on(table.status, table.createdAt.desc(), table.id.desc()),
    index('orders_plan').on(table.plan),
    index('orders_expiry')
      .on(table.expiresAt)
      .where(sql`status in ('pending', 'failed')`),
    check('orders_total', sql`quantity > 0 and unit_price > 0 and amount = unit_price * quantity`),
    check('orders_licence_plan', sql`(kind = 'licence') = (plan is not null)`),
    check('orders_one_renewed', sql`renews_licence_id is null or quantity = 1`),
    check('orders_paid', sql`(status in ('paid', 'refund_requested', 'refunded')) = (paid_at is not null)`),
    check(
      'orders_cancelled',
      sql`(status = 'cancelled') = (cancelled_at is not null) and (cancelled_at is null) = (cancel_reason is null)`,
    ),
    check(
      'orders_refund',
      sql`case status
        when 'refund_requested' then refund_requested_at is not null and refund_decided_at is null
        when 'refunded' then refund_approved is true
        else refund_approved is not true and (refund_requested_at is null) = (refund_decided_at is null) end`,
    ),
    check(
      'orders_refund_decision',
      sql`(refund_decided_at is null) = (refund_approved is null) and (refund_requested_at is null) = (refund_reason is null)`,
    ),
    check('orders_invoice', sql`(invoice is null) = (invoice_requested_at is null)`),
    check(
      'orders_invoice_decided',
      sql`(invoice_state is null) = (invoice_decided_at is null) and (invoice_state is null or invoice is not null) and (invoice_number is not null) = coalesce(invoice_state = 'issued', false)`,
    ),
  ],
);

export type PaymentStatus = 'started' | 'failed' | 'succeeded' | 'unmatched' | 'returned' | 'refunded';

/** All attempts to pay, and all received amounts. Rows are never deleted. */
export const payments = pgTable(
  'payments',
  {
    id: id(),
    /** Our number of the attempt, echoed by the provider. */
    paymentNo: text('payment_no').notNull(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    provider: text('provider').$type<PayProvider>().notNull(),
    /** `unmatched`: money that the order could no longer accept; `returned` once an operator sent it back. */
    status: text('status').$type<PaymentStatus>().notNull().default('started'),
    /** The provider's transaction number, or the bank's reference; null before money arrives. */
    transactionId: text('transaction_id'),
    amount: integer('amount').notNull(),
    currency: text('currency').notNull(),
    createdAt: moment('created_at').notNull(),
    settledAt: moment('settled_at'),
    /** The provider's id of the attempt, used to query a lost notification. */
    providerRef: text('provider_ref'),
    /**
     * Language and deadline of the attempt at a provider that accepts its number again only with the same; null for
     * others.
     */
    locale: text('locale').$type<Locale>(),
    expiresAt: moment('expires_at'),
    /** When the provider returned the amount; null where an operator does so manually. */
    sentBackAt: moment('sent_back_at'),
  },
  (table) => [
    uniqueIndex('payments_no').on(table.paymentNo),
    uniqueIndex('payments_transaction').on(table.provider, table.transactionId),
    // An order is paid once, even with repeated or concurrent notifications.
    uniqueIndex('payments_one_takes_effect')
      .on(table.orderId)
      .where(sql`status in ('succeeded', 'refunded')`),
    index('payments_of_order').on(table.orderId, table.id),
    index('payments_unmatched')
      .on(table.orderId)
      .where(sql`status = 'unmatched'`),
    check('payments_amount', sql`amount > 0`),
    check(
      'payments_settled',
      sql`(status = 'started') = (settled_at is null) and (status = 'started' or transaction_id is not null)`,
    ),
  ],
);

/** One row: the seller on invoices, and the account for bank transfers. Without it bank transfers are disabled. */
export const seller = pgTable(
  'seller',
  {
    id: integer('id').primaryKey().default(1),
    company: bilingual('company').notNull(),
    taxNo: text('tax_no').notNull(),
    address: bilingual('address').notNull(),
    phone: text('phone').notNull(),
    bank: bilingual('bank').notNull(),
    accountName: text('account_name').notNull(),
    accountNumber: text('account_number').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  () => [check('seller_one_row', sql`id = 1`)],
);
