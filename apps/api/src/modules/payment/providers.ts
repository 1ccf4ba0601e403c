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
import type { Checkout, CheckoutPage, RawNotice, Told } from './checkout.ts';

/** A payment company that is asked over the network: tells by notices, answers questions, sends money back. */
export interface Gateway {
  /**
   * Reads a notice; null when it is about something else than a payment.
   * @throws ApiError PAY_NOTICE_INVALID when nobody but a stranger can have sent it
   */
  read(config: Config, notice: RawNotice): Promise<Told | null>;
  /** What became of a try, for a notice that never came; null while it is open. */
  ask(config: Config, payment: PaymentRow): Promise<Told | null>;
  /** Sends back what was paid, whole. Asked again it does nothing more. */
  giveBack(config: Config, payment: PaymentRow): Promise<void>;
}

/** A way of paying. Another one is another object in `PROVIDERS`. */
export interface Provider {
  name: PayProvider;
  /** Milliseconds that an order can be paid in, from its creation on; null leaves the usual time. */
  window: number | null;
  /** Whether it can be chosen here and now. */
  available(context: Pick<Context, 'db' | 'config'>): Promise<boolean>;
  /** Where the buyer goes to pay. Asked again for the same try, it is the same try there. */
  checkout(config: Config, checkout: Checkout): Promise<CheckoutPage>;
  /** What its notices are signed with; null when it sends none of our own kind. */
  noticeKey(config: Context['config']): Buffer | null;
  gateway?: Gateway;
}

/** Money is sent by the buyer's bank and found by its remark; an operator confirms that it came. */
const bankTransfer: Provider = {
  name: 'bank_transfer',
  window: ORDER.transferTtl,
  available: async ({ db }) => (await sellerOf(db)) !== null,
  checkout: async ({ origin }, { order, locale }) => ({ url: orderAddress(origin, locale, order.orderNo) }),
  noticeKey: () => null,
};

/** A page of our own in place of a payment company. Production does not have it. */
const sandbox: Provider = {
  name: 'sandbox',
  window: null,
  available: async ({ config }) => hasSandbox(config),
  checkout: async ({ origin }, { payment, locale }) => ({
    url: `${origin}/dev/pay/${payment.paymentNo}?lang=${locale}`,
  }),
  noticeKey: (config) => (hasSandbox(config) ? deriveKey(config.signingKey, 'pay:sandbox') : null),
};

/** Whether the payment page of our own stands in for a provider. */
export const hasSandbox = ({ mode }: Pick<Config, 'mode'>): boolean => mode !== 'production';

/** A payment company, where an account at it is configured. Its library is loaded with the first question to it. */
const company = (
  name: PayProvider,
  account: (config: Config) => object | null,
  load: () => Promise<Pick<Provider, 'checkout'> & Gateway>,
): Provider => ({
  name,
  window: null,
  available: async ({ config }) => account(config) !== null,
  checkout: async (config, checkout) => (await load()).checkout(config, checkout),
  noticeKey: () => null,
  gateway: {
    read: async (config, notice) => {
      if (account(config) === null) throw apiError('NOT_FOUND');
      return (await load()).read(config, notice);
    },
    ask: async (config, payment) => (await load()).ask(config, payment),
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

/** Payment companies with an account here: whoever has none is asked nothing. */
export const gatewaysOf = async (context: Pick<Context, 'db' | 'config'>): Promise<Provider[]> => {
  const found: Provider[] = [];
  for (const provider of PROVIDERS)
    if (provider.gateway && (await provider.available(context))) found.push(provider);
  return found;
};

/** The way of paying with this name; null when there is none. */
export const providerNamed = (name: string): Provider | null =>
  PROVIDERS.find((provider) => provider.name === name) ?? null;

/** What a buyer can choose from now. Readers of English find cards first, those of Chinese what they pay with. */
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

/** Where the money of an order goes that waits for a bank transfer; null for every other. */
export async function transferOf(db: Db, order: OrderRow, locale: Locale): Promise<OrderDetail['transfer']> {
  if (order.provider !== 'bank_transfer' || order.status !== 'pending') return null;
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
