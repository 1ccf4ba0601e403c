// Simulated Alipay, WeChat Pay and Stripe on loopback: signatures are created and verified with `node:crypto` according
// to their documentation, without the libraries that the product uses.
import {
  createCipheriv,
  createHmac,
  createSign,
  createVerify,
  generateKeyPairSync,
  randomBytes,
} from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Keys {
  publicKey: string;
  privateKey: string;
}
const rsaKeys = (): Keys =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
const signed = (text: string, { privateKey }: Keys, algorithm = 'RSA-SHA256'): string =>
  createSign(algorithm).update(text).sign(privateKey, 'base64');
const holds = (text: string, signature: string, { publicKey }: Keys): boolean =>
  createVerify('RSA-SHA256').update(text).verify(publicKey, signature, 'base64');

/** A payment attempt as stored by the company. */
export interface Trade {
  no: string;
  total: number;
  /** Default: CNY, the only currency that Alipay knows. */
  currency?: string;
  state: 'open' | 'paid' | 'closed';
  id: string;
  /** What the company shows the buyer, and the deadline that it was given. */
  shown?: { name?: string; locale?: string; until?: string; ip?: string };
  /** The parameters of its first request. */
  first?: string;
  /** Stripe: the buyer has paid by a bank, whose money is in transit. */
  inTransit?: boolean;
}

/** A notification to the product. */
export interface SentNotice {
  url: string;
  headers: Record<string, string>;
  payload: string;
}

export interface Gateway {
  /** Environment variables that make the product use it. */
  env: Record<string, string>;
  trades: Map<string, Trade>;
  /** Requested refunds, by number and amount. */
  refunds: string[];
  /** Received requests, by method and path. */
  requests: string[];
  /** While true, it answers only with errors. */
  down: boolean;
  /** Its answer to the next refunds, or Alipay's about a trade that it does not know; empty for the usual one. */
  answer: string;
  /** Its notification about a trade, timed by the product's clock; `event` is its type, `algorithm` its cipher. */
  notice(trade: Trade, now: Date, change?: Record<string, string>): SentNotice;
  close(): Promise<void>;
}

interface Requested {
  method: string;
  url: URL;
  body: string;
  headers: IncomingMessage['headers'];
}
interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body: string;
}

async function listen(
  answer: (requested: Requested) => Answer,
  gateway: () => Gateway,
): Promise<{ origin: string; close(): Promise<void> }> {
  const server: Server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://127.0.0.1');
      const method = request.method ?? 'GET';
      gateway().requests.push(`${method} ${url.pathname}`);
      const {
        status = 200,
        headers,
        body,
      } = gateway().down
        ? { status: 503, headers: {}, body: '{}' }
        : answer({ method, url, body: Buffer.concat(parts).toString('utf8'), headers: request.headers });
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const REFUSED: Answer = { status: 401, body: '{"code":"SIGN_ERROR","message":"signature"}' };
const yuan = (fen: number): string => `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`;

/** https://opendocs.alipay.com/common/02kf5q: parameters sorted by name, joined with `&`, RSA2. */
export async function alipayGateway(): Promise<
  Gateway & { open(payUrl: string): { trade: Trade; notifyUrl: string; returnUrl: string; method: string } }
> {
  const [app, alipay] = [rsaKeys(), rsaKeys()];
  const content = (fields: Record<string, string>): string =>
    Object.keys(fields)
      .filter((name) => name !== 'sign' && fields[name] !== '')
      .sort()
      .map((name) => `${name}=${fields[name]}`)
      .join('&');
  const trusted = (fields: Record<string, string>): boolean =>
    fields['sign_type'] === 'RSA2' && holds(content(fields), fields['sign'] ?? '', app);
  const gateway: Gateway & { open(payUrl: string): never } = {
    env: {},
    trades: new Map(),
    refunds: [],
    requests: [],
    down: false,
    answer: '',
    notice(trade, _now, change = {}) {
      const fields: Record<string, string> = {
        app_id: '2021000000000000',
        notify_type: 'trade_status_sync',
        out_trade_no: trade.no,
        trade_no: trade.id,
        trade_status: trade.state === 'paid' ? 'TRADE_SUCCESS' : 'TRADE_CLOSED',
        total_amount: yuan(trade.total),
        sign_type: 'RSA2',
        ...change,
      };
      const algorithm = fields['sign_type'] === 'RSA' ? 'RSA-SHA1' : 'RSA-SHA256';
      // Alipay's notifications are signed without `sign_type`.
      fields['sign'] = signed(content({ ...fields, sign_type: '' }), alipay, algorithm);
      return {
        url: '/api/pay_notify/alipay',
        headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
        payload: new URLSearchParams(fields).toString(),
      };
    },
    open: ((payUrl: string) => {
      const fields = Object.fromEntries(new URL(payUrl).searchParams);
      if (!trusted(fields)) throw new Error('the address is not signed by the app');
      const bought = JSON.parse(fields['biz_content'] ?? '{}') as Record<string, string>;
      const {
        out_trade_no: no,
        total_amount: sum,
        subject,
        product_code: product,
        time_expire: end,
      } = bought;
      const expected = fields['method']?.includes('.wap.') ? 'QUICK_WAP_WAY' : 'FAST_INSTANT_TRADE_PAY';
      if (
        !subject ||
        /[/=&]/.test(subject) ||
        product !== expected ||
        !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(end ?? '')
      )
        throw new Error(`the page refuses ${JSON.stringify(bought)}`);
      const trade: Trade = {
        no: no ?? '',
        total: Math.round(Number(sum) * 100),
        state: 'open',
        id: `2026112122001${randomBytes(4).readUInt32BE()}`,
        shown: { name: subject, until: end ?? '' },
        first: JSON.stringify([sum, subject, end]),
      };
      const known = gateway.trades.get(trade.no) ?? trade;
      if (known.first !== trade.first) throw new Error('CONTEXT_INCONSISTENT');
      gateway.trades.set(trade.no, known);
      return {
        trade: known,
        notifyUrl: fields['notify_url'] ?? '',
        returnUrl: fields['return_url'] ?? '',
        method: fields['method'] ?? '',
      };
    }) as never,
    close: () => server.close(),
  };
  const server = await listen(
    ({ url, body }) => {
      const fields = {
        ...Object.fromEntries(url.searchParams),
        ...Object.fromEntries(new URLSearchParams(body)),
      };
      if (!trusted(fields)) return REFUSED;
      const method = fields['method'] ?? '';
      const requested = JSON.parse(fields['biz_content'] ?? '{}') as Record<string, string>;
      const trade = [...gateway.trades.values()].find(
        ({ no, id }) => no === requested['out_trade_no'] || id === requested['trade_no'],
      );
      let answer: Record<string, string> = {
        code: '40004',
        sub_code: gateway.answer || 'ACQ.TRADE_NOT_EXIST',
      };
      const closes = method.endsWith('close');
      if (trade && closes && trade.state !== 'open')
        answer = { code: '40004', sub_code: 'ACQ.REASON_TRADE_STATUS_INVALID' };
      else if (trade) {
        if (closes) trade.state = 'closed';
        if (method.endsWith('refund'))
          gateway.refunds.push(`${requested['out_request_no']} ${requested['refund_amount']}`);
        answer = {
          code: '10000',
          msg: 'Success',
          trade_no: trade.id,
          out_trade_no: trade.no,
          trade_status: { open: 'WAIT_BUYER_PAY', paid: 'TRADE_SUCCESS', closed: 'TRADE_CLOSED' }[
            trade.state
          ],
          total_amount: yuan(trade.total),
        };
      }
      const text = JSON.stringify(answer);
      return {
        body: `{"${method.replaceAll('.', '_')}_response":${text},"sign":"${signed(text, alipay)}"}`,
      };
    },
    () => gateway,
  );
  gateway.env = {
    ALIPAY_APP_ID: '2021000000000000',
    // As Alipay's tool outputs them: only the base64.
    ALIPAY_PRIVATE_KEY: app.privateKey.replaceAll(/-----.*-----|\n/g, ''),
    ALIPAY_PUBLIC_KEY: alipay.publicKey.replaceAll(/-----.*-----|\n/g, ''),
    ALIPAY_GATEWAY: `${server.origin}/gateway.do`,
  };
  return gateway;
}

/** https://pay.weixin.qq.com/doc/v3/merchant/4012365342: method, path, time, nonce and body, one per line. */
export async function wechatGateway(): Promise<Gateway> {
  const [merchant, platform] = [rsaKeys(), rsaKeys()];
  const apiKey = randomBytes(16).toString('hex');
  const publicKeyId = 'PUB_KEY_ID_0000000000000000000000000001';
  const transaction = ({ no, id, state, total, currency = 'CNY' }: Trade) => ({
    appid: 'wx0000000000000000',
    mchid: '1900000001',
    out_trade_no: no,
    ...(state === 'paid' && { transaction_id: id }),
    trade_state: { open: 'NOTPAY', paid: 'SUCCESS', closed: 'CLOSED' }[state],
    amount: { total, currency },
  });
  const gateway: Gateway = {
    env: {},
    trades: new Map(),
    refunds: [],
    requests: [],
    down: false,
    answer: '',
    notice(
      trade,
      now,
      {
        event = 'TRANSACTION.SUCCESS',
        algorithm = 'AEAD_AES_256_GCM',
        ...change
      }: Record<string, string> = {},
    ) {
      const nonce = randomBytes(6).toString('hex');
      const cipher = createCipheriv('aes-256-gcm', apiKey, nonce).setAAD(Buffer.from('transaction'));
      const plain = JSON.stringify({ ...transaction(trade), ...change });
      const ciphertext = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      const payload = JSON.stringify({
        id: 'EV-1',
        event_type: event,
        resource: {
          algorithm,
          ciphertext: ciphertext.toString('base64'),
          nonce,
          associated_data: 'transaction',
        },
      });
      return { url: '/api/pay_notify/wechat_pay', headers: headersOf(payload, now), payload };
    },
    close: () => server.close(),
  };
  const headersOf = (body: string, now: Date): Record<string, string> => {
    const [timestamp, nonce] = [String(Math.floor(now.getTime() / 1000)), randomBytes(8).toString('hex')];
    return {
      'content-type': 'application/json',
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': nonce,
      'wechatpay-serial': publicKeyId,
      'wechatpay-signature': signed(`${timestamp}\n${nonce}\n${body}\n`, platform),
    };
  };
  const server = await listen(
    ({ method, url, body, headers }) => {
      const given = Object.fromEntries(
        [...(headers.authorization ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
          name,
          value,
        ]),
      );
      const { timestamp, nonce_str: nonce, signature = '', mchid, serial_no: serial } = given;
      const text = `${method}\n${url.pathname}${url.search}\n${timestamp}\n${nonce}\n${body}\n`;
      if (mchid !== '1900000001' || serial !== '5157F09EFDC096DE' || !holds(text, signature, merchant))
        return REFUSED;
      const answered = (value: object): Answer => {
        const json = JSON.stringify(value);
        return { headers: headersOf(json, new Date()), body: json };
      };
      const requested = (body ? JSON.parse(body) : {}) as Partial<Record<string, string>> & {
        amount?: { total?: number; refund?: number; currency?: string };
        scene_info?: { payer_client_ip?: string; h5_info?: { type?: string } };
      };
      const { amount, scene_info: scene } = requested;
      const kind = /^\/v3\/pay\/transactions\/(native|h5)$/.exec(url.pathname)?.[1];
      const closes = url.pathname.endsWith('/close');
      const refund = url.pathname === '/v3/refund/domestic/refunds';
      // As strict as the company about what it demands.
      const demanded = kind
        ? ['appid', 'mchid', 'description', 'out_trade_no', 'time_expire', 'notify_url']
        : refund
          ? ['transaction_id', 'out_refund_no']
          : closes
            ? ['mchid']
            : [];
      const lacks =
        demanded.some((name) => !requested[name]) ||
        Array.from(requested.description ?? '').length > 127 ||
        ((kind || refund) && (!amount?.total || amount.currency !== 'CNY')) ||
        (refund && !amount?.refund) ||
        (kind === 'h5' && (!scene?.payer_client_ip || !scene.h5_info?.type));
      if (lacks) return { status: 400, body: '{"code":"PARAM_ERROR","message":"parameters"}' };
      if (kind) {
        const no = requested.out_trade_no ?? '';
        const known = gateway.trades.get(no);
        // The buyer's network may differ, and nothing else.
        const first = JSON.stringify({ ...requested, scene_info: null });
        if (known && (known.state !== 'open' || known.first !== first))
          return { status: 400, body: '{"code":"INVALID_REQUEST","message":"201 out_trade_no"}' };
        gateway.trades.set(
          no,
          known ?? {
            no,
            total: requested.amount?.total ?? 0,
            state: 'open',
            id: `4200${randomBytes(4).readUInt32BE()}`,
            shown: {
              name: requested.description ?? '',
              until: requested.time_expire ?? '',
              ip: scene?.payer_client_ip ?? '',
            },
            first,
          },
        );
        return answered(
          kind === 'native'
            ? { code_url: `weixin://wxpay/bizpayurl?pr=${no}` }
            : { h5_url: `https://wx.tenpay.example/cgi-bin/checkmweb?prepay_id=${no}` },
        );
      }
      if (refund) {
        gateway.refunds.push(`${requested.out_refund_no} ${requested.amount?.refund}`);
        return answered({ status: 'PROCESSING' });
      }
      const trade = gateway.trades.get(decodeURIComponent(url.pathname.split('/')[5] ?? ''));
      if (!trade) return { status: 404, body: '{"code":"ORDER_NOT_EXIST"}' };
      if (!closes) return answered(transaction(trade));
      if (trade.state !== 'open') return { status: 400, body: '{"code":"ORDER_CLOSED"}' };
      trade.state = 'closed';
      return { status: 204, headers: headersOf('', new Date()), body: '' };
    },
    () => gateway,
  );
  gateway.env = {
    WECHAT_PAY_APP_ID: 'wx0000000000000000',
    WECHAT_PAY_MERCHANT_ID: '1900000001',
    WECHAT_PAY_SERIAL: '5157F09EFDC096DE',
    // As one line of an environment file.
    WECHAT_PAY_PRIVATE_KEY: merchant.privateKey.replaceAll('\n', '\\n'),
    WECHAT_PAY_API_KEY: apiKey,
    WECHAT_PAY_PUBLIC_KEY_ID: publicKeyId,
    WECHAT_PAY_PUBLIC_KEY: platform.publicKey,
    WECHAT_PAY_GATEWAY: `${server.origin}/`,
  };
  return gateway;
}

/** https://docs.stripe.com/webhooks#verify-manually: HMAC-SHA-256 over timestamp and body. */
export async function stripeGateway(): Promise<Gateway> {
  const [secretKey, webhookSecret] = ['sk_test_gateway', 'whsec_gateway'];
  const session = ({ no, id, state, total, currency = 'CNY', inTransit }: Trade) => ({
    id,
    object: 'checkout.session',
    client_reference_id: no,
    amount_total: total,
    currency: currency.toLowerCase(),
    status: { open: 'open', paid: 'complete', closed: 'expired' }[state],
    payment_status: state === 'paid' && !inTransit ? 'paid' : 'unpaid',
    payment_intent: state === 'paid' ? `pi_${id}` : null,
    url: state === 'open' ? `https://checkout.stripe.example/c/pay/${id}` : null,
  });
  const gateway: Gateway = {
    env: {},
    trades: new Map(),
    refunds: [],
    requests: [],
    down: false,
    answer: '',
    notice(trade, now, { event, ...change }: Record<string, string> = {}) {
      const payload = JSON.stringify({
        id: 'evt_1',
        object: 'event',
        type: `checkout.session.${event ?? (trade.state === 'paid' ? 'completed' : 'expired')}`,
        data: { object: { ...session(trade), ...change } },
      });
      const time = Math.floor(now.getTime() / 1000);
      const mac = createHmac('sha256', webhookSecret).update(`${time}.${payload}`).digest('hex');
      return {
        url: '/api/pay_notify/stripe',
        headers: { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${mac}` },
        payload,
      };
    },
    close: () => server.close(),
  };
  const byKey = new Map<string, { id: string; body: string }>();
  const server = await listen(
    ({ method, url, body, headers }) => {
      if (headers.authorization !== `Bearer ${secretKey}`)
        return { status: 401, body: '{"error":{"type":"invalid_request_error"}}' };
      const fields = new URLSearchParams(body);
      const key = `${url.pathname} ${String(headers['idempotency-key'])}`;
      if (url.pathname === '/v1/refunds' && gateway.answer === 'charge_already_refunded')
        return { status: 400, body: `{"error":{"type":"invalid_request_error","code":"${gateway.answer}"}}` };
      if (url.pathname === '/v1/refunds') {
        gateway.refunds.push(`${String(headers['idempotency-key'])} ${fields.get('payment_intent')}`);
        return { body: `{"id":"re_1","object":"refund","status":"${gateway.answer || 'succeeded'}"}` };
      }
      const [, expired] = /^\/v1\/checkout\/sessions\/(.+)\/expire$/.exec(url.pathname) ?? [];
      const closing = gateway.trades.get(expired ?? '');
      if (closing?.state === 'open') {
        closing.state = 'closed';
        return { body: JSON.stringify(session(closing)) };
      }
      if (method === 'POST') {
        // As strict as Stripe itself, whose currencies are in lower case.
        const item = 'line_items[0]';
        const isOrder =
          fields.get('mode') === 'payment' &&
          !!headers['idempotency-key'] &&
          ['zh', 'en'].includes(fields.get('locale') ?? '') &&
          !!fields.get('metadata[payment_no]') &&
          !!fields.get('metadata[order_no]') &&
          fields.get(`${item}[quantity]`) === '1' &&
          fields.get(`${item}[price_data][currency]`) === 'cny' &&
          !!fields.get(`${item}[price_data][product_data][name]`) &&
          ['success_url', 'cancel_url'].every((name) => URL.canParse(fields.get(name) ?? ''));
        if (!isOrder) return { status: 400, body: '{"error":{"type":"invalid_request_error"}}' };
        const known = byKey.get(key);
        if (known && known.body !== body)
          return { status: 400, body: '{"error":{"type":"idempotency_error"}}' };
        const id = known?.id ?? `cs_test_${randomBytes(6).toString('hex')}`;
        byKey.set(key, { id, body });
        const trade = gateway.trades.get(id) ?? {
          no: fields.get('client_reference_id') ?? '',
          total: Number(fields.get('line_items[0][price_data][unit_amount]')),
          state: 'open',
          id,
          shown: {
            name: fields.get(`${item}[price_data][product_data][name]`) ?? '',
            locale: fields.get('locale') ?? '',
            until: fields.get('expires_at') ?? '',
          },
        };
        gateway.trades.set(id, trade);
        return { body: JSON.stringify(session(trade)) };
      }
      const trade = gateway.trades.get(url.pathname.split('/').at(-1) ?? '');
      return trade
        ? { body: JSON.stringify(session(trade)) }
        : { status: 404, body: '{"error":{"type":"invalid_request_error","code":"resource_missing"}}' };
    },
    () => gateway,
  );
  gateway.env = {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_GATEWAY: server.origin,
  };
  return gateway;
}
