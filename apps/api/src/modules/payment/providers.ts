import type { OrderDetail } from '@yunduo/api-contract';
import type { Locale } from '@yunduo/i18n';
import { ORDER, type PayProvider } from '@yunduo/validation';
import { deriveKey, type Config } from '../../config.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { orderAddress } from '../order/mails.ts';
import type { OrderRow, PaymentRow } from '../order/present.ts';
import { sellerOf } from '../order/seller.ts';

/** A way of paying. Another one is another object in `PROVIDERS`. */
export interface Provider {
  name: PayProvider;
  /** Milliseconds that an order can be paid in, from its creation on; null leaves the usual time. */
  window: number | null;
  /** Whether it can be chosen here and now. */
  available(context: Pick<Context, 'db' | 'config'>): Promise<boolean>;
  /** Where the buyer goes to pay. */
  payUrl(config: Config, payment: { order: OrderRow; payment: PaymentRow; locale: Locale }): string;
  /** What its notices are signed with; null when it sends none. */
  noticeKey(config: Context['config']): Buffer | null;
}

/** Money is sent by the buyer's bank and found by its remark; an operator confirms that it came. */
const bankTransfer: Provider = {
  name: 'bank_transfer',
  window: ORDER.transferTtl,
  available: async ({ db }) => (await sellerOf(db)) !== null,
  payUrl: ({ origin }, { order, locale }) => orderAddress(origin, locale, order.orderNo),
  noticeKey: () => null,
};

/** A page of our own in place of a payment company. Production does not have it. */
const sandbox: Provider = {
  name: 'sandbox',
  window: null,
  available: async ({ config }) => hasSandbox(config),
  payUrl: ({ origin }, { payment, locale }) => `${origin}/dev/pay/${payment.paymentNo}?lang=${locale}`,
  noticeKey: (config) => (hasSandbox(config) ? deriveKey(config.signingKey, 'pay:sandbox') : null),
};

/** Whether the payment page of our own stands in for a provider. */
export const hasSandbox = ({ mode }: Pick<Config, 'mode'>): boolean => mode !== 'production';

const PROVIDERS: readonly Provider[] = [bankTransfer, sandbox];

/** The way of paying with this name; null when there is none. */
export const providerNamed = (name: string): Provider | null =>
  PROVIDERS.find((provider) => provider.name === name) ?? null;

/** What a buyer can choose from now. */
export async function availableProviders(context: Pick<Context, 'db' | 'config'>): Promise<PayProvider[]> {
  const names: PayProvider[] = [];
  for (const provider of PROVIDERS) if (await provider.available(context)) names.push(provider.name);
  return names;
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
