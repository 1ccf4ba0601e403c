import { randomBytes, randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import type { LicencePlan } from '@yunduo/validation';
import { expect, passwordOf } from './fixtures.ts';

/** The fields of a licence that tests use. */
export interface Licence {
  id: number;
  code: string;
  code_tail: string;
}

/** A user who calls the API from outside the browser, for a test's preconditions. */
export class Member {
  readonly token: string;
  readonly #request: APIRequestContext;

  private constructor(request: APIRequestContext, token: string) {
    this.#request = request;
    this.token = token;
  }

  static async signedIn(request: APIRequestContext, email: string, device = 'e2e'): Promise<Member> {
    const answer = await request.post('/api/user_auth/login', {
      data: { email, password: passwordOf(email), agree: true },
      headers: { 'user-agent': device },
    });
    const { data } = (await answer.json()) as { data: { token: string } };
    return new Member(request, data.token);
  }

  async get<T>(url: string): Promise<T> {
    return this.#dataOf<T>(await this.#request.get(`/api${url}`, { headers: this.#headers() }));
  }

  async post<T>(url: string, data: object): Promise<T> {
    return this.#dataOf<T>(await this.#request.post(`/api${url}`, { data, headers: this.#headers() }));
  }

  /** A call that should be rejected; returns the error code. */
  async refusal(url: string, data: object): Promise<string> {
    const answer = await this.#request.post(`/api${url}`, { data, headers: this.#headers() });
    return ((await answer.json()) as { code: string }).code;
  }

  /** Creates an order and leaves it unpaid; returns its number. */
  async order(plan: LicencePlan = 'm1'): Promise<string> {
    const { order_no } = await this.post<{ order_no: string }>('/order/create', { plan, quantity: 1 });
    return order_no;
  }

  /** Pays an order on the sandbox provider's page. */
  async pay(orderNo: string): Promise<void> {
    const input = { order_no: orderNo, provider: 'sandbox' };
    const { pay_url } = await this.post<{ pay_url: string }>('/order/pay', input);
    const paid = await this.#request.post(pay_url, { form: { outcome: 'pay' }, maxRedirects: 0 });
    expect(paid.status()).toBe(303);
  }

  /** Buys one code; returns it and the number of its order. */
  async buy(plan: LicencePlan = 'm1'): Promise<{ licence: Licence; orderNo: string }> {
    const orderNo = await this.order(plan);
    await this.pay(orderNo);
    const { list } = await this.get<{ list: Licence[] }>('/auth_code/my');
    const [licence] = list;
    if (!licence) throw new Error('The order gave no code.');
    return { licence, orderNo };
  }

  /** Binds a code to a server; returns the server's fingerprint. */
  async bind({ code }: Licence, serverName: string): Promise<string> {
    const fingerprint = randomBytes(32).toString('hex');
    await this.post('/auth_code/bind', { code, server_name: serverName, fingerprint });
    return fingerprint;
  }

  #headers(): Record<string, string> {
    return { authorization: `Bearer ${this.token}`, 'idempotency-key': randomUUID() };
  }

  async #dataOf<T>(answer: Awaited<ReturnType<APIRequestContext['get']>>): Promise<T> {
    const body = (await answer.json()) as { code: string; msg: string; data: T };
    expect({ code: body.code, msg: body.msg }).toEqual({ code: 'OK', msg: body.msg });
    return body.data;
  }
}
