import createClient from 'openapi-fetch';
import type { paths } from './yunduo.d.ts';

const api = createClient<paths>({
  baseUrl: 'https://yunduo.example',
  headers: { Authorization: `Bearer ${process.env['TOKEN']}` },
});

/** One key per action: every attempt carries the same one. */
async function orderOnce(attempts = 3): Promise<string> {
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { data, error } = await api.POST('/api/order/create', {
        headers,
        body: { plan: 'm12', quantity: 1 },
      });
      if (error) throw new Error(error.msg);
      return data.data.order_no;
    } catch (failure) {
      // The connection broke: it is unknown whether the order was placed. Asking again is safe.
      if (!(failure instanceof TypeError) || attempt === attempts) throw failure;
    }
  }
}

console.log(await orderOnce());
