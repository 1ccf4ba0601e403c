import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { health } from '@yunduo/api-contract';
import { testApp, type TestApp } from '../../testing/app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

test('says that it lives and that it is ready', async () => {
  expect((await api.call(health.live, undefined)).data).toEqual({ status: 'ok' });
  expect((await api.call(health.ready, undefined)).data).toEqual({
    status: 'ok',
    database: true,
    mail: true,
    storage: true,
  });
});
