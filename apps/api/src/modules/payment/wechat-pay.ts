// WeChat Pay, version 3: a QR code (Native) on the desktop, its own page (H5) on a phone, signed and encrypted
// notifications, queries and refunds. The library signs requests and verifies responses.
import { Aes, Formatter, Rsa, Wechatpay } from 'wechatpay-axios-plugin';
import { PAY_NOTICE_AGE } from '@yunduo/validation';
import type { Config } from '../../config.ts';
import { apiError } from '../../http/errors.ts';
import { orderAddress } from '../order/mails.ts';
import type { PaymentRow } from '../order/present.ts';
import { termsOf, type Checkout, type CheckoutPage, type RawNotice, type Reported } from './checkout.ts';

const GATEWAY_TIMEOUT = 8_000;
/** WeChat Pay's limit; that of an order is higher. */
const DESCRIPTION_MAX = 127;

function account({ payments: { wechatPay } }: Config) {
  if (!wechatPay) throw apiError('PAY_PROVIDER_UNAVAILABLE');
  return wechatPay;
}

/** The two calls of the library used here; it accepts any path. */
interface Client {
  get(path: string, params: Record<string, string>): Promise<unknown>;
  post(path: string, body: object): Promise<unknown>;
}

const clients = new WeakMap<object, Client>();
function client(config: Config): Client {
  const own = account(config);
  const known = clients.get(own);
  if (known) return known;
  const wechat = new Wechatpay({
    mchid: own.merchantId,
    serial: own.serial,
    privateKey: own.privateKey,
    certs: { [own.publicKeyId]: own.publicKey },
    baseURL: own.gateway,
    timeout: GATEWAY_TIMEOUT,
    headers: { 'Wechatpay-Serial': own.publicKeyId },
  });
  const made: Client = {
    get: async (path, params) => (await wechat.chain(`v3/${path}`).get({ params })).data,
    post: async (path, body) => (await wechat.chain(`v3/${path}`).post(body)).data,
  };
  clients.set(own, made);
  return made;
}

/**
 * A QR code and a phone page are two trades at WeChat; both pay the same attempt here. Our numbers never contain this
 * suffix.
 */
const ON_PHONE = '_H5';
const ourNo = (theirs: string): string => theirs.replace(new RegExp(`${ON_PHONE}$`), '');

const numbersOf = ({ paymentNo }: PaymentRow): string[] => [paymentNo, `${paymentNo}${ON_PHONE}`];

export async function checkout(config: Config, buying: Checkout): Promise<CheckoutPage> {
  const { order, payment, locale, phone, ip } = buying;
  const { description, until } = termsOf(buying);
  const { appId, merchantId } = account(config);
  const trade = {
    appid: appId,
    mchid: merchantId,
    description: Array.from(description).slice(0, DESCRIPTION_MAX).join(''),
    out_trade_no: phone ? `${payment.paymentNo}${ON_PHONE}` : payment.paymentNo,
    time_expire: until.toISOString().replace(/\.\d+Z$/, '+00:00'),
    notify_url: `${config.origin}/api/pay_notify/wechat_pay`,
    amount: { total: payment.amount, currency: payment.currency },
  };
  const back = orderAddress(config.origin, locale, order.orderNo);
  if (!phone) {
    const { code_url: code } = (await client(config).post('pay/transactions/native', trade)) as {
      code_url: string;
    };
    return { url: back, code };
  }
  const scene = { payer_client_ip: ip, h5_info: { type: 'Wap' } };
  const { h5_url: page } = (await client(config).post('pay/transactions/h5', {
    ...trade,
    scene_info: scene,
  })) as { h5_url: string };
  return { url: `${page}&${new URLSearchParams({ redirect_url: back })}` };
}

interface Transaction {
  mchid?: string;
  out_trade_no?: string;
  transaction_id?: string;
  trade_state?: string;
  amount?: { total?: number; currency?: string };
}

/** Outcome of a transaction; null while it is open, or after a refund. */
function reported(config: Config, transaction: Transaction): Reported | null {
  const { trade_state: state, out_trade_no: no = '', transaction_id: id, amount, mchid } = transaction;
  if (mchid !== account(config).merchantId) throw apiError('PAY_NOTICE_INVALID');
  const status = { SUCCESS: 'paid', CLOSED: 'failed', REVOKED: 'failed', PAYERROR: 'failed' } as const;
  if (!state || !(state in status)) return null;
  return {
    paymentNo: ourNo(no),
    // An unpaid trade has no WeChat number.
    transactionId: id ?? no,
    status: status[state as keyof typeof status],
    amount: amount?.total ?? NaN,
    currency: amount?.currency ?? '',
  };
}

interface Envelope {
  event_type?: string;
  resource?: { algorithm?: string; ciphertext?: string; nonce?: string; associated_data?: string };
}

export async function read(config: Config, { raw, headers, now }: RawNotice): Promise<Reported | null> {
  const own = account(config);
  const [timestamp, nonce, signature, serial] = ['timestamp', 'nonce', 'signature', 'serial'].map((name) =>
    String(headers[`wechatpay-${name}`] ?? ''),
  ) as [string, string, string, string];
  const fresh = Math.abs(now.getTime() - Number(timestamp) * 1000) <= PAY_NOTICE_AGE;
  const signed =
    serial === own.publicKeyId &&
    Rsa.verify(Formatter.response(timestamp, nonce, raw), signature, own.publicKey);
  if (!fresh || !signed) throw apiError('PAY_NOTICE_INVALID');
  const { event_type: event, resource } = JSON.parse(raw) as Envelope;
  if (event !== 'TRANSACTION.SUCCESS') return null;
  if (resource?.algorithm !== 'AEAD_AES_256_GCM') throw apiError('PAY_NOTICE_INVALID');
  const { ciphertext = '', nonce: iv = '', associated_data: aad = '' } = resource;
  return reported(config, JSON.parse(Aes.AesGcm.decrypt(ciphertext, own.apiKey, iv, aad)) as Transaction);
}

/** Calls WeChat Pay about one trade of an attempt; null when the buyer never chose that kind of page. */
async function about<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    if ((error as { response?: { status?: number } }).response?.status === 404) return null;
    throw error;
  }
}

export async function ask(config: Config, payment: PaymentRow): Promise<Reported | null> {
  const { merchantId: mchid } = account(config);
  const outcomes: (Reported | null)[] = [];
  for (const no of numbersOf(payment)) {
    const path = `pay/transactions/out-trade-no/${encodeURIComponent(no)}`;
    const trade = await about(() => client(config).get(path, { mchid }));
    if (trade === null) continue;
    const outcome = reported(config, trade as Transaction);
    if (outcome?.status === 'paid') return outcome;
    outcomes.push(outcome);
  }
  // One of them is closed, but the buyer can still pay on the other.
  return outcomes.includes(null) ? null : (outcomes[0] ?? null);
}

export async function close(config: Config, payment: PaymentRow): Promise<void> {
  const { merchantId: mchid } = account(config);
  for (const no of numbersOf(payment)) {
    const path = `pay/transactions/out-trade-no/${encodeURIComponent(no)}/close`;
    await about(() => client(config).post(path, { mchid }));
  }
}

export async function giveBack(config: Config, payment: PaymentRow): Promise<void> {
  await client(config).post('refund/domestic/refunds', {
    transaction_id: payment.transactionId,
    // Idempotent: the same number is the same refund.
    out_refund_no: payment.paymentNo,
    amount: { refund: payment.amount, total: payment.amount, currency: payment.currency },
  });
}
