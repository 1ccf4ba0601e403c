// Alipay through its own SDK: the pages `alipay.trade.page.pay` (desktop) and `alipay.trade.wap.pay` (phone),
// asynchronous notifications, `alipay.trade.query` and `alipay.trade.refund`.
import { AlipaySdk } from 'alipay-sdk';
import type { Config } from '../../config.ts';
import { apiError } from '../../http/errors.ts';
import { orderAddress } from '../order/mails.ts';
import type { PaymentRow } from '../order/present.ts';
import { termsOf, type Checkout, type CheckoutPage, type RawNotice, type Reported } from './checkout.ts';

const GATEWAY_TIMEOUT = 8_000;

function account({ payments: { alipay } }: Config) {
  if (!alipay) throw apiError('PAY_PROVIDER_UNAVAILABLE');
  return alipay;
}

const clients = new WeakMap<object, AlipaySdk>();
function client(config: Config): AlipaySdk {
  const own = account(config);
  const known = clients.get(own);
  if (known) return known;
  const made = new AlipaySdk({
    appId: own.appId,
    privateKey: own.privateKey,
    alipayPublicKey: own.publicKey,
    gateway: own.gateway,
    timeout: GATEWAY_TIMEOUT,
  });
  clients.set(own, made);
  return made;
}

/** Alipay's numbers allow only letters, digits and underscores. */
const theirNo = (paymentNo: string): string => paymentNo.replace('-', '_');
const ourNo = (theirs: string): string => theirs.replace('_', '-');

/** Fen as an Alipay amount: `29.00`. */
export const yuanOf = (fen: number): string => (fen / 100).toFixed(2);
/** `29.00` or `29` in fen; NaN for an invalid amount. */
export const fenOf = (yuan: unknown): number =>
  typeof yuan === 'string' && /^\d{1,9}(\.\d{1,2})?$/.test(yuan) ? Math.round(Number(yuan) * 100) : NaN;

/** `2026-11-21 10:30:00`, Beijing time. */
const beijing = (moment: Date): string =>
  new Date(moment.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

export async function checkout(config: Config, buying: Checkout): Promise<CheckoutPage> {
  const { order, payment, locale, phone } = buying;
  const { description, until } = termsOf(buying);
  const url = client(config).pageExecute(phone ? 'alipay.trade.wap.pay' : 'alipay.trade.page.pay', 'GET', {
    bizContent: {
      out_trade_no: theirNo(payment.paymentNo),
      total_amount: yuanOf(payment.amount),
      // Alipay refuses these characters in it.
      subject: description.replaceAll(/[/=&]/g, ' '),
      product_code: phone ? 'QUICK_WAP_WAY' : 'FAST_INSTANT_TRADE_PAY',
      time_expire: beijing(until),
    },
    returnUrl: orderAddress(config.origin, locale, order.orderNo),
    notifyUrl: `${config.origin}/api/pay_notify/alipay`,
  });
  return { url };
}

/** Outcome of a trade; null while it is open. A trade closed after payment was refunded, not failed. */
const statusOf = (trade: string): Reported['status'] | null => {
  if (trade === 'TRADE_SUCCESS' || trade === 'TRADE_FINISHED') return 'paid';
  return trade === 'TRADE_CLOSED' ? 'failed' : null;
};

export async function read(config: Config, { raw }: RawNotice): Promise<Reported | null> {
  const fields = Object.fromEntries(new URLSearchParams(raw));
  const sdk = client(config);
  // Otherwise a notification could select RSA (SHA-1) for its own check.
  if (fields['sign_type'] !== 'RSA2' || !sdk.checkNotifySignV2(fields)) throw apiError('PAY_NOTICE_INVALID');
  if (fields['app_id'] !== account(config).appId) throw apiError('PAY_NOTICE_INVALID');
  const status = statusOf(fields['trade_status'] ?? '');
  if (!status || fields['gmt_refund']) return null;
  return {
    paymentNo: ourNo(fields['out_trade_no'] ?? ''),
    transactionId: fields['trade_no'] ?? '',
    status,
    amount: fenOf(fields['total_amount']),
    currency: 'CNY',
  };
}

interface TradeAnswer {
  code: string;
  subCode?: string;
  tradeStatus?: string;
  tradeNo?: string;
  totalAmount?: string;
}

export async function ask(config: Config, payment: PaymentRow): Promise<Reported | null> {
  const answer: TradeAnswer = await client(config).exec('alipay.trade.query', {
    bizContent: { out_trade_no: theirNo(payment.paymentNo) },
  });
  // The page was never opened: there is no trade yet.
  if (answer.subCode === 'ACQ.TRADE_NOT_EXIST') return null;
  if (answer.code !== '10000') throw new Error(`alipay.trade.query: ${answer.subCode ?? answer.code}`);
  const status = statusOf(answer.tradeStatus ?? '');
  if (!status) return null;
  return {
    paymentNo: payment.paymentNo,
    transactionId: answer.tradeNo ?? '',
    status,
    amount: fenOf(answer.totalAmount),
    currency: 'CNY',
  };
}

export async function close(config: Config, payment: PaymentRow): Promise<void> {
  const answer: TradeAnswer = await client(config).exec('alipay.trade.close', {
    bizContent: { out_trade_no: theirNo(payment.paymentNo) },
  });
  // The trade begins when the buyer signs in on the page, or scans its code.
  if (answer.subCode === 'ACQ.TRADE_NOT_EXIST') return;
  if (answer.code !== '10000') throw new Error(`alipay.trade.close: ${answer.subCode ?? answer.code}`);
}

export async function giveBack(config: Config, payment: PaymentRow): Promise<void> {
  const answer: TradeAnswer = await client(config).exec('alipay.trade.refund', {
    bizContent: {
      trade_no: payment.transactionId,
      refund_amount: yuanOf(payment.amount),
      // Idempotent: the same number is the same refund.
      out_request_no: theirNo(payment.paymentNo),
    },
  });
  if (answer.code !== '10000') throw new Error(`alipay.trade.refund: ${answer.subCode ?? answer.code}`);
}
