/** @jest-environment node */
import { expect, jest, test } from '@jest/globals';
import { site } from '@yunduo/api-contract';
import { contentApi } from './index.ts';
import { fakeClient, testStore } from './testing.ts';

test('an answer on the server starts no timer, which would outlive its request', async () => {
  jest.useFakeTimers();
  const store = testStore({ client: fakeClient([site.info, { name: 'Yunduo' }]) });
  const asked = store.dispatch(contentApi.endpoints.siteInfo.initiate());
  await asked;
  asked.unsubscribe();
  await jest.advanceTimersByTimeAsync(1000);
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});
