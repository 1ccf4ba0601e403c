import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

/** Account at each payment company; null where none is configured. */
export interface PaymentConfig {
  alipay: {
    appId: string;
    /** PKCS#1, PEM. */
    privateKey: string;
    /** Alipay's public key, PEM: verifies its responses and notifications. */
    publicKey: string;
    gateway: string;
  } | null;
  wechatPay: {
    appId: string;
    merchantId: string;
    /** Serial number of the merchant's certificate. */
    serial: string;
    privateKey: string;
    /** 32 characters: decrypts notifications. */
    apiKey: string;
    /** `PUB_KEY_ID_…`, or the serial number of a platform certificate. */
    publicKeyId: string;
    publicKey: string;
    gateway: string;
  } | null;
  stripe: { secretKey: string; webhookSecret: string; gateway: string } | null;
}

/** Secret variables, which may each be given as a file. */
export const PAYMENT_SECRETS = [
  'ALIPAY_PRIVATE_KEY',
  'ALIPAY_PUBLIC_KEY',
  'WECHAT_PAY_PRIVATE_KEY',
  'WECHAT_PAY_PUBLIC_KEY',
  'WECHAT_PAY_API_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
] as const;

interface Reading {
  get(name: string): string | null;
  url(name: string, protocols: readonly string[]): string | null;
  reject(name: string, rule: string): void;
}

/** Reads the variables of the payment companies: all of a company's, or none. */
export function readPaymentConfig({ get, url, reject }: Reading): PaymentConfig {
  /** The values of one company; null when none is set, or one is invalid. */
  function whole<const N extends readonly string[]>(names: N): Record<N[number], string> | null {
    const values = names.map((name) => [name, get(name)] as const);
    if (values.every(([, value]) => value === null)) return null;
    const missing = values.filter(([, value]) => value === null);
    for (const [name] of missing)
      reject(name, `must be set where ${values.find(([, value]) => value !== null)?.[0]} is`);
    return missing.length > 0 ? null : (Object.fromEntries(values) as Record<N[number], string>);
  }
  function key(name: string, pem: (text: string) => string | null, text: string | undefined): string {
    const read = text === undefined ? '' : pem(text);
    if (read === null) reject(name, 'must be an RSA key of 2048 bits or more, as PEM or as its base64');
    return read ?? '';
  }
  const gateway = (name: string, usual: string): string => url(name, ['https:', 'http:']) ?? usual;

  const alipay = whole(['ALIPAY_APP_ID', 'ALIPAY_PRIVATE_KEY', 'ALIPAY_PUBLIC_KEY']);
  const wechat = whole([
    'WECHAT_PAY_APP_ID',
    'WECHAT_PAY_MERCHANT_ID',
    'WECHAT_PAY_SERIAL',
    'WECHAT_PAY_PRIVATE_KEY',
    'WECHAT_PAY_API_KEY',
    'WECHAT_PAY_PUBLIC_KEY_ID',
    'WECHAT_PAY_PUBLIC_KEY',
  ]);
  const stripe = whole(['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']);
  if (wechat && wechat.WECHAT_PAY_API_KEY.length !== 32)
    reject('WECHAT_PAY_API_KEY', 'must have 32 characters');
  if (stripe && !/^(sk|rk)_(test|live)_/.test(stripe.STRIPE_SECRET_KEY))
    reject('STRIPE_SECRET_KEY', 'must begin with sk_live_, rk_live_, sk_test_ or rk_test_');
  if (stripe && !stripe.STRIPE_WEBHOOK_SECRET.startsWith('whsec_'))
    reject('STRIPE_WEBHOOK_SECRET', 'must begin with whsec_');
  return {
    alipay: alipay && {
      appId: alipay.ALIPAY_APP_ID,
      privateKey: key('ALIPAY_PRIVATE_KEY', privateKeyOf, alipay.ALIPAY_PRIVATE_KEY),
      publicKey: key('ALIPAY_PUBLIC_KEY', publicKeyOf, alipay.ALIPAY_PUBLIC_KEY),
      gateway: gateway('ALIPAY_GATEWAY', 'https://openapi.alipay.com/gateway.do'),
    },
    wechatPay: wechat && {
      appId: wechat.WECHAT_PAY_APP_ID,
      merchantId: wechat.WECHAT_PAY_MERCHANT_ID,
      serial: wechat.WECHAT_PAY_SERIAL,
      privateKey: key('WECHAT_PAY_PRIVATE_KEY', privateKeyOf, wechat.WECHAT_PAY_PRIVATE_KEY),
      apiKey: wechat.WECHAT_PAY_API_KEY,
      publicKeyId: wechat.WECHAT_PAY_PUBLIC_KEY_ID,
      publicKey: key('WECHAT_PAY_PUBLIC_KEY', publicKeyOf, wechat.WECHAT_PAY_PUBLIC_KEY),
      gateway: gateway('WECHAT_PAY_GATEWAY', 'https://api.mch.weixin.qq.com/'),
    },
    stripe: stripe && {
      secretKey: stripe.STRIPE_SECRET_KEY,
      webhookSecret: stripe.STRIPE_WEBHOOK_SECRET,
      gateway: gateway('STRIPE_GATEWAY', 'https://api.stripe.com'),
    },
  };
}

/** A PKCS#1 key as PEM; Alipay's tool outputs only the base64. Null when it is invalid, or too short to be safe. */
const privateKeyOf = (text: string): string | null =>
  rsa(text, ['PRIVATE KEY', 'RSA PRIVATE KEY'], createPrivateKey)
    ?.export({ type: 'pkcs1', format: 'pem' })
    .toString() ?? null;
const publicKeyOf = (text: string): string | null =>
  rsa(text, ['PUBLIC KEY'], createPublicKey)?.export({ type: 'spki', format: 'pem' }).toString() ?? null;

function rsa(text: string, kinds: readonly string[], read: (pem: string) => KeyObject): KeyObject | null {
  // An environment file holds a PEM on one line, with `\n` as line ends.
  const given = text.replaceAll('\\n', '\n');
  const candidates = given.includes('-----')
    ? [given]
    : kinds.map((kind) => `-----BEGIN ${kind}-----\n${given.trim()}\n-----END ${kind}-----`);
  for (const pem of candidates) {
    try {
      const key = read(pem);
      const { modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
      if (key.asymmetricKeyType === 'rsa' && modulusLength >= 2048) return key;
    } catch {
      // May be the other kind.
    }
  }
  return null;
}
