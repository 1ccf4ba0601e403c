import { expect, test } from '@jest/globals';
import { appStore, site } from '@yunduo/api-contract';
import { fakeClient, silence } from '@yunduo/data-access/testing';
import { createSharedAnswers } from './shared-answers.server.ts';

const LIST = { page: 1, page_size: 20, sort: 'recommend' } as const;

function sharing() {
  const clock = { now: 0 };
  const client = fakeClient(
    [site.info, { name: '云舵' }],
    [appStore.categories, { list: [] }],
    [appStore.list, {}],
  );
  const share = createSharedAnswers(() => clock.now);
  return {
    clock,
    client,
    page: (revision = '7', language: 'zh' | 'en' = 'zh') => share(client, language, revision),
  };
}

test('concurrent pages share site and categories; each requests its own list', async () => {
  const { client, page } = sharing();
  const answers = await Promise.all([page(), page()].map((one) => one.call(site.info, undefined)));
  expect(answers).toEqual([{ name: '云舵' }, { name: '云舵' }]);
  for (const one of [page(), page()]) {
    await one.call(appStore.categories, {});
    await one.call(appStore.list, LIST);
  }
  expect([site.info, appStore.categories, appStore.list].map(client.count)).toEqual([1, 1, 2]);
});

test('each language has its own responses', async () => {
  const { client, page } = sharing();
  await page('7', 'zh').call(site.info, undefined);
  await page('7', 'en').call(site.info, undefined);
  expect(client.count(site.info)).toBe(2);
});

test('another question has its own answer, and no page can cancel that of the others', async () => {
  const { client, page } = sharing();
  const signals: (AbortSignal | undefined)[] = [];
  client.answer(appStore.categories, (_input: never, signal) => {
    signals.push(signal);
    return { list: [] };
  });
  const { signal } = new AbortController();
  await page().call(appStore.categories, {}, { signal });
  await page().call(appStore.categories, { q: 'redis' }, { signal });
  await page().call(appStore.categories, { q: 'redis' }, { signal });
  expect(signals).toStrictEqual([undefined, undefined]);
});

test('requests again after a content change and after five seconds', async () => {
  const { client, clock, page } = sharing();
  await page('7').call(site.info, undefined);
  await page('8').call(site.info, undefined);
  expect(client.count(site.info)).toBe(2);
  clock.now = 4999;
  await page('8').call(site.info, undefined);
  expect(client.count(site.info)).toBe(2);
  clock.now = 5000;
  await page('8').call(site.info, undefined);
  expect(client.count(site.info)).toBe(3);
});

test('a failed response is requested again by the next page', async () => {
  const { client, page } = sharing();
  client.answer(site.info, () => {
    throw silence();
  });
  await expect(page().call(site.info, undefined)).rejects.toMatchObject({ code: 'NO_ANSWER' });
  client.answer(site.info, { name: '云舵' });
  expect(await page().call(site.info, undefined)).toEqual({ name: '云舵' });
});
