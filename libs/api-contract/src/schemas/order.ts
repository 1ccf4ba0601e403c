import {
  CANCEL_REASONS,
  INVOICE_KINDS,
  LICENCE_PLANS,
  ORDER,
  ORDER_ACTIONS,
  ORDER_APP_TYPES,
  ORDER_KINDS,
  ORDER_RANGES,
  ORDER_STATUSES,
  PAY_PROVIDERS,
  SEARCH_MAX,
} from '@yunduo/validation';
import { Line, Moment, Nullable, OneOf, paged, Paging, Strict, Type } from './define.ts';
import { Proposal } from './operator.ts';

const OrderNo = Line(40);
/** What machines call things: no blank, no control character. */
const Printable = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[\\x21-\\x7e]+$' });
const Plan = OneOf(LICENCE_PLANS);
/** Minor units: fen. */
const Amount = Type.Integer();

/** An order as its owner sees it (specification §3). */
export const Order = Type.Object({
  order_no: Type.String(),
  kind: OneOf(ORDER_KINDS),
  /** Null for what is no licence. */
  plan: Nullable(Plan),
  quantity: Type.Integer(),
  unit_price: Amount,
  /** What was or is to be paid, in minor units. */
  amount: Amount,
  currency: Type.String(),
  /** In the language of the header. */
  description: Type.String(),
  status: OneOf(ORDER_STATUSES),
  created_at: Moment,
  /** Until when it can be paid; null unless it is unpaid. */
  expires_at: Nullable(Moment),
  /** The way of paying that was chosen last. */
  provider: Nullable(OneOf(PAY_PROVIDERS)),
  paid_at: Nullable(Moment),
  cancelled_at: Nullable(Moment),
  cancel_reason: Nullable(OneOf(CANCEL_REASONS)),
  /** The newest request, decided or not. */
  refund: Nullable(
    Type.Object({
      reason: Type.String(),
      requested_at: Moment,
      /** Null while customer service looks into it. */
      approved: Nullable(Type.Boolean()),
      decided_at: Nullable(Moment),
      note: Type.String(),
    }),
  ),
  /** Whom the invoice is made out to; null until somebody said so. */
  invoice: Nullable(
    Type.Object({
      kind: OneOf(INVOICE_KINDS),
      title: Type.String(),
      tax_no: Type.String(),
      requested_at: Moment,
    }),
  ),
  /** The licence that it renews. */
  renews: Nullable(Type.Integer()),
  /** What the server allows now: buttons come from here. */
  actions: Type.Array(OneOf(ORDER_ACTIONS)),
});

/** Where a bank transfer goes. */
const Transfer = Type.Object({
  account_name: Type.String(),
  bank: Type.String(),
  account_number: Type.String(),
  /** Stands in the remark of the transfer: by it the payment is found. */
  reference: Type.String(),
  amount: Amount,
  currency: Type.String(),
  expires_at: Moment,
});

const Detail = Type.Intersect([
  Order,
  Type.Object({
    /** Ways of paying that can be chosen now; empty when it cannot be paid. */
    providers: Type.Array(OneOf(PAY_PROVIDERS)),
    /** Set while it waits for a bank transfer. */
    transfer: Nullable(Transfer),
    /** What it gave: new licences, or the one that was renewed. */
    licences: Type.Array(
      Type.Object({
        id: Type.Integer(),
        plan: Plan,
        code_tail: Type.String(),
        renewal: Type.Boolean(),
        revoked: Type.Boolean(),
        /** False when it was transferred to somebody else since. */
        mine: Type.Boolean(),
      }),
    ),
  }),
]);

export const create = {
  body: Strict({ plan: Line(20), quantity: Type.Integer() }),
  data: Order,
};
export const pay = {
  body: Strict({ order_no: OrderNo, provider: Line(20) }),
  data: Type.Object({
    provider: OneOf(PAY_PROVIDERS),
    /** Where the buyer goes now: the provider's page, or the order itself when money is sent by bank. */
    pay_url: Type.String(),
    /** Choosing a bank transfer gives more time. */
    expires_at: Moment,
    transfer: Nullable(Transfer),
  }),
};
export const cancel = { body: Strict({ order_no: OrderNo }), data: Order };
export const refundRequest = {
  body: Strict({ order_no: OrderNo, reason: Line(ORDER.refundReasonMax * 2) }),
  data: Order,
};
export const invoiceRequest = {
  body: Strict({
    order_no: OrderNo,
    kind: Line(20),
    title: Line(ORDER.invoiceTitleMax * 2),
    tax_no: Type.Optional(Line(40)),
  }),
  data: Order,
};
/**
 * An address under which a browser tab, which sends no token, can open the invoice: signed, for a few minutes, for this
 * document alone.
 */
export const invoiceLink = {
  body: Strict({ order_no: OrderNo }),
  data: Type.Object({
    url: Type.String(),
    /** Seconds. */
    expires_in: Type.Integer(),
  }),
};

export const list = {
  query: Strict({
    app_type: Type.Optional(OneOf(ORDER_APP_TYPES)),
    range: Type.Optional(OneOf(ORDER_RANGES)),
    ...Paging,
  }),
  data: Type.Object(paged(Order)),
};
export const detail = { query: Strict({ order_no: OrderNo }), data: Detail };

const Lang = Type.Optional(OneOf(['zh', 'en']));
/** An HTML document to print or keep; `lang` stands above the header. */
export const invoice = { query: Strict({ order_no: OrderNo, lang: Lang }), data: Type.String() };
/** The same by the address that `invoice_link` gave. */
export const invoiceDocument = {
  query: Strict({
    order_no: OrderNo,
    lang: Lang,
    /** Unix time in seconds. */
    expires: Type.Integer(),
    signature: Line(100),
  }),
  data: Type.String(),
};

/**
 * What a payment provider tells us. Headers: `x-pay-timestamp` (Unix time in seconds) and `x-pay-signature`, the
 * HMAC-SHA-256 in hex of `<timestamp>.<body as sent>`.
 */
export const payNotify = {
  params: Strict({ provider: Line(20) }),
  body: Strict({
    order_no: OrderNo,
    /** Our own number of this attempt to pay. */
    payment_no: Printable(60),
    /** The provider's number; the same number is the same event. */
    transaction_id: Printable(ORDER.referenceMax),
    status: OneOf(['paid', 'failed']),
    amount: Amount,
    currency: Line(10),
  }),
  data: Type.Object({
    /**
     * `duplicate`: known already. `ignored`: a failure that no longer matters. `unmatched`: money for an order that
     * cannot take it (cancelled, or paid already); it is kept for an operator to give back.
     */
    result: OneOf(['accepted', 'duplicate', 'ignored', 'unmatched']),
  }),
};

/** An order as operators see it. */
export const AdminOrder = Type.Intersect([
  Order,
  Type.Object({
    /** Null when the account is gone. */
    user: Nullable(Type.Object({ id: Type.Integer(), email: Type.String(), nickname: Type.String() })),
    payments: Type.Array(
      Type.Object({
        payment_no: Type.String(),
        provider: OneOf(PAY_PROVIDERS),
        status: OneOf(['started', 'failed', 'succeeded', 'unmatched', 'returned', 'refunded']),
        /** The provider's number, or the bank's reference. */
        transaction_id: Nullable(Type.String()),
        amount: Amount,
        created_at: Moment,
        settled_at: Nullable(Moment),
      }),
    ),
    /** What bears on a refund: the licences that the order gave or renewed. Empty until the buyer asks for one. */
    licences: Type.Array(
      Type.Object({
        id: Type.Integer(),
        code_tail: Type.String(),
        renewal: Type.Boolean(),
        /** Whose it is now. */
        owner: Type.String(),
        /** It is not the buyer's any more: the order is not refunded while it is somebody else's. */
        transferred: Type.Boolean(),
        revoked: Type.Boolean(),
        /** Where it is now. */
        server: Nullable(Type.String()),
        /** How often each happened, under every owner. */
        binds: Type.Integer(),
        unbinds: Type.Integer(),
        transfers: Type.Integer(),
        /** Licence files that work until their end, whatever becomes of the licence. */
        files: Type.Array(
          Type.Object({ server: Type.String(), issued_at: Moment, expires_at: Nullable(Moment) }),
        ),
      }),
    ),
    /** Decisions about it and its payments that wait for a second operator: nothing has happened yet. */
    waiting: Type.Array(Proposal),
  }),
]);
export const adminList = {
  query: Strict({
    status: Type.Optional(OneOf(ORDER_STATUSES)),
    provider: Type.Optional(OneOf(PAY_PROVIDERS)),
    /** Only orders that money came for which they could not take. */
    unmatched: Type.Optional(Type.Boolean()),
    /** Part of an order number, or of the buyer's address. */
    q: Type.Optional(Type.String({ maxLength: SEARCH_MAX, pattern: '^[^\\u0000-\\u001f]*$' })),
    ...Paging,
  }),
  data: Type.Object(paged(AdminOrder)),
};
export const confirmTransfer = {
  body: Strict({ order_no: OrderNo, amount: Amount, reference: Line(ORDER.referenceMax * 2) }),
  data: AdminOrder,
};
export const refundDecide = {
  body: Strict({
    order_no: OrderNo,
    approve: Type.Boolean(),
    note: Type.Optional(Line(ORDER.noteMax * 2)),
  }),
  data: AdminOrder,
};
