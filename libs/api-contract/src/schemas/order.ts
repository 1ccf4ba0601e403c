import {
  CANCEL_REASONS,
  INVOICE_KINDS,
  INVOICE_STATES,
  LICENCE_PLANS,
  ORDER,
  ORDER_ACTIONS,
  ORDER_APP_TYPES,
  ORDER_KINDS,
  ORDER_RANGES,
  ORDER_STATUSES,
  PAY_PROVIDERS,
} from '@yunduo/validation';
import {
  about,
  call,
  model,
  Line,
  Moment,
  Nullable,
  OneOf,
  paged,
  Paging,
  Search,
  Strict,
  Type,
} from './define.ts';
import { Proposal } from './decision.ts';

const OrderNo = Line(40);
/** A machine identifier: no blanks, no control characters. */
const Printable = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[\\x21-\\x7e]+$' });
const Plan = OneOf(LICENCE_PLANS);

const Amount = about('In fen (1/100 CNY).', Type.Integer());

export const Order = model(
  'Order',
  about(
    'An order as its buyer sees it.',
    Type.Object({
      order_no: Type.String(),
      kind: OneOf(ORDER_KINDS),
      plan: about('Null if the item is not an authorization code.', Nullable(Plan)),
      quantity: Type.Integer(),
      unit_price: Amount,
      amount: about('Amount in minor units.', Amount),
      currency: Type.String(),
      description: about('In the requested language.', Type.String()),
      status: OneOf(ORDER_STATUSES),
      created_at: Moment,
      expires_at: about('Payment deadline; null unless the order is unpaid.', Nullable(Moment)),
      provider: about('The most recently chosen payment method.', Nullable(OneOf(PAY_PROVIDERS))),
      paid_at: Nullable(Moment),
      cancelled_at: Nullable(Moment),
      cancel_reason: Nullable(OneOf(CANCEL_REASONS)),
      refund: about(
        'The most recent request in any status.',
        Nullable(
          Type.Object({
            reason: Type.String(),
            requested_at: Moment,
            approved: about('Null while customer service is reviewing it.', Nullable(Type.Boolean())),
            decided_at: Nullable(Moment),
            note: Type.String(),
          }),
        ),
      ),
      invoice: about(
        'The requested electronic invoice and its invoice name; null if none was requested.',
        Nullable(
          Type.Object({
            kind: OneOf(INVOICE_KINDS),
            title: Type.String(),
            tax_no: Type.String(),
            requested_at: Moment,
            state: about('Other values may be added.', OneOf(INVOICE_STATES)),
            number: about('Invoice number, once issued.', Nullable(Type.String())),
            decided_at: Nullable(Moment),
            note: about('Why it was declined.', Type.String()),
          }),
        ),
      ),
      renews: about('The code being renewed.', Nullable(Type.Integer())),
      actions: about('Actions that the server allows now.', Type.Array(OneOf(ORDER_ACTIONS))),
    }),
  ),
);

const Transfer = model(
  'BankTransfer',
  about(
    'Bank details for a transfer.',
    Type.Object({
      account_name: Type.String(),
      bank: Type.String(),
      account_number: Type.String(),
      reference: about(
        'Reference to enter as the note of the transfer, used to match the payment.',
        Type.String(),
      ),
      amount: Amount,
      currency: Type.String(),
      expires_at: Moment,
    }),
  ),
);

export const payProviders = call({
  summary: 'List payment methods',
  shared: true,

  data: Type.Object({ list: Type.Array(OneOf(PAY_PROVIDERS)) }),
});

const Detail = model(
  'OrderDetail',
  Type.Intersect([
    Order,
    Type.Object({
      expires_in: about(
        'Seconds until `expires_at` by the server clock; null if it is null.',
        Nullable(Type.Integer()),
      ),
      providers: about(
        'Available payment methods; empty if the order cannot be paid.',
        Type.Array(OneOf(PAY_PROVIDERS)),
      ),
      transfer: about('Set while a bank transfer is pending.', Nullable(Transfer)),
      returns: about(
        'Payments that the order could not take, because it was already paid or cancelled. Customer service returns them.',
        Type.Optional(
          Type.Array(
            Type.Object({
              provider: OneOf(PAY_PROVIDERS),
              amount: Amount,
              received_at: Moment,
              returned: Type.Boolean(),
            }),
          ),
        ),
      ),
      licences: about(
        'The new codes, or the renewed one.',
        Type.Array(
          Type.Object({
            id: Type.Integer(),
            plan: Plan,
            code_tail: Type.String(),
            renewal: Type.Boolean(),
            revoked: Type.Boolean(),
            mine: about('False if it has since been transferred to another account.', Type.Boolean()),
          }),
        ),
      ),
    }),
  ]),
);

export const create = call({
  summary: 'Place an order',
  errors: ['ORDER_LIMIT', 'PLAN_UNAVAILABLE'],

  body: Strict({ plan: Line(20), quantity: Type.Integer() }),
  data: Order,
});
export const pay = call({
  summary: 'Start payment of an order',
  errors: [
    'LICENCE_IN_TRANSFER',
    'LICENCE_NOT_FOUND',
    'LICENCE_REVOKED',
    'LICENCE_SERVER_REPLACED',
    'ORDER_EXPIRED',
    'ORDER_NOT_FOUND',
    'ORDER_STATE',
    'PAY_PROVIDER_UNAVAILABLE',
  ],

  body: Strict({ order_no: OrderNo, provider: Line(20) }),
  data: Type.Object({
    provider: OneOf(PAY_PROVIDERS),
    pay_url: about(
      'The page to open: the provider’s payment page, or the order for a bank transfer.',
      Type.String(),
    ),
    pay_code: about(
      'Contents of the QR code to pay with, if there is no payment page: `weixin://wxpay/…`.',
      Nullable(Type.String()),
    ),
    expires_at: about('Choosing bank transfer extends the deadline.', Moment),
    transfer: Nullable(Transfer),
  }),
});
export const cancel = call({
  summary: 'Cancel an unpaid order',
  errors: ['ORDER_NOT_FOUND', 'ORDER_STATE'],
  body: Strict({ order_no: OrderNo }),
  data: Order,
});
export const refundRequest = call({
  summary: 'Request a refund',
  errors: ['ORDER_NOT_FOUND', 'ORDER_STATE', 'REFUND_TRANSFERRED'],

  body: Strict({ order_no: OrderNo, reason: Line(ORDER.refundReasonMax * 2) }),
  data: Order,
});
export const invoiceRequest = call({
  summary: 'Request an electronic invoice',
  description:
    'The receipt shows the same buyer. You can send a new request until the invoice is issued, or after it was declined.',
  errors: ['INVOICE_UNAVAILABLE', 'ORDER_NOT_FOUND', 'ORDER_STATE'],

  body: Strict({
    order_no: OrderNo,
    kind: Line(20),
    title: Line(ORDER.invoiceTitleMax * 2),
    tax_no: Type.Optional(Line(40)),
  }),
  data: Order,
});

export const invoiceLink = call({
  summary: 'Create a receipt link',
  description: 'A signed link for opening this receipt in a browser tab, valid for a few minutes.',
  errors: ['INVOICE_UNAVAILABLE', 'ORDER_NOT_FOUND'],

  body: Strict({ order_no: OrderNo }),
  data: Type.Object({
    url: Type.String(),
    expires_in: about('Seconds.', Type.Integer()),
  }),
});

export const list = call({
  summary: 'List your orders',

  query: Strict({
    app_type: Type.Optional(OneOf(ORDER_APP_TYPES)),
    range: Type.Optional(OneOf(ORDER_RANGES)),
    ...Paging,
  }),
  data: Type.Object({
    ...paged(Order),
  }),
});
export const detail = call({
  summary: 'Get an order',
  errors: ['ORDER_NOT_FOUND'],
  query: Strict({ order_no: OrderNo }),
  data: Detail,
});

const Lang = Type.Optional(OneOf(['zh', 'en']));

export const invoice = call({
  summary: 'Get a receipt',
  media: 'text/html',
  description: 'An HTML document for printing. `lang` takes precedence over the header.',
  errors: ['INVOICE_UNAVAILABLE', 'ORDER_NOT_FOUND'],
  query: Strict({ order_no: OrderNo, lang: Lang }),
  data: Type.String(),
});

export const invoiceDocument = call({
  summary: 'Get a receipt by its link',
  media: 'text/html',
  description: 'The receipt at the address returned by `invoice_link`.',
  errors: ['INVOICE_UNAVAILABLE', 'ORDER_NOT_FOUND'],
  query: Strict({
    order_no: OrderNo,
    lang: Lang,
    expires: about('Unix time in seconds.', Type.Integer()),
    signature: Line(100),
  }),
  data: Type.String(),
});

const NOTICE_ERRORS = [
  'NOT_FOUND',
  'ORDER_NOT_FOUND',
  'PAY_AMOUNT_MISMATCH',
  'PAY_NOTICE_CONFLICT',
  'PAY_NOTICE_INVALID',
] as const;

/** A payment provider's notification in the provider's own format; our clients never send one. */
const companyNotice = (company: string, description: string, headers?: Record<string, string>) =>
  call({
    summary: `Receive a notice from ${company}`,
    description,
    errors: NOTICE_ERRORS,
    ...(headers && { headers }),
    data: Type.String(),
  });

export const payNotifyAlipay = companyNotice(
  'Alipay',
  'The asynchronous notice of `alipay.trade.page.pay` and `alipay.trade.wap.pay`, a form signed with RSA2. The response is `success`.',
);
export const payNotifyWechatPay = companyNotice(
  'WeChat Pay',
  'The payment notice of API v3, signed over timestamp, nonce and body. Its resource is encrypted with the merchant’s key.',
);
export const payNotifyStripe = companyNotice(
  'Stripe',
  'Handles `checkout.session.completed`, `.expired`, `.async_payment_succeeded` and `.async_payment_failed`. Other events are acknowledged and ignored.',
);

export const payNotify = call({
  summary: 'Receive a payment notice',
  headers: {
    'x-pay-timestamp': 'Unix time in seconds.',
    'x-pay-signature': 'HMAC-SHA-256 in hex of `<timestamp>.<body as sent>`.',
  },
  description:
    'Called by payment providers. Headers: `x-pay-timestamp` (Unix time in seconds) and `x-pay-signature`, the hexadecimal HMAC-SHA-256 of `<timestamp>.<raw body>`.',
  errors: [
    'NOT_FOUND',
    'ORDER_NOT_FOUND',
    'PAY_AMOUNT_MISMATCH',
    'PAY_NOTICE_CONFLICT',
    'PAY_NOTICE_INVALID',
  ],

  params: Strict({ provider: Line(20) }),
  body: Strict({
    order_no: OrderNo,
    payment_no: about('Our own number of this payment attempt.', Printable(60)),
    transaction_id: about(
      'The provider’s transaction number. The same number is the same event.',
      Printable(ORDER.referenceMax),
    ),
    status: OneOf(['paid', 'failed']),
    amount: Amount,
    currency: Line(10),
  }),
  data: Type.Object({
    result: about(
      '`duplicate`: already processed. `ignored`: a failure without consequences. `unmatched`: a payment for a cancelled or already paid order, which an operator returns.',
      OneOf(['accepted', 'duplicate', 'ignored', 'unmatched']),
    ),
  }),
});

export const AdminOrder = model(
  'AdminOrder',
  about(
    'An order as operators see it.',
    Type.Intersect([
      Order,
      Type.Object({
        user: about(
          'Null if the account was deleted.',
          Nullable(Type.Object({ id: Type.Integer(), email: Type.String(), nickname: Type.String() })),
        ),
        payments: Type.Array(
          Type.Object({
            payment_no: Type.String(),
            provider: OneOf(PAY_PROVIDERS),
            status: OneOf(['started', 'failed', 'succeeded', 'unmatched', 'returned', 'refunded']),
            transaction_id: about(
              "The provider's transaction number, or the bank's reference.",
              Nullable(Type.String()),
            ),
            amount: Amount,
            created_at: Moment,
            settled_at: Nullable(Moment),
            sent_back_at: about(
              'When the payment provider returned the money; null if it is returned by hand.',
              Nullable(Moment),
            ),
          }),
        ),
        licences: about(
          'Facts for deciding on a refund: the licences that the order created or renewed. Empty until the buyer requests one.',
          Type.Array(
            Type.Object({
              id: Type.Integer(),
              code_tail: Type.String(),
              renewal: Type.Boolean(),
              owner: about('The current owner.', Type.String()),
              transferred: about(
                'True if it now belongs to another account. The order cannot be refunded meanwhile.',
                Type.Boolean(),
              ),
              revoked: Type.Boolean(),
              server: about('The server it is bound to.', Nullable(Type.String())),
              binds: about('Number of each event, under all owners.', Type.Integer()),
              unbinds: Type.Integer(),
              transfers: Type.Integer(),
              files: about(
                'Licence files, which stay valid until they expire, also after a refund.',
                Type.Array(
                  Type.Object({ server: Type.String(), issued_at: Moment, expires_at: Nullable(Moment) }),
                ),
              ),
            }),
          ),
        ),
        facts: about(
          'A name for the contents of `licences`, to be sent with the approval of a refund.',
          Type.Optional(Type.String()),
        ),
        waiting: about(
          'Decisions about the order and its payments that wait for a second operator. They have no effect yet.',
          Type.Array(Proposal),
        ),
      }),
    ]),
  ),
);
export const adminList = call({
  summary: 'List orders',

  query: Strict({
    status: Type.Optional(OneOf(ORDER_STATUSES)),
    provider: Type.Optional(OneOf(PAY_PROVIDERS)),
    unmatched: about(
      'True: only orders with a payment that could not be booked.',
      Type.Optional(Type.Boolean()),
    ),
    transfer: about(
      'True: only unpaid orders whose buyer got the account for a bank transfer.',
      Type.Optional(Type.Boolean()),
    ),
    invoice: about('Only orders with this invoice status.', Type.Optional(OneOf(INVOICE_STATES))),
    q: about(
      "Part of an order number or of the buyer's email address, or a complete authorization code that the order created or renewed.",
      Type.Optional(Search),
    ),
    ...Paging,
  }),
  data: Type.Object({
    ...paged(AdminOrder),
  }),
});
export const adminDetail = call({
  summary: 'Get an order',
  errors: ['ORDER_NOT_FOUND'],

  query: Strict({ order_no: OrderNo }),
  data: AdminOrder,
});
export const confirmTransfer = call({
  summary: 'Confirm a bank transfer',
  errors: [
    'CONFLICT_OF_INTEREST',
    'PROPOSAL_PENDING',
    'TRANSFER_AMOUNT_MISMATCH',
    'TRANSFER_CONFIRMED',
    'TRANSFER_REFERENCE_USED',
  ],

  body: Strict({ order_no: OrderNo, amount: Amount, reference: Line(ORDER.referenceMax * 2) }),
  data: AdminOrder,
});
export const refundDecide = call({
  summary: 'Approve or refuse a refund',
  errors: ['CONFLICT_OF_INTEREST', 'ORDER_STATE', 'PROPOSAL_PENDING', 'REFUND_TRANSFERRED', 'STATE_CHANGED'],

  body: Strict({
    order_no: OrderNo,
    approve: Type.Boolean(),
    note: Type.Optional(Line(ORDER.noteMax * 2)),
    requested_at: about(
      '`refund.requested_at` of the request that was seen. A later one is answered with STATE_CHANGED.',
      Type.Optional(Moment),
    ),
    facts: about(
      '`facts` of the order that was seen. If its licences have changed since then, an approval is answered with STATE_CHANGED.',
      Type.Optional(Line(64)),
    ),
  }),
  data: AdminOrder,
});
export const returnPayment = call({
  summary: 'Return a payment that could not be booked',
  description:
    'Payment providers return the money within minutes. A bank transfer is returned by hand and recorded here. Above the limit for one operator, a second operator must confirm.',
  errors: ['CONFLICT_OF_INTEREST', 'ORDER_NOT_FOUND', 'ORDER_STATE', 'PROPOSAL_PENDING'],

  body: Strict({
    payment_no: Line(64),
    note: about('How and why, for the audit log.', Line(ORDER.noteMax * 2)),
  }),
  data: AdminOrder,
});
export const invoiceDecide = call({
  summary: 'Record the result of an invoice request',
  description:
    'Either the number of the invoice issued on the tax authority’s platform, or the reason for declining.',
  errors: ['CONFLICT_OF_INTEREST', 'ORDER_NOT_FOUND', 'ORDER_STATE', 'STATE_CHANGED'],

  body: Strict({
    order_no: OrderNo,
    issued: Type.Boolean(),
    number: Type.Optional(Line(40)),
    note: Type.Optional(Line(ORDER.noteMax * 2)),
    requested_at: about(
      '`invoice.requested_at` of the request that was seen. One that the buyer has changed since then is answered with STATE_CHANGED.',
      Type.Optional(Moment),
    ),
  }),
  data: AdminOrder,
});
