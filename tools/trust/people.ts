import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { solveSliderWork, type SliderWork } from '@yunduo/api-contract/proof-of-work';
import { SIGNING_KEY, type ApiClient, type Ask } from './api-process.ts';

const PASSWORD = 'Harbour-light7';

interface Mail {
  to: string;
  text: string;
}

export const mailsTo = async (api: ApiClient, email: string): Promise<Mail[]> =>
  (await api.dev<Mail[]>(`/mail.json?to=${encodeURIComponent(email)}`)).filter(({ to }) =>
    to.includes(email),
  );

const MAIL_TRIES = 100;
const MAIL_PAUSE = 50;

/** Emails are sent after their transaction: waits for one, with a limit. */
async function awaitMail(api: ApiClient, email: string): Promise<Mail[]> {
  for (let attempt = 0; attempt < MAIL_TRIES; attempt += 1) {
    const mails = await mailsTo(api, email);
    if (mails.length) return mails;
    await pause(MAIL_PAUSE);
  }
  return [];
}

const PICTURE_TRIES = 5;

/** Milliseconds. */
const FASTEST = 300;

interface Drawn {
  challenge_id: string;
  /** Missing from the API of an earlier version. */
  work?: SliderWork;
}

/** A captcha ticket, with the solution from test mode; a busy machine may reject new pictures. */
export async function solvedCaptcha(api: ApiClient, scene: string, address: string): Promise<string> {
  const draw = () => api.ask<Drawn>('POST', '/captcha/challenge', { data: { scene }, address });
  let drawn = await draw();
  for (let tries = 1; drawn.status === 503 && tries < PICTURE_TRIES; tries += 1) {
    await pause(1_000);
    drawn = await draw();
  }
  if (drawn.status !== 200) throw new Error(`/captcha/challenge: ${drawn.status} ${drawn.code}`);
  // Counted from the response on: by the server's clock it is longer, including the time that the request
  // waited.
  const seen = performance.now();
  const { challenge_id, work } = drawn.data;
  const { x } = await api.dev<{ x: number }>(`/captcha/${challenge_id}`);
  const answer = {
    challenge_id,
    x,
    track: [
      [0, 0, 0],
      [x, 0, 900],
    ],
    duration_ms: 900,
    input: 'keyboard',
    proof: work && solveSliderWork(work, work.parts_without_track),
  };
  // The server rejects an answer that is faster than a person.
  await pause(Math.max(0, FASTEST - (performance.now() - seen)));
  return (await api.call<{ ticket: string }>('POST', '/captcha/verify', answer, address)).ticket;
}

/** Registers a visitor with a code from the mailbox; `told` is called when the code is acknowledged. */
export async function registerOne(
  api: ApiClient,
  reported: (email: string) => void = () => undefined,
): Promise<string> {
  const email = `crash-${randomBytes(8).toString('hex')}@example.com`;
  const address = someAddress();
  const captcha_ticket = await solvedCaptcha(api, 'send_email', address);
  await api.call(
    'POST',
    '/user_auth/send_email',
    { email, scene: 'AUTH_REGISTER_EMAIL', captcha_ticket },
    address,
  );
  reported(email);
  const [mail] = await awaitMail(api, email);
  const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
  const account = { email, code, password: PASSWORD, password_confirm: PASSWORD, agree: true };
  await api.call('POST', '/user_auth/register', account, address);
  return email;
}

/** True if the process still answers; a rejection is an answer. */
export const isAlive = (api: ApiClient): Promise<boolean> =>
  fetch(`${api.origin}/api/health/live`).then(
    () => true,
    () => false,
  );

/** Password of the seeded accounts. */
export const SEED_PASSWORD = 'Yunduo2026';

export const someAddress = (): string => `10.${randomInt(1, 250)}.${randomInt(256)}.${randomInt(1, 255)}`;
export const someServer = (): string => createHash('sha256').update(randomBytes(16)).digest('hex');

const TRIES = 10;

/**
 * A token of an account; a new client address each time, so that no rate limit applies. A busy machine may
 * answer 503 in between.
 */
export async function signIn(api: ApiClient, email: string, password = PASSWORD): Promise<string> {
  const data = { email, password, agree: true };
  for (let tries = 1; ; tries += 1) {
    const request = { data, address: someAddress() };
    const answer = await api.ask<{ token: string }>('POST', '/user_auth/login', request);
    if (answer.status === 200) return answer.data.token;
    if (answer.status !== 503 || tries === TRIES) {
      throw new Error(`/user_auth/login: ${answer.status} ${answer.code}`);
    }
    await pause(1_000);
  }
}

export interface Person {
  email: string;
  token: string;
}

/** A new account; if a busy machine fails half-way, another one. */
export async function newPerson(api: ApiClient): Promise<Person> {
  for (let tries = 1; ; tries += 1) {
    try {
      const email = await registerOne(api);
      return { email, token: await signIn(api, email) };
    } catch (error) {
      if (tries === TRIES) throw error;
      await pause(1_000);
    }
  }
}

export interface Order {
  order_no: string;
  amount: number;
  currency: string;
}

export async function createOrder(api: ApiClient, token: string, headers = {}): Promise<Order> {
  return api.call<Order>('POST', '/order/create', { plan: 'm1', quantity: 1 }, { token, headers });
}

/** Starts a sandbox payment; returns the notification that the sandbox would send. */
export async function beginPayment(api: ApiClient, token: string, order: Order): Promise<object> {
  const input = { order_no: order.order_no, provider: 'sandbox' };
  const { pay_url } = await api.call<{ pay_url: string }>('POST', '/order/pay', input, { token });
  return {
    order_no: order.order_no,
    payment_no: /\/dev\/pay\/([^/?]+)/.exec(pay_url)?.[1] ?? '',
    transaction_id: `trust-${randomBytes(8).toString('hex')}`,
    status: 'paid',
    amount: order.amount,
    currency: order.currency,
  };
}

/** The notification, signed as a payment provider signs it. */
export function signedNotice(notice: object): Ask {
  const raw = JSON.stringify(notice);
  const key = createHash('sha256').update(`pay:sandbox\0${SIGNING_KEY}`).digest();
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', key).update(`${timestamp}.${raw}`).digest('hex');
  return { data: notice, headers: { 'x-pay-timestamp': timestamp, 'x-pay-signature': signature } };
}

/** A paid order with its licence. */
export async function paidOrder(
  api: ApiClient,
  token: string,
): Promise<Order & { code: string; id: number }> {
  const order = await createOrder(api, token);
  const notice = await beginPayment(api, token, order);
  const { status, code } = await api.ask('POST', '/pay_notify/sandbox', signedNotice(notice));
  if (status !== 200) throw new Error(`/pay_notify/sandbox: ${status} ${code}`);
  const { list } = await api.call<{ list: { id: number; order_no: string }[] }>(
    'GET',
    '/auth_code/my',
    { page_size: '100' },
    { token },
  );
  const id = list.find(({ order_no }) => order_no === order.order_no)?.id ?? 0;
  const detail = await api.call<{ code: string }>('GET', '/auth_code/detail', { id }, { token });
  return { ...order, id, code: detail.code };
}
