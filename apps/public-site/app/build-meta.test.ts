import { afterEach, expect, jest, test } from '@jest/globals';
import { type BuildMeta, buildMeta, FILE_TIMEOUT, pageDataOf, ruledRedirect } from './build-meta.ts';
import { parsePageDataPath } from './page-data.ts';
import { pageData, prerendered } from './route-map.ts';

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});
const answer = (body: unknown, status = 200) => {
  const fetchMock = jest.fn(
    async (_url: string, _init?: RequestInit) => new Response(JSON.stringify(body), { status }),
  );
  globalThis.fetch = fetchMock as unknown as typeof fetch;
  return fetchMock;
};
const meta: BuildMeta = {
  id: 'b1',
  route_rules: { '/download': { redirect: { to: '/' } }, '/plain': {} },
  prerendered,
  page_data: pageData,
};

test('[R7.14] build metadata is fetched once per build id, with a time limit', async () => {
  const limit = jest.spyOn(AbortSignal, 'timeout');
  const fetchMock = answer(meta);
  expect(await buildMeta('b1')).toEqual(meta);
  expect(await buildMeta('b1')).toEqual(meta);
  expect(fetchMock.mock.calls).toEqual([['/builds/meta/b1.json', { signal: limit.mock.results[0]?.value }]]);
  expect(limit).toHaveBeenCalledWith(FILE_TIMEOUT);
  limit.mockRestore();
});

test('failed metadata is fetched again', async () => {
  answer({}, 500);
  expect(await buildMeta('b2')).toBeNull();
  answer(meta);
  expect(await buildMeta('b2')).toEqual(meta);
});

test('without a build id (development) nothing is fetched', async () => {
  const fetchMock = answer(meta);
  expect(await buildMeta(undefined)).toBeNull();
  expect(fetchMock).not.toHaveBeenCalled();
});

test('[R7.14] a build’s route rules can redirect a path', () => {
  expect(ruledRedirect(meta, '/download')).toBe('/');
  expect(ruledRedirect(meta, '/plain')).toBeNull();
  expect(ruledRedirect(meta, '/nowhere')).toBeNull();
  expect(ruledRedirect(meta, 'constructor')).toBeNull();
});

test.each([
  ['/', '/page-data/b1/index.json'],
  ['/en', '/page-data/b1/en.json'],
  ['/about?utm=1', '/page-data/b1/about.json'],
  ['/en/activity', '/page-data/b1/en/activity.json'],
  ['/store?sort=new&utm=1&q=%E6%95%B0', '/page-data/b1/store.json?q=%E6%95%B0&sort=new'],
  ['/en/store/7?from=1.0.0&page=2', '/page-data/b1/en/store/7.json?from=1.0.0'],
  ['/protocol/user-agreement', '/page-data/b1/protocol/user-agreement.json'],
  ['/login?from=%2Fuser', null],
  ['/en/user?panel=orders', null],
  ['/feedback', null],
  ['/subscribe?token=secret', null],
  ['/nowhere', null],
  ['/store/7/more', null],
])('[R7.14] %s has the page data %s', (address, file) => {
  expect(pageDataOf(meta, new URL(address, 'https://yunduo.example'))).toBe(file);
});

test('a build without page data has none', () => {
  const before: BuildMeta = { id: 'b0', route_rules: {}, prerendered: [] };
  expect(pageDataOf(before, new URL('https://yunduo.example/store'))).toBeNull();
});

test.each(['/', '/en', '/store', '/en/store/7', '/index.json'])('parsePageDataPath recovers %s', (path) => {
  const file = pageDataOf(
    { ...meta, prerendered: [path], page_data: {} },
    new URL(path, 'https://a.example'),
  );
  expect(parsePageDataPath(String(file))).toEqual({ build: 'b1', path });
});
