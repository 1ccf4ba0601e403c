import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { appStore } from '@yunduo/api-contract';
import { eq } from 'drizzle-orm';
import { apps } from '../../db/schema/store.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { createApp } from '../../testing/builders.ts';
import { SEED_NOW } from '../../testing/environment.ts';
import { newcomer } from '../../testing/people.ts';

let api: TestApp;
let token: string;
beforeAll(async () => {
  api = await testApp({ seeded: true });
  ({ token } = await newcomer(api));
});
afterAll(() => api.close());

const mine = async (who = token) =>
  (await api.call(appStore.list, { cate: 'my' }, { token: who })).data.list.map(({ id }) => id);

test('a saved app is listed until it is unsaved; both calls are idempotent', async () => {
  const { id } = await createApp(api.db, { now: SEED_NOW });
  for (let time = 0; time < 2; time += 1) {
    expect((await api.call(appStore.save, { id }, { token })).data).toEqual({ saved: true });
    expect(await mine()).toEqual([id]);
  }
  const other = await newcomer(api);
  expect(await mine(other.token)).toEqual([]);
  await api.call(appStore.unsave, { id }, { token: other.token });
  expect(await mine()).toEqual([id]);
  for (let time = 0; time < 2; time += 1) {
    expect((await api.call(appStore.unsave, { id }, { token })).data).toEqual({ saved: false });
    expect(await mine()).toEqual([]);
  }
});

test('an unpublished app cannot be saved, but can be unsaved', async () => {
  const { id } = await createApp(api.db, { now: SEED_NOW });
  await api.call(appStore.save, { id }, { token });
  await api.db.update(apps).set({ status: 'unpublished' }).where(eq(apps.id, id));
  for (const unknown of [id, 2_147_483_647]) {
    expect(await api.call(appStore.save, { id: unknown }, { token })).toMatchObject({
      status: 404,
      code: 'APP_NOT_FOUND',
    });
  }
  await api.call(appStore.unsave, { id }, { token });
  await api.db.update(apps).set({ status: 'published' }).where(eq(apps.id, id));
  expect(await mine()).toEqual([]);
});

test('returns the saved state to its own user only', async () => {
  const { id } = await createApp(api.db, { now: SEED_NOW });
  const saved = async (who = token) => (await api.call(appStore.saved, { id }, { token: who })).data;
  expect(await saved()).toEqual({ saved: false });
  await api.call(appStore.save, { id }, { token });
  expect(await saved()).toEqual({ saved: true });
  expect(await saved((await newcomer(api)).token)).toEqual({ saved: false });
  await api.call(appStore.unsave, { id }, { token });
  expect(await saved()).toEqual({ saved: false });
});

test('returns 401 without a session', async () => {
  for (const call of [appStore.saved, appStore.save, appStore.unsave]) {
    expect((await api.call(call, { id: 1 })).status).toBe(401);
  }
});
