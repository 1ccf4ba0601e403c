import { afterEach, expect, jest, test } from '@jest/globals';
import { pageNotFound } from '../../shell/page-not-found.ts';
import { ruledRedirect } from './route-rules.ts';

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});
const answer = (body: unknown, status = 200) => {
  const fetchMock = jest.fn(async (_url: string) => new Response(JSON.stringify(body), { status }));
  globalThis.fetch = fetchMock as unknown as typeof fetch;
  return fetchMock;
};
const meta = { route_rules: { '/download': { redirect: { to: '/' } }, '/plain': {} }, prerendered: [] };

test.each([
  ['/store/abc', 'Page Not Found: /store/abc'],
  ['/en/protocol/%E7%94%A8%E6%88%B7', 'Page Not Found: /en/protocol/用户'],
  ['/store/%ff', 'Page Not Found: /store/%ff'],
])('[R2.24] [R8.06] an address that names nothing is a 404 with its path: %s', (path, text) => {
  const error = pageNotFound(new Request(`http://site.example${path}?q=1`));
  expect(error.data).toBe(text);
  expect(error.init?.status).toBe(404);
});

test('[R7.14] the rules of a build, found by its id, may answer a path with a redirect', async () => {
  const fetchMock = answer(meta);
  expect(await ruledRedirect('b1', '/download')).toBe('/');
  expect(await ruledRedirect('b1', '/plain')).toBeNull();
  expect(await ruledRedirect('b1', '/nowhere')).toBeNull();
  expect(await ruledRedirect('b1', 'constructor')).toBeNull();
  expect(fetchMock.mock.calls).toEqual([['/builds/meta/b1.json']]);
});

test('rules that cannot be read redirect nothing, and are asked for again', async () => {
  answer({}, 500);
  expect(await ruledRedirect('b2', '/download')).toBeNull();
  answer(meta);
  expect(await ruledRedirect('b2', '/download')).toBe('/');
});

test('without a build (in development) nothing is asked', async () => {
  const fetchMock = answer(meta);
  expect(await ruledRedirect(undefined, '/download')).toBeNull();
  expect(fetchMock).not.toHaveBeenCalled();
});
