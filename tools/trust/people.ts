import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { SIGNING_KEY } from './api-process.ts';
import type { ApiClient, Ask } from './api-process.ts';
import { PASSWORD, registerOne } from './registration.ts';

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

/** A new developer account. */
export async function newDeveloper(api: ApiClient): Promise<Person> {
  const person = await newPerson(api);
  await api.call('POST', '/dev_center/join', { agree: true }, { token: person.token });
  return person;
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
