import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { userInfo } from '@yunduo/api-contract';
import { SESSION } from '@yunduo/validation';
import { captchaTickets, emailCodes, sessions, throttles } from '../../db/schema/index.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { registered, signedInAs, ticketFor } from '../../testing/people.ts';
import { removeExpired } from './housekeeping.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp({ seeded: true });
});
afterAll(() => api.close());

const counts = () =>
  Promise.all([throttles, captchaTickets, emailCodes, sessions].map((table) => api.db.$count(table)));

test('removes what has expired and nothing that lives', async () => {
  const { token } = await signedInAs(api, await registered(api));
  await ticketFor(api, 'login');
  await removeExpired(api.db, api.clock.now());
  expect((await counts()).every((count) => count > 0)).toBe(true);
  expect((await api.call(userInfo.index, undefined, { token })).status).toBe(200);
  api.clock.advance(SESSION.idle * 3);
  await removeExpired(api.db, api.clock.now());
  expect(await counts()).toEqual([0, 0, 0, 0]);
});
