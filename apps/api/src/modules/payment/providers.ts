import type { OrderDetail } from '@yunduo/api-contract';
import type { Locale } from '@yunduo/i18n';
import { ORDER, type PayProvider } from '@yunduo/validation';
import { deriveKey, type Config } from '../../config.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { apiError } from '../../http/errors.ts';
import { orderAddress } from '../order/mails.ts';
import type { OrderRow, PaymentRow } from '../order/present.ts';
import { sellerOf } from '../order/seller.ts';
import type { Checkout, CheckoutPage, RawNotice, Reported } from './checkout.ts';

/** A payment company called over the network: it sends notifications, answers queries, and refunds. */
export interface Gateway {
  /**
   * Parses a notification; null when it is not about a payment.
   * @throws ApiError PAY_NOTICE_INVALID when it does not come from the company
   */
  read(config: Config, notice: RawNotice): Promise<Reported | null>;
  /** State of an attempt, for a lost notification; null while it is open. */
  ask(config: Config, payment: PaymentRow): Promise<Reported | null>;
  /** Closes the open pages of an attempt; one that is closed, or was never opened, is no error. */
  close(config: Config, payment: PaymentRow): Promise<void>;
  /** Refunds the full payment. Idempotent. */
  giveBack(config: Config, payment: PaymentRow): Promise<void>;
}

/** A payment method. A new one is added to `PROVIDERS`. */
export interface Provider {
  name: PayProvider;
  /** Milliseconds from its creation in which an order can be paid; null for the default. */
  window: number | null;
  /** An attempt keeps its first description and deadline: the company refuses others under its number. */
  fixed: boolean;
  /** Whether it can be chosen now. */
  available(context: Pick<Context, 'db' | 'config'>): Promise<boolean>;
  /** The payment page. Repeated calls for one attempt return the same attempt there. */
  checkout(config: Config, checkout: Checkout): Promise<CheckoutPage>;
  /** Signing key of its notifications; null when it sends none in our format. */
  noticeKey(config: Context['config']): Buffer | null;
  gateway?: Gateway;
}

/** The buyer's bank sends the money with our reference; an operator confirms its arrival. */
const bankTransfer: Provider = {
  name: 'bank_transfer',
  window: ORDER.transferTtl,
  fixed: false,
  available: async ({ db }) => (await sellerOf(db)) !== null,
  checkout: async ({ origin }, { order, locale }) => ({ url: orderAddress(origin, locale, order.orderNo) }),
  noticeKey: () => null,
};

/** Our own page in place of a payment company. Not available in production. */
const sandbox: Provider = {
  name: 'sandbox',
  window: null,
  fixed: false,
  available: async ({ config }) => hasSandbox(config),
  checkout: async ({ origin }, { payment, locale }) => ({
    url: `${origin}/dev/pay/${payment.paymentNo}?lang=${locale}`,
  }),
  noticeKey: (config) => (hasSandbox(config) ? deriveKey(config.signingKey, 'pay:sandbox') : null),
};

/** Whether our own payment page replaces a provider. */
export const hasSandbox = ({ mode }: Pick<Config, 'mode'>): boolean => mode !== 'production';

/** A payment company with a configured account. Its library is loaded on first use. */
const company = (
  name: PayProvider,
  account: (config: Config) => object | null,
  load: () => Promise<Pick<Provider, 'checkout'> & Gateway>,
): Provider => ({
  name,
  window: null,
  // Stripe's session is found again by its id instead.
  fixed: name !== 'stripe',
  available: async ({ config }) => account(config) !== null,
  checkout: async (config, checkout) => (await load()).checkout(config, checkout),
  noticeKey: () => null,
  gateway: {
    read: async (config, notice) => {
      if (account(config) === null) throw apiError('NOT_FOUND');
      return (await load()).read(config, notice);
    },
    ask: async (config, payment) => (await load()).ask(config, payment),
    close: async (config, payment) => (await load()).close(config, payment),
    giveBack: async (config, payment) => (await load()).giveBack(config, payment),
  },
});

const PROVIDERS: readonly Provider[] = [
  company(
    'alipay',
    ({ payments }) => payments.alipay,
    () => import('./alipay.ts'),
  ),
  company(
    'wechat_pay',
    ({ payments }) => payments.wechatPay,
    () => import('./wechat-pay.ts'),
  ),
  company(
    'stripe',
    ({ payments }) => payments.stripe,
    () => import('./stripe.ts'),
  ),
  bankTransfer,
  sandbox,
];

/** Payment companies with a configured account. */
export const gatewaysOf = async (context: Pick<Context, 'db' | 'config'>): Promise<Provider[]> => {
  const found: Provider[] = [];
  for (const provider of PROVIDERS)
    if (provider.gateway && (await provider.available(context))) found.push(provider);
  return found;
};

/** The payment method with this name; null when there is none. */
export const providerNamed = (name: string): Provider | null =>
  PROVIDERS.find((provider) => provider.name === name) ?? null;

/** Payment methods available to a buyer. English readers see cards first, Chinese readers their usual methods. */
export async function availableProviders(
  context: Pick<Context, 'db' | 'config'>,
  locale: Locale,
): Promise<PayProvider[]> {
  const names: PayProvider[] = [];
  for (const provider of PROVIDERS) if (await provider.available(context)) names.push(provider.name);
  const first: PayProvider = 'stripe';
  return locale === 'en' && names.includes(first)
    ? [first, ...names.filter((name) => name !== first)]
    : names;
}

/** The account that an unpaid order is transferred to; null with another payment method. */
export async function transferOf(db: Db, order: OrderRow, locale: Locale): Promise<OrderDetail['transfer']> {
  if (order.provider !== 'bank_transfer') return null;
  const account = await sellerOf(db);
  if (!account) return null;
  return {
    account_name: account.accountName,
    bank: account.bank[locale],
    account_number: account.accountNumber,
    reference: order.orderNo,
    amount: order.amount,
    currency: order.currency,
    expires_at: order.expiresAt.toISOString(),
  };
}
