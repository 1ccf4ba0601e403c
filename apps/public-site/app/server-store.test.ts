/** @jest-environment node */
import { afterEach, expect, jest, test } from '@jest/globals';
import { contentApi, storeContext } from '@yunduo/data-access';
import { RouterContextProvider } from 'react-router';
import { REVISION_HEADER } from './revision-header.ts';
import { provideStore, serverStore } from './server-store.server.ts';

const PREVIEW = `7.1764000000.${'a'.repeat(43)}`;
const ARTICLE = { use_to: 'home_hero' };

afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

/** Answers every call of the API, and keeps its address and headers. */
function listening() {
  const calls: { url: URL; headers: Headers }[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    calls.push({ url: new URL(url as string), headers: new Headers(init?.headers) });
    return Promise.resolve(Response.json({ code: 'OK', msg: '', data: {} }));
  });
  return calls;
}

const requestOf = (address: string, revision?: string) =>
  new Request(`http://yunduo.example${address}`, {
    headers: revision === undefined ? {} : { [REVISION_HEADER]: revision },
  });

const siteInfo = (store: ReturnType<typeof serverStore>) =>
  store.dispatch(contentApi.endpoints.siteInfo.initiate());
const article = (store: ReturnType<typeof serverStore>) =>
  store.dispatch(contentApi.endpoints.specialArticle.initiate(ARTICLE));

test.each([
  ['/store/7', 'zh-cn', 'ZH'],
  ['/en/store/7', 'us', 'EN'],
])('%s is rendered with calls in %s and the state %s', async (address, language, sign) => {
  const calls = listening();
  const store = serverStore(requestOf(address));
  await siteInfo(store);
  expect(calls[0]?.headers.get('Lang')).toBe(language);
  expect(store.getState()).toMatchObject({ common: { languageSign: sign } });
});

test('calls go to the configured address of the API', async () => {
  const calls = listening();
  await siteInfo(serverStore(requestOf('/')));
  process.env['API_BASE_URL'] = 'http://api.internal:9000';
  await siteInfo(serverStore(requestOf('/')));
  delete process.env['API_BASE_URL'];
  expect(calls.map(({ url }) => url.origin)).toEqual(['http://127.0.0.1:4310', 'http://api.internal:9000']);
});

test('pages of one content revision share the site info; without a host each asks', async () => {
  const calls = listening();
  await siteInfo(serverStore(requestOf('/', '91')));
  await siteInfo(serverStore(requestOf('/store', '91')));
  expect(calls).toHaveLength(1);
  await siteInfo(serverStore(requestOf('/')));
  await siteInfo(serverStore(requestOf('/')));
  expect(calls).toHaveLength(3);
});

test('only the article of a preview is requested with its token', async () => {
  const calls = listening();
  const preview = serverStore(requestOf(`/?preview=${PREVIEW}`));
  await article(preview);
  await siteInfo(preview);
  await article(serverStore(requestOf('/?preview=7')));
  expect(calls.map(({ url }) => url.searchParams.get('preview'))).toEqual([PREVIEW, null, null]);
});

test('a call of a page ends after 2.5 seconds without an answer', async () => {
  jest.useFakeTimers();
  jest.spyOn(globalThis, 'fetch').mockImplementation(
    (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      }),
  );
  let failed: unknown = null;
  void siteInfo(serverStore(requestOf('/'))).then(({ error }) => (failed = error));
  await jest.advanceTimersByTimeAsync(2499);
  expect(failed).toBeNull();
  await jest.advanceTimersByTimeAsync(1);
  expect(failed).toMatchObject({ code: 'TIMEOUT' });
});

test('each request has a store of its own in its context', async () => {
  const contexts = [new RouterContextProvider(), new RouterContextProvider()];
  const next = jest.fn(() => Promise.resolve(new Response('page')));
  for (const context of contexts)
    await provideStore({ request: requestOf('/'), context } as never, next as never);
  expect(next).toHaveBeenCalledTimes(2);
  const [one, other] = contexts.map((context) => context.get(storeContext));
  expect(one).toBeTruthy();
  expect(other).not.toBe(one);
});
