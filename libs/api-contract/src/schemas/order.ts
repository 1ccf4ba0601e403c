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

const Amount = about('Minor units: fen.', Type.Integer());

export const Order = model(
  'Order',
  about(
    'An order as its owner sees it (specification §3).',
    Type.Object({
      order_no: Type.String(),
      kind: OneOf(ORDER_KINDS),
      plan: about('Null for what is no licence.', Nullable(Plan)),
      quantity: Type.Integer(),
      unit_price: Amount,
      amount: about('What was or is to be paid, in minor units.', Amount),
      currency: Type.String(),
      description: about('In the language of the header.', Type.String()),
      status: OneOf(ORDER_STATUSES),
      created_at: Moment,
      expires_at: about('Until when it can be paid; null unless it is unpaid.', Nullable(Moment)),
      provider: about('The way of paying that was chosen last.', Nullable(OneOf(PAY_PROVIDERS))),
      paid_at: Nullable(Moment),
      cancelled_at: Nullable(Moment),
      cancel_reason: Nullable(OneOf(CANCEL_REASONS)),
      refund: about(
        'The newest request, decided or not.',
        Nullable(
          Type.Object({
            reason: Type.String(),
            requested_at: Moment,
            approved: about('Null while customer service looks into it.', Nullable(Type.Boolean())),
            decided_at: Nullable(Moment),
            note: Type.String(),
          }),
        ),
      ),
      invoice: about(
        'The electronic invoice that was asked for, and whom it and the receipt are made out to; null until somebody asked.',
        Nullable(
          Type.Object({
            kind: OneOf(INVOICE_KINDS),
            title: Type.String(),
            tax_no: Type.String(),
            requested_at: Moment,
            state: about('Others may come.', OneOf(INVOICE_STATES)),
            number: about('Of the invoice, once it is issued.', Nullable(Type.String())),
            decided_at: Nullable(Moment),
            note: about('Why it cannot be issued.', Type.String()),
          }),
        ),
      ),
      renews: about('The licence that it renews.', Nullable(Type.Integer())),
      actions: about('What the server allows now: buttons come from here.', Type.Array(OneOf(ORDER_ACTIONS))),
    }),
  ),
);

const Transfer = model(
  'BankTransfer',
  about(
    'Where a bank transfer goes.',
    Type.Object({
      account_name: Type.String(),
      bank: Type.String(),
      account_number: Type.String(),
      reference: about('Stands in the remark of the transfer: by it the payment is found.', Type.String()),
      amount: Amount,
      currency: Type.String(),
      expires_at: Moment,
    }),
  ),
);

export const payProviders = call({
  summary: 'List the ways of paying',
  shared: true,

  data: Type.Object({ list: Type.Array(OneOf(PAY_PROVIDERS)) }),
});

const Detail = model(
  'OrderDetail',
  Type.Intersect([
    Order,
    Type.Object({
      expires_in: about(
        "Seconds until `expires_at`, whatever the reader's clock shows; null with it.",
        Nullable(Type.Integer()),
      ),
      providers: about(
        'Ways of paying that can be chosen now; empty when it cannot be paid.',
        Type.Array(OneOf(PAY_PROVIDERS)),
      ),
      transfer: about('Set while it waits for a bank transfer.', Nullable(Transfer)),
      licences: about(
        'What it gave: new licences, or the one that was renewed.',
        Type.Array(
          Type.Object({
            id: Type.Integer(),
            plan: Plan,
            code_tail: Type.String(),
            renewal: Type.Boolean(),
            revoked: Type.Boolean(),
            mine: about('False when it was transferred to somebody else since.', Type.Boolean()),
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
  summary: 'Begin to pay an order',
  errors: [
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
      "Where the buyer goes now: the provider's page, or the order itself when money is sent by bank.",
      Type.String(),
    ),
    pay_code: about(
      "What the buyer's phone scans to pay, where there is no page to go to: `weixin://wxpay/…`.",
      Nullable(Type.String()),
    ),
    expires_at: about('Choosing a bank transfer gives more time.', Moment),
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
  summary: 'Ask for a refund',
  errors: ['ORDER_NOT_FOUND', 'ORDER_STATE', 'REFUND_TRANSFERRED'],

  body: Strict({ order_no: OrderNo, reason: Line(ORDER.refundReasonMax * 2) }),
  data: Order,
});
export const invoiceRequest = call({
  summary: 'Ask for an electronic invoice',
  description:
    'The receipt names the same buyer. Until it is issued, and after it was declined, it can be asked for again.',
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
  summary: 'Create a link to a receipt',
  description:
    'An address under which a browser tab, which sends no token, can open the receipt: signed, for a few minutes, for this document alone.',
  errors: ['INVOICE_UNAVAILABLE', 'ORDER_NOT_FOUND'],

  body: Strict({ order_no: OrderNo }),
  data: Type.Object({
    url: Type.String(),
    expires_in: about('Seconds.', Type.Integer()),
  }),
});

export const list = call({
  summary: "List the caller's orders",

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
  summary: 'Read one order',
  errors: ['ORDER_NOT_FOUND'],
  query: Strict({ order_no: OrderNo }),
  data: Detail,
});

const Lang = Type.Optional(OneOf(['zh', 'en']));

export const invoice = call({
  summary: 'Read a receipt',
  media: 'text/html',
  description: 'An HTML document to print or keep; `lang` stands above the header.',
  errors: ['INVOICE_UNAVAILABLE', 'ORDER_NOT_FOUND'],
  query: Strict({ order_no: OrderNo, lang: Lang }),
  data: Type.String(),
});

export const invoiceDocument = call({
  summary: 'Read a receipt by its link',
  media: 'text/html',
  description: 'The same by the address that `invoice_link` gave.',
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
    summary: `Take a notice of ${company}`,
    description,
    errors: NOTICE_ERRORS,
    ...(headers && { headers }),
    data: Type.String(),
  });

export const payNotifyAlipay = companyNotice(
  'Alipay',
  'The asynchronous notice of `alipay.trade.page.pay` and `alipay.trade.wap.pay`: a form signed with RSA2. Answered with `success`.',
);
export const payNotifyWechatPay = companyNotice(
  'WeChat Pay',
  'The payment notice of version 3: signed over time, nonce and body, its resource encrypted with the merchant’s key.',
);
export const payNotifyStripe = companyNotice(
  'Stripe',
  'A webhook with `checkout.session.completed`, `.expired`, `.async_payment_succeeded` or `.async_payment_failed`; others are taken and mean nothing.',
);

export const payNotify = call({
  summary: 'Take a notice of a payment provider',
  headers: {
    'x-pay-timestamp': 'Unix time in seconds.',
    'x-pay-signature': 'HMAC-SHA-256 in hex of `<timestamp>.<body as sent>`.',
  },
  description:
    'What a payment provider tells us. Headers: `x-pay-timestamp` (Unix time in seconds) and `x-pay-signature`, the HMAC-SHA-256 in hex of `<timestamp>.<body as sent>`.',
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
    payment_no: about('Our own number of this attempt to pay.', Printable(60)),
    transaction_id: about(
      "The provider's number; the same number is the same event.",
      Printable(ORDER.referenceMax),
    ),
    status: OneOf(['paid', 'failed']),
    amount: Amount,
    currency: Line(10),
  }),
  data: Type.Object({
    result: about(
      '`duplicate`: known already. `ignored`: a failure that no longer matters. `unmatched`: money for an order that cannot take it (cancelled, or paid already); it is kept for an operator to give back.',
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
          'Null when the account is gone.',
          Nullable(Type.Object({ id: Type.Integer(), email: Type.String(), nickname: Type.String() })),
        ),
        payments: Type.Array(
          Type.Object({
            payment_no: Type.String(),
            provider: OneOf(PAY_PROVIDERS),
            status: OneOf(['started', 'failed', 'succeeded', 'unmatched', 'returned', 'refunded']),
            transaction_id: about("The provider's number, or the bank's reference.", Nullable(Type.String())),
            amount: Amount,
            created_at: Moment,
            settled_at: Nullable(Moment),
            sent_back_at: about(
              'When the payment company sent a refund or a returned sum back; null where that is done by hand.',
              Nullable(Moment),
            ),
          }),
        ),
        licences: about(
          'What bears on a refund: the licences that the order gave or renewed. Empty until the buyer asks for one.',
          Type.Array(
            Type.Object({
              id: Type.Integer(),
              code_tail: Type.String(),
              renewal: Type.Boolean(),
              owner: about('Whose it is now.', Type.String()),
              transferred: about(
                "It is not the buyer's any more: the order is not refunded while it is somebody else's.",
                Type.Boolean(),
              ),
              revoked: Type.Boolean(),
              server: about('Where it is now.', Nullable(Type.String())),
              binds: about('How often each happened, under every owner.', Type.Integer()),
              unbinds: Type.Integer(),
              transfers: Type.Integer(),
              files: about(
                'Licence files that work until their end, whatever becomes of the licence.',
                Type.Array(
                  Type.Object({ server: Type.String(), issued_at: Moment, expires_at: Nullable(Moment) }),
                ),
              ),
            }),
          ),
        ),
        waiting: about(
          'Decisions about it and its payments that wait for a second operator: nothing has happened yet.',
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
      'Only orders that money came for which they could not take.',
      Type.Optional(Type.Boolean()),
    ),
    invoice: about('Only orders whose invoice is in this state.', Type.Optional(OneOf(INVOICE_STATES))),
    q: about(
      "Part of an order number or of the buyer's address, or a whole authorization code that the order gave or renewed.",
      Type.Optional(Search),
    ),
    ...Paging,
  }),
  data: Type.Object({
    ...paged(AdminOrder),
  }),
});
export const adminDetail = call({
  summary: 'Read one order as operators see it',
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
  summary: 'Decide about a refund',
  errors: ['CONFLICT_OF_INTEREST', 'ORDER_STATE', 'PROPOSAL_PENDING', 'REFUND_TRANSFERRED'],

  body: Strict({
    order_no: OrderNo,
    approve: Type.Boolean(),
    note: Type.Optional(Line(ORDER.noteMax * 2)),
  }),
  data: AdminOrder,
});
export const returnPayment = call({
  summary: 'Return a payment that its order could not take',
  description:
    'A payment company sends the money back within minutes; a bank transfer is sent back by hand, and recorded here. Above the limit of one operator it waits for a second one.',
  errors: ['CONFLICT_OF_INTEREST', 'ORDER_NOT_FOUND', 'ORDER_STATE', 'PROPOSAL_PENDING'],

  body: Strict({
    payment_no: Line(64),
    note: about('How and why, for the audit log.', Line(ORDER.noteMax * 2)),
  }),
  data: AdminOrder,
});
export const invoiceDecide = call({
  summary: 'Record what became of a requested invoice',
  description: 'Issued on the platform of the tax authority under a number, or declined with a reason.',
  errors: ['CONFLICT_OF_INTEREST', 'ORDER_NOT_FOUND', 'ORDER_STATE'],

  body: Strict({
    order_no: OrderNo,
    issued: Type.Boolean(),
    number: Type.Optional(Line(40)),
    note: Type.Optional(Line(ORDER.noteMax * 2)),
  }),
  data: AdminOrder,
});
