import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { appStore, type Endpoint, site } from '@yunduo/api-contract';
import { storeApi, contentApi, dehydratedState } from '@yunduo/data-access';
import { fakeClient, testStore, type FakeClient } from '@yunduo/data-access/testing';
import * as aboutRoute from './features/about/route.tsx';
import * as detailRoute from './features/store/detail/route.tsx';
import * as missingRoute from './features/errors/not-found.tsx';
import { fetchDataAhead, followBuildOf, readBuild } from './follow-build.ts';
import { pageData, prerendered, routeRules } from './route-map.ts';
import { appDetail } from './testing/apps.ts';
import { renderRoute } from './testing/render-route.tsx';
import { SITE } from './testing/site.ts';

const answers: [Endpoint, object][] = [
  [site.info, SITE],
  [appStore.detail, appDetail()],
  [appStore.view, { counted: true }],
  [appStore.list, { list: [], total: 0, page: 1, page_size: 5 }],
];
/** All calls except the one that counts a view of an app. */
const requests = ({ calls }: FakeClient) => calls.filter(({ endpoint }) => endpoint !== appStore.view);
/** The server's responses to GET, by path and query. */
let files: Record<string, () => Response>;
const fetchMock = jest.fn<(url: string) => Promise<Response>>();
const realFetch = globalThis.fetch;
let builds = 0;
let build: string;

const json = (body: unknown) => () => new Response(JSON.stringify(body));
beforeEach(async () => {
  builds += 1;
  build = `b${String(builds)}`;
  files = {
    [`/builds/meta/${build}.json`]: json({
      id: build,
      route_rules: routeRules,
      prerendered,
      page_data: pageData,
    }),
  };
  fetchMock.mockReset();
  fetchMock.mockImplementation(async (url) => files[url]?.() ?? new Response('', { status: 404 }));
  globalThis.fetch = fetchMock as unknown as typeof fetch;
  document.documentElement.dataset['hydrated'] = '';
});
afterEach(() => {
  globalThis.fetch = realFetch;
  delete document.documentElement.dataset['hydrated'];
});

/** The page-data file of an app's page, as the server rendered it. */
async function fileOfApp(name: string): Promise<() => Response> {
  const store = testStore({ client: fakeClient(...answers, [appStore.detail, appDetail({ name })]) });
  await store.dispatch(storeApi.endpoints.storeDetail.initiate({ id: 7 }));
  const neighbours = { cate: 'runtime', sort: 'recommend', page_size: 5 } as const;
  await store.dispatch(storeApi.endpoints.storeList.initiate(neighbours));
  await store.dispatch(contentApi.endpoints.siteInfo.initiate());
  const state = JSON.parse(dehydratedState(store.getState())) as { api: { queries: object } };
  return json({ queries: state.api.queries });
}

type Module = Parameters<typeof renderRoute>[0];
const open = (module: object, pattern: string, at: string, locale: 'zh' | 'en' = 'zh') => {
  const client = fakeClient(...answers);
  const followed = { ...module, clientMiddleware: [followBuildOf(() => build)] } as Module;
  return { client, ...renderRoute(followed, { client, pattern, at, locale }) };
};
const fetched = () => fetchMock.mock.calls.map(([url]) => url);

test.each([
  ['zh', ''],
  ['en', '/en'],
] as const)(
  '[R7.14] [R7.15] navigation in %s loads the page data file and calls no API',
  async (locale, prefix) => {
    files[`/page-data/${build}${prefix}/store/7.json`] = await fileOfApp('From the file');
    const { client } = open(detailRoute, '/store/:id', '/store/7?utm=1', locale);
    expect(await screen.findByRole('heading', { level: 1, name: 'From the file' })).toBeTruthy();
    expect(requests(client)).toEqual([]);
    expect(fetched()).toEqual([`/builds/meta/${build}.json`, `/page-data/${build}${prefix}/store/7.json`]);
  },
);

test('[R7.15] a second navigation to the same page fetches nothing', async () => {
  files[`/page-data/${build}/store/7.json`] = await fileOfApp('Seven');
  const { client, router } = open(detailRoute, '/store/:id', '/store/7');
  await screen.findByRole('heading', { level: 1, name: 'Seven' });
  fetchMock.mockClear();
  await act(() => router.navigate('/store/7?utm=2'));
  expect(fetched()).toEqual([]);
  expect(requests(client)).toEqual([]);
});

test('declared query values select the file', async () => {
  files[`/page-data/${build}/store/7.json?from=8.4.0`] = await fileOfApp('Seven');
  const { client } = open(detailRoute, '/store/:id', '/store/7?utm=1&from=8.4.0');
  await screen.findByRole('heading', { level: 1, name: 'Seven' });
  expect(requests(client)).toEqual([]);
});

test('falls back to the API without the data file or without the metadata', async () => {
  const { client, unmount } = open(detailRoute, '/store/:id', '/store/7');
  expect(await screen.findByRole('heading', { level: 1, name: appDetail().name })).toBeTruthy();
  expect(client.count(appStore.detail)).toBe(1);
  unmount();
  build = 'unknown';
  const again = open(detailRoute, '/store/:id', '/store/7');
  expect(await screen.findByRole('heading', { level: 1, name: appDetail().name })).toBeTruthy();
  expect(again.client.count(appStore.detail)).toBe(1);
});

test.each([
  ['zh', '/download', '/'],
  ['en', '/product', '/en'],
  ['en', '/index.html', '/en'],
] as const)('[R7.14] in %s a route rule redirects %s to %s', async (locale, from, to) => {
  const { router } = open(missingRoute, from, from, locale);
  expect(await screen.findByText('another page')).toBeTruthy();
  expect(router.state.location.pathname).toBe(to);
});

test('[R7.14] a route rule also applies to an existing page, without fetching its data', async () => {
  files[`/builds/meta/${build}.json`] = json({
    id: build,
    route_rules: { '/about': { redirect: { to: '/elsewhere', status: 302 } } },
    prerendered,
    page_data: pageData,
  });
  const { router, client } = open(aboutRoute, '/about', '/about');
  expect(await screen.findByText('another page')).toBeTruthy();
  expect(router.state.location.pathname).toBe('/elsewhere');
  expect(requests(client)).toEqual([]);
  expect(fetched()).toEqual([`/builds/meta/${build}.json`]);
});

test('without metadata the redirects of this build still apply', async () => {
  build = 'away';
  const { router } = open(missingRoute, '/download', '/download');
  expect(await screen.findByText('another page')).toBeTruthy();
  expect(router.state.location.pathname).toBe('/');
});

test('hydration fetches nothing and the server-rendered page is cached', async () => {
  delete document.documentElement.dataset['hydrated'];
  const { client, store, router } = open(detailRoute, '/store/:id', '/store/7');
  await screen.findByRole('heading', { level: 1, name: appDetail().name });
  expect(fetched()).toEqual([]);
  client.calls.length = 0;
  document.documentElement.dataset['hydrated'] = '';
  window.history.replaceState(null, '', '/store/7');
  await readBuild(store, Object.keys(store.getState().api.queries), build);
  await act(() => router.navigate('/store/7?utm=3'));
  expect(fetched()).toEqual([`/builds/meta/${build}.json`]);
  expect(requests(client)).toEqual([]);
  window.history.replaceState(null, '', '/');
});

test.each([
  ['/store/7?from=8.4.0', '/store/7?from=8.4.0&utm=3', []],
  ['/store/7?from=8.4.0', '/store/7', ['/page-data/BUILD/store/7.json']],
])('a page that the server rendered at %s is known at %s', async (rendered, next, files) => {
  delete document.documentElement.dataset['hydrated'];
  const { store, router } = open(detailRoute, '/store/:id', rendered);
  await screen.findByRole('heading', { level: 1, name: appDetail().name });
  document.documentElement.dataset['hydrated'] = '';
  window.history.replaceState(null, '', rendered);
  await readBuild(store, Object.keys(store.getState().api.queries), build);
  fetchMock.mockClear();
  await act(() => router.navigate(next));
  expect(fetched()).toEqual(files.map((file) => file.replace('BUILD', build)));
  window.history.replaceState(null, '', '/');
});

test('a page fetched ahead opens from its file; one without data fetches nothing', async () => {
  files[`/page-data/${build}/store/7.json`] = await fileOfApp('Ahead');
  const store = testStore({ client: fakeClient(...answers) });
  await fetchDataAhead(store, new URL('http://localhost/login'), build);
  expect(fetched()).toEqual([`/builds/meta/${build}.json`]);
  await fetchDataAhead(store, new URL('http://localhost/store/7?utm=1'), build);
  expect(fetched()).toEqual([`/builds/meta/${build}.json`, `/page-data/${build}/store/7.json`]);
});
