import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { order } from '@yunduo/api-contract';
import { eq } from 'drizzle-orm';
import { orders } from '../db/schema/index.ts';
import { testApp, type TestApp } from '../testing/app.ts';
import { newcomer } from '../testing/people.ts';
import { restarted } from '../testing/second-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp({ seeded: true });
});
afterAll(() => api.close());

test('twenty requests with one idempotency key, ten after a restart, have one effect and one response', async () => {
  const { token, user } = await newcomer(api);
  const caller = { token, headers: { 'idempotency-key': 'restarted-0001' } };
  const request = { plan: 'm3', quantity: 2 };
  const ten = Array.from({ length: 10 }, () => request);
  const before = await Promise.all(ten.map((input) => api.call(order.create, input, caller)));
  await restarted(api, async (call) => {
    const after = await Promise.all(ten.map((input) => call(order.create, input, caller)));
    for (const answer of [...before, ...after]) {
      expect({ status: answer.status, data: answer.data }).toEqual({ status: 200, data: before[0]?.data });
    }
    expect(await api.db.$count(orders, eq(orders.userId, user.id))).toBe(1);
    const other = await call(order.create, { plan: 'm1', quantity: 1 }, caller);
    expect(other).toMatchObject({ status: 400, code: 'IDEMPOTENCY_CONFLICT' });
  });
});
