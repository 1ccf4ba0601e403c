import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { appStore, site } from '@yunduo/api-contract';
import { RouterContextProvider } from 'react-router';
import {
  api,
  storeApi,
  contentApi,
  dehydratedState,
  fetchPageData,
  fetchPageDataAhead,
  load,
  pageDataContext,
  rememberPageData,
  storeContext,
} from './index.ts';
import { fakeClient, silence, testStore } from './testing.ts';

const FILE = '/page-data/b1/store/7.json';
const siteInfo = { name: '云舵', content_revision: 5 };
const detail = { id: 7, name: 'Nginx' };

const fetchMock = jest.fn<(url: string, init?: RequestInit) => Promise<Response>>();
const realFetch = globalThis.fetch;
beforeEach(() => {
  fetchMock.mockReset();
  globalThis.fetch = fetchMock as unknown as typeof fetch;
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

/** The file of a page that the server rendered with these responses. */
async function fileOf(app: object = detail, info: object = siteInfo): Promise<object> {
  const client = fakeClient([appStore.detail, app], [site.info, info]);
  const store = testStore({ client });
  await store.dispatch(storeApi.endpoints.storeDetail.initiate({ id: 7 }));
  await store.dispatch(contentApi.endpoints.siteInfo.initiate());
  const state = JSON.parse(dehydratedState(store.getState())) as { api: { queries: object } };
  return { queries: state.api.queries };
}
const answer = (body: object, status = 200) =>
  fetchMock.mockImplementation(async () => new Response(JSON.stringify(body), { status }));

function browser() {
  const client = fakeClient([appStore.detail, { ...detail, name: 'by call' }], [site.info, siteInfo]);
  const store = testStore({ client });
  /** The data loading of a navigation to the page. */
  const navigate = async () => {
    const context = new RouterContextProvider();
    context.set(storeContext, store);
    context.set(pageDataContext, fetchPageData(store, FILE, 1000));
    const [app, info] = await Promise.all([
      load(context, storeApi.endpoints.storeDetail.initiate({ id: 7 })),
      load(context, contentApi.endpoints.siteInfo.initiate()),
    ]);
    return [app.name, info.content_revision];
  };
  const forget = () => void store.dispatch(api.util.resetApiState());
  return { client, store, navigate, forget };
}

test('[R7.15] a page takes its data from its file: one GET, no API call', async () => {
  answer(await fileOf());
  const { client, navigate } = browser();
  expect(await navigate()).toEqual(['Nginx', 5]);
  expect(fetchMock.mock.calls.map(([url, init]) => [url, init?.method])).toEqual([[FILE, undefined]]);
  expect(client.calls).toEqual([]);
});

test('a file fetched ahead is used by the navigation, once', async () => {
  answer(await fileOf());
  const { client, store, navigate, forget } = browser();
  fetchPageDataAhead(store, FILE, 1000);
  fetchPageDataAhead(store, FILE, 1000);
  const opened = navigate();
  // Behind the navigation.
  fetchPageDataAhead(store, FILE, 1000);
  expect(await opened).toEqual(['Nginx', 5]);
  expect(fetchMock).toHaveBeenCalledTimes(1);
  forget();
  await navigate();
  expect(fetchMock).toHaveBeenCalledTimes(2);
  expect(client.calls).toEqual([]);
});

test('a file fetched ahead is not used when it is old', async () => {
  answer(await fileOf());
  const { store, navigate } = browser();
  fetchPageDataAhead(store, FILE, 1000);
  const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 30_001);
  await navigate();
  now.mockRestore();
  expect(fetchMock).toHaveBeenCalledTimes(2);
});

test('a file that did not come ahead is requested again by the navigation', async () => {
  const file = await fileOf();
  answer({}, 503);
  const { client, store, navigate } = browser();
  fetchPageDataAhead(store, FILE, 1000);
  await new Promise((resolve) => setTimeout(resolve));
  answer(file);
  expect(await navigate()).toEqual(['Nginx', 5]);
  expect(client.calls).toEqual([]);
});

test('a cached page is not fetched again, one removed from the cache is', async () => {
  answer(await fileOf());
  const { client, store, navigate, forget } = browser();
  await navigate();
  await navigate();
  expect(fetchMock).toHaveBeenCalledTimes(1);
  forget();
  await navigate();
  expect(fetchMock).toHaveBeenCalledTimes(2);
  forget();
  rememberPageData(store, FILE, []);
  fetchMock.mockClear();
  await navigate();
  expect(fetchMock).not.toHaveBeenCalled();
  expect(client.count(appStore.detail)).toBe(1);
});

test.each([
  ['returns 404', () => answer({}, 404)],
  ['returns 503', () => answer({}, 503)],
  ['fails to load', () => fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))],
  ['is not JSON', () => fetchMock.mockImplementation(async () => new Response('<html>'))],
  ['is empty', () => answer({ queries: {} })],
])('falls back to the API if the file %s', async (_what, arrange) => {
  arrange();
  const { client, navigate } = browser();
  expect(await navigate()).toEqual(['by call', 5]);
  expect(client.calls).toHaveLength(2);
});

test('falls back to the API if the file takes too long', async () => {
  fetchMock.mockImplementation(
    (_url, init) =>
      new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
      }),
  );
  const { store, client } = browser();
  const context = new RouterContextProvider();
  context.set(storeContext, store);
  context.set(pageDataContext, fetchPageData(store, FILE, 5));
  const app = await load(context, storeApi.endpoints.storeDetail.initiate({ id: 7 }));
  expect([app.name, client.count(appStore.detail)]).toEqual(['by call', 1]);
});

test('fetches no more files after a 410 of another build', async () => {
  answer({}, 410);
  const { navigate, forget } = browser();
  await navigate();
  forget();
  expect(await navigate()).toEqual(['by call', 5]);
  expect(fetchMock).toHaveBeenCalledTimes(1);
});

test('ignores a file with an older content revision', async () => {
  answer(await fileOf(detail, { ...siteInfo, content_revision: 4 }));
  const { client, store, navigate } = browser();
  await store.dispatch(contentApi.endpoints.siteInfo.initiate());
  expect(await navigate()).toEqual(['by call', 5]);
  expect(client.count(appStore.detail)).toBe(1);
});

test('a file with a newer revision replaces cached data; one of the same revision does not', async () => {
  const { client, store, navigate } = browser();
  await navigate();
  expect(client.calls).toHaveLength(2);
  const shown = store.dispatch(contentApi.endpoints.siteInfo.initiate());
  answer(await fileOf({ ...detail, name: 'same content' }));
  expect(await navigate()).toEqual(['by call', 5]);
  answer(await fileOf({ ...detail, name: 'newer' }, { name: 'Yunduo', content_revision: 6 }));
  store.dispatch(api.util.invalidateTags([{ type: 'StoreApp', id: 7 }]));
  expect(await navigate()).toEqual(['newer', 6]);
  expect(contentApi.endpoints.siteInfo.select()(store.getState()).data?.name).toBe('Yunduo');
  expect(client.calls).toHaveLength(2);
  shown.unsubscribe();
});

test('an entry for an endpoint that is not loaded yet is not stored', async () => {
  const file = (await fileOf()) as { queries: Record<string, { endpointName: string }> };
  const [key = ''] = Object.keys(file.queries).filter((name) => name.startsWith('storeDetail'));
  Object.assign(file.queries, { 'later({})': { ...file.queries[key], endpointName: 'later' } });
  answer(file);
  const { navigate, store, client } = browser();
  await navigate();
  expect(client.calls).toEqual([]);
  expect(Object.keys(store.getState().api.queries)).not.toContain('later({})');
});

test('data of a file can be invalidated', async () => {
  answer(await fileOf());
  const { client, store, navigate } = browser();
  await navigate();
  const shown = store.dispatch(storeApi.endpoints.storeDetail.initiate({ id: 7 }));
  store.dispatch(api.util.invalidateTags([{ type: 'StoreApp', id: 7 }]));
  await Promise.all(store.dispatch(api.util.getRunningQueriesThunk()));
  expect(client.count(appStore.detail)).toBe(1);
  shown.unsubscribe();
});

test('without a file and an API response the load fails with 503', async () => {
  answer({}, 404);
  const { client, navigate } = browser();
  client.answer(appStore.detail, () => {
    throw silence();
  });
  await expect(navigate()).rejects.toMatchObject({ init: { status: 503 } });
});
