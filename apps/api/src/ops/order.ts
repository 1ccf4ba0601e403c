import type { AdminOrder } from '@yunduo/api-contract';
import { decimal, formatMoney } from '@yunduo/i18n';
import {
  INVOICE_STATES,
  LICENCE_PLANS,
  ORDER,
  ORDER_STATUSES,
  PAGE_SIZE,
  PAY_PROVIDERS,
  PRICE_MAX,
  type InvoiceState,
  type LicencePlan,
  type OrderStatus,
  type PayProvider,
} from '@yunduo/validation';
import {
  confirmTransferSchema,
  invoiceDecideSchema,
  orderNoSchema,
  refundDecideSchema,
} from '@yunduo/validation/schemas';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { withTransaction } from '../context.ts';
import { checkForm } from '../http/form.ts';
import { ApiError, apiError } from '../http/errors.ts';
import { listAllOrders, readAdminOrder } from '../modules/order/list.ts';
import { allPlans, changePlan, type PlanRow } from '../modules/order/plans.ts';
import { presentAdminOrder } from '../modules/order/present.ts';
import { saveSeller, sellerOf } from '../modules/order/seller.ts';
import { decideInvoice, offerPrivateDeploy } from '../modules/order/service.ts';
import { decideRefund } from '../modules/payment/refunds.ts';
import { returnPayment } from '../modules/payment/settle.ts';
import { confirmTransfer } from '../modules/payment/transfer.ts';
import { userByEmail } from '../modules/auth/accounts.ts';
import { email, line, oneOf, wholeNumber } from './arguments.ts';
import { notePage, OpsError, opsCommand, type OpsSession } from './command.ts';
import { waitsFor } from './decision.ts';

/**
 * Parses yuan amounts as people and banks write them, into fen: `807`, `807.5`, `1,280.00`, `¥1,280.00`, `CNY 807`,
 * `807元`.
 */
export function yuan(text: string): number {
  const bare = text.replace(/^(?:[¥￥]|CNY|RMB)\s*|\s*元$/giu, '');
  const plain = bare.replace(/,(?=\d{3}(?:[,.]|$))/g, '');
  const [, whole = '', cents = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(plain) ?? [];
  const fen = Number(whole) * 100 + Number(cents.padEnd(2, '0'));
  if (whole === '' || fen < 1 || fen > PRICE_MAX * ORDER.quantityMax) {
    throw new InvalidArgumentError('An amount in yuan is needed, such as 807.00 or ¥1,280.00.');
  }
  return fen;
}

const describing = line(ORDER.descriptionMax);

const number = (command: Command): Command =>
  command.requiredOption('--no <number>', 'number of the order, such as YD20261121-7K3M9-QXW2H');

const shown = ({ context, locale }: OpsSession, orderNo: string): Promise<AdminOrder> =>
  readAdminOrder(context, orderNo, locale);

/** The order after a decision, with a remark when it needs a second operator. */
async function decided(session: OpsSession, orderNo: string): Promise<AdminOrder> {
  const order = await shown(session, orderNo);
  for (const { id } of order.waiting) session.note(waitsFor(id));
  return order;
}

/** Fields that fit one line of a terminal. */
const brief = (order: AdminOrder) => ({
  order_no: order.order_no,
  status: order.status,
  amount: formatMoney(order.amount, order.currency, 'zh'),
  provider: order.provider,
  buyer: order.user?.email ?? null,
  created_at: order.created_at,
  description: order.description,
  note: [
    ...(order.payments.some(({ status }) => status === 'unmatched') ? ['money to give back'] : []),
    ...order.waiting.map(({ id }) => `proposal ${id} waits for a second operator`),
  ].join('; '),
});

const whole = (order: AdminOrder) => ({
  ...brief(order),
  paid_at: order.paid_at,
  expires_at: order.expires_at,
  refund: order.refund && `${order.refund.reason} (${answerOf(order.refund.approved)}) ${order.refund.note}`,
  invoice: order.invoice && invoiceLine(order.invoice, order.status),
  payments: order.payments.map(
    ({ payment_no: payment, provider, status, amount, transaction_id: transaction }) =>
      `${payment} ${provider} ${status} ${formatMoney(amount, order.currency, 'zh')} ${transaction ?? ''}`,
  ),
  ...(order.licences.length > 0 && { licences: order.licences.map(bearing) }),
});

function invoiceLine(
  { title, tax_no: taxNo, state, number: no, note }: NonNullable<AdminOrder['invoice']>,
  status: OrderStatus,
): string {
  const ended = status === 'refunded' && state === 'requested';
  return [title, taxNo, ended ? 'none: the order was refunded' : state, no, note].filter(Boolean).join(' ');
}

/** Facts for the refund of a licence, in one line. */
const bearing = (licence: AdminOrder['licences'][number]): string =>
  [
    `${licence.id} ${licence.code_tail}`,
    ...(licence.revoked ? ['revoked'] : []),
    licence.transferred
      ? `belongs to ${licence.owner}: revoke it or have it transferred back first`
      : 'the buyer’s',
    licence.server === null ? 'on no server' : `on ${licence.server}`,
    `bound ${licence.binds}×, unbound ${licence.unbinds}×, transferred ${licence.transfers}×`,
    ...licence.files.map(
      ({ server, expires_at }) => `licence file works on ${server} until ${expires_at ?? 'for ever'}`,
    ),
  ].join('; ');

const answerOf = (approved: boolean | null): string =>
  approved === null ? 'undecided' : approved ? 'approved' : 'refused';

async function decidedInvoice(session: OpsSession, input: object): Promise<AdminOrder> {
  const { context, actor } = session;
  const { order_no: orderNo, issued, number: no, note } = await checkForm(invoiceDecideSchema, input);
  await context.db.transaction((tx) =>
    decideInvoice(withTransaction(context, tx), actor, { orderNo, issued, number: no, note }),
  );
  return shown(session, orderNo);
}

interface ListOptions {
  status?: OrderStatus;
  provider?: PayProvider;
  unmatched?: boolean;
  transfer?: boolean;
  invoice?: InvoiceState;
  query?: string;
  page?: number;
}

interface RefundOptions {
  no: string;
  approve?: boolean;
  refuse?: boolean;
  note?: string;
}

const orders = [
  opsCommand<ListOptions, AdminOrder[]>({
    name: 'order list',
    about: 'Orders, newest first; a page of them at a time',
    examples: [
      'order list --status refund_requested',
      'order list --invoice requested',
      'order list --unmatched --json',
      'order list --transfer',
    ],
    options: (command) =>
      command
        .addOption(new Option('--status <status>', 'only with this status').choices(ORDER_STATUSES))
        .addOption(new Option('--provider <provider>', 'only this payment method').choices(PAY_PROVIDERS))
        .option('--unmatched', 'only those with a payment that could not be booked')
        .option('--transfer', 'only unpaid ones whose buyer got the account for a bank transfer')
        .addOption(
          new Option('--invoice <state>', 'only with an invoice in this state').choices(INVOICE_STATES),
        )
        .option('--query <text>', 'part of an order number, or of the buyer’s address')
        .option('--page <number>', `page of ${PAGE_SIZE.default}`, wholeNumber, 1),
    show: (list) => list.map(brief),
    run: async (session, { status, provider, unmatched, transfer, invoice, query, page }) => {
      const { context, locale } = session;
      const now = context.clock.now();
      const filters = {
        ...(status && { status }),
        ...(provider && { provider }),
        ...(unmatched && { unmatched }),
        ...(transfer && { transfer }),
        ...(invoice && { invoice }),
        ...(query !== undefined && { q: query }),
        ...(page !== undefined && { page }),
      };
      const { list: rows } = notePage(session, await listAllOrders(context.db, filters, now));
      return rows.map((row) => presentAdminOrder(row, { locale, now }));
    },
  }),
  opsCommand<{ no: string }, AdminOrder>({
    name: 'order show',
    about: 'One order with its payments',
    examples: ['order show --no YD20261121-7K3M9-QXW2H'],
    options: number,
    show: whole,
    run: async (session, { no }) =>
      shown(session, (await checkForm(orderNoSchema, { order_no: no })).order_no),
  }),
  opsCommand<{ no: string; amount: number; reference: string }, AdminOrder>({
    name: 'order confirm-transfer',
    about: 'Book a received bank transfer; the order is paid and the buyer is notified',
    decides: 'always',
    examples: [
      'order confirm-transfer --no YD20261121-7K3M9-QXW2H --amount 807.00 --reference BOC-0017 --as operator@example.com --yes',
    ],
    destructive: 'the order is paid and delivered, and the buyer gets an email',
    options: (command) =>
      number(command)
        .requiredOption('--amount <yuan>', 'what arrived, in yuan', yuan)
        .requiredOption('--reference <text>', 'the bank’s number of the transfer'),
    show: whole,
    run: async (session, { no, amount, reference }) => {
      const { context, actor, note } = session;
      const form = await checkForm(confirmTransferSchema, { order_no: no, amount, reference });
      const transfer = { orderNo: form.order_no, amount: form.amount, reference: form.reference };
      const result = await context.db.transaction((tx) =>
        confirmTransfer(withTransaction(context, tx), actor, transfer),
      );
      if (result === 'unmatched')
        note('the order could not take this money: it is kept, to be sent back (order return-payment)');
      return decided(session, form.order_no);
    },
  }),
  opsCommand<RefundOptions, AdminOrder>({
    name: 'order refund-decide',
    about: 'Approve or refuse the refund of an order; a refund revokes its codes. Check `order show` first',
    decides: 'always',
    examples: [
      'order refund-decide --no YD20261121-7K3M9-QXW2H --approve --as operator@example.com --yes',
      'order refund-decide --no YD20261121-7K3M9-QXW2H --refuse --note "Used for months" --as operator@example.com',
    ],
    destructive:
      'the codes stop working immediately, the money is owed to the buyer, and the buyer gets an email',
    isDestructive: ({ approve }) => approve === true,
    options: (command) =>
      number(command)
        .addOption(new Option('--approve', 'approve the refund').conflicts('refuse'))
        .addOption(new Option('--refuse', 'leave the order as it is'))
        .option('--note <text>', 'message to the buyer, required for a refusal'),
    show: whole,
    run: async (session, { no, approve = false, refuse = false, note = '' }) => {
      if (approve === refuse) throw new OpsError('either --approve or --refuse is needed');
      const { context, actor } = session;
      const form = await checkForm(refundDecideSchema, { order_no: no, approve, note });
      const decision = { orderNo: form.order_no, approve, note: form.note };
      await context.db.transaction((tx) => decideRefund(withTransaction(context, tx), actor, decision));
      return decided(session, form.order_no);
    },
  }),
  opsCommand<{ no: string; number: string }, AdminOrder>({
    name: 'order invoice-issued',
    about: 'Record the number of a requested invoice that was issued on the tax platform',
    decides: 'always',
    examples: [
      'order invoice-issued --no YD20261121-7K3M9-QXW2H --number 26112000000012345678 --as operator@example.com',
    ],
    options: (command) =>
      number(command).requiredOption('--number <number>', 'number of the invoice, 20 digits'),
    show: whole,
    run: (session, { no, number: invoiceNumber }) =>
      decidedInvoice(session, { order_no: no, issued: true, number: invoiceNumber }),
  }),
  opsCommand<{ no: string; note: string }, AdminOrder>({
    name: 'order invoice-declined',
    about: 'Tell the buyer why a requested invoice cannot be issued',
    decides: 'always',
    examples: [
      'order invoice-declined --no YD20261121-7K3M9-QXW2H --note "The tax number is unknown" --as operator@example.com',
    ],
    options: (command) => number(command).requiredOption('--note <text>', 'message to the buyer'),
    show: whole,
    run: (session, { no, note }) => decidedInvoice(session, { order_no: no, issued: false, note }),
  }),
  opsCommand<{ payment: string; note: string }, AdminOrder>({
    name: 'order return-payment',
    about: 'Record that a payment that could not be booked was returned to the buyer',
    decides: 'always',
    examples: [
      'order return-payment --payment YP-7K3M9QXW2H7K3M9QXW2H7K3M --note "Sent back on 21 Nov" --as operator@example.com --yes',
    ],
    destructive: 'the payment counts as returned and leaves the list of payments to return',
    options: (command) =>
      command
        .requiredOption('--payment <number>', 'number of the payment, as `order show` shows it')
        .requiredOption('--note <text>', 'how it was returned', describing),
    show: whole,
    run: async (session, { payment, note }) => {
      const { context, actor } = session;
      const orderNo = await context.db
        .transaction((tx) => returnPayment(withTransaction(context, tx), actor, { paymentNo: payment, note }))
        .catch((error: unknown) => {
          const none = error instanceof ApiError && ['ORDER_NOT_FOUND', 'ORDER_STATE'].includes(error.code);
          if (!none) throw error;
          throw new OpsError(`${payment} is no payment that waits to be sent back (order list --unmatched)`);
        });
      return decided(session, orderNo);
    },
  }),
  opsCommand<{ email: string; amount: number; zh: string; en: string }, AdminOrder>({
    name: 'order offer',
    about: 'Create an order for private deployment, which the customer pays under My orders',
    decides: 'always',
    examples: [
      'order offer --email buyer@example.com --amount 12800 --zh "私有部署服务" --en "Private deployment" --as operator@example.com',
    ],
    options: (command) =>
      command
        .requiredOption('--email <address>', 'address of the customer’s account', email)
        .requiredOption('--amount <yuan>', 'the whole price, in yuan', yuan)
        .requiredOption('--zh <text>', 'what it is for, in Chinese', describing)
        .requiredOption('--en <text>', 'what it is for, in English', describing),
    show: whole,
    run: async (session, { email: address, amount, zh, en }) => {
      const { context, actor } = session;
      const user = await userByEmail(context.db, address);
      if (!user) throw apiError('USER_NOT_FOUND');
      const offer = { userId: user.id, amount, description: { zh, en } };
      const { orderNo } = await offerPrivateDeploy(context, actor, offer);
      return shown(session, orderNo);
    },
  }),
];

const presentPlan = ({ plan, name, price, currency, active, updatedAt }: PlanRow) => ({
  plan,
  name_zh: name.zh,
  name_en: name.en,
  price,
  currency,
  on_sale: active,
  updated_at: updatedAt.toISOString(),
});
type Plan = ReturnType<typeof presentPlan>;
const readable = (plan: Plan) => ({ ...plan, price: formatMoney(plan.price, plan.currency, 'zh') });

const whichPlan = (command: Command): Command =>
  command.requiredOption(`--plan <plan>`, LICENCE_PLANS.join(', '), oneOf(LICENCE_PLANS));
const changed = async (
  { context, actor }: OpsSession,
  plan: LicencePlan,
  change: { price?: number; active?: boolean },
): Promise<Plan> => presentPlan(await changePlan(context, actor, plan, change));

/** The price of one licence: a hundred of them must not exceed the maximum of an order. */
function price(text: string): number {
  const fen = yuan(text);
  if (fen > PRICE_MAX) throw new InvalidArgumentError(`Enter up to ${decimal(PRICE_MAX)} yuan.`);
  return fen;
}

const plans = [
  opsCommand<object, Plan[]>({
    name: 'plan list',
    about: 'Plans and prices, including plans that are not offered',
    examples: ['plan list', 'plan list --json'],
    show: (list) => list.map(readable),
    run: async ({ context }) => (await allPlans(context.db)).map(presentPlan),
  }),
  opsCommand<{ plan: LicencePlan; price: number }, Plan>({
    name: 'plan set-price',
    about: 'Change the price of a plan; existing orders keep theirs',
    examples: ['plan set-price --plan m12 --price 269.00'],
    options: (command) =>
      whichPlan(command).requiredOption('--price <yuan>', 'of one authorization code, in yuan', price),
    show: readable,
    run: (session, { plan, price: fen }) => changed(session, plan, { price: fen }),
  }),
  opsCommand<{ plan: LicencePlan }, Plan>({
    name: 'plan sell',
    about: 'Offer a plan',
    examples: ['plan sell --plan permanent'],
    options: whichPlan,
    show: readable,
    run: (session, { plan }) => changed(session, plan, { active: true }),
  }),
  opsCommand<{ plan: LicencePlan }, Plan>({
    name: 'plan withdraw',
    about: 'Stop offering a plan; existing orders can still be paid',
    examples: ['plan withdraw --plan permanent'],
    options: whichPlan,
    show: readable,
    run: (session, { plan }) => changed(session, plan, { active: false }),
  }),
];

interface SellerOptions {
  companyZh: string;
  companyEn: string;
  taxNo: string;
  addressZh: string;
  addressEn: string;
  phone: string;
  bankZh: string;
  bankEn: string;
  accountName: string;
  accountNumber: string;
}

const SELLER_OPTIONS = [
  ['--company-zh <text>', 'who sells, in Chinese'],
  ['--company-en <text>', 'who sells, in English'],
  ['--tax-no <number>', 'tax number'],
  ['--address-zh <text>', 'address, in Chinese'],
  ['--address-en <text>', 'address, in English'],
  ['--phone <number>', 'telephone'],
  ['--bank-zh <text>', 'bank and branch, in Chinese'],
  ['--bank-en <text>', 'bank and branch, in English'],
  ['--account-name <text>', 'name of the account'],
  ['--account-number <number>', 'number of the account'],
] as const;

const sellers = [
  opsCommand({
    name: 'seller show',
    about: 'The seller on invoices and the account for bank transfers',
    examples: ['seller show'],
    run: async ({ context }) => {
      const row = await sellerOf(context.db);
      if (!row) throw new OpsError('nobody said yet who sells: bank transfers cannot be chosen (seller set)');
      return { ...row, updatedAt: row.updatedAt.toISOString() };
    },
  }),
  opsCommand<SellerOptions>({
    name: 'seller set',
    about: 'Set the seller and the account for bank transfers; invoices and emails show it from then on',
    examples: [
      'seller set --company-zh "云舵科技有限公司" --company-en "Yunduo Ltd." --tax-no 91310000MA1K00000X --address-zh "上海市" --address-en Shanghai --phone 021-00000000 --bank-zh "某银行" --bank-en "Some Bank" --account-name "云舵科技有限公司" --account-number 6222000000000000 --yes',
    ],
    destructive: 'from now on, buyers transfer to this account',
    options: (command) =>
      SELLER_OPTIONS.reduce((known, [flag, about]) => known.requiredOption(flag, about, describing), command),
    run: async ({ context, actor }, given) => {
      const row = await saveSeller(context, actor, {
        company: { zh: given.companyZh, en: given.companyEn },
        taxNo: given.taxNo,
        address: { zh: given.addressZh, en: given.addressEn },
        phone: given.phone,
        bank: { zh: given.bankZh, en: given.bankEn },
        accountName: given.accountName,
        accountNumber: given.accountNumber,
      });
      return { ...row, updatedAt: row.updatedAt.toISOString() };
    },
  }),
];

export const orderCommands = [...orders, ...plans, ...sellers];
