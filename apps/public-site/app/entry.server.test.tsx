/** @jest-environment node */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { site } from '@yunduo/api-contract';
import { contentApi, storeContext } from '@yunduo/data-access';
import { fakeClient, silence, testStore } from '@yunduo/data-access/testing';
import { Suspense, use, type ReactNode } from 'react';
import { useStore } from 'react-redux';

const real = await import('react-router');
let page: ReactNode;
jest.unstable_mockModule('react-router', () => ({
  ...real,
  ServerRouter: ({ url }: { url: string }) => (
    <p id={url}>
      {page}
      <StoreState />
    </p>
  ),
}));
const { default: handleRequest, handleError, streamTimeout } = await import('./entry.server.tsx');

function StoreState() {
  return JSON.stringify(Object.keys((useStore().getState() as { api: { queries: object } }).api.queries));
}
const Broken = (): ReactNode => {
  throw new Error('It does not render.');
};
const Never = (): ReactNode => use(new Promise<ReactNode>(() => undefined));

const SITE = { name: '云舵', slogan: '', record_number: null, support_email: 'a@b.example', widget: null };
const request = new Request('http://yunduo.example/store?q=secret');
/** Renders a page; without site info if its call failed. */
async function answer(status = 200, siteInfo: object | (() => unknown) = SITE) {
  const store = testStore({ client: fakeClient([site.info, siteInfo]) });
  await store.dispatch(contentApi.endpoints.siteInfo.initiate());
  const context = new real.RouterContextProvider();
  context.set(storeContext, store);
  return handleRequest(request, status, new Headers({ 'x-kept': '1' }), {} as never, context);
}

let written: string[] = [];
beforeEach(() => {
  written = [];
  page = 'Seite';
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written.push(String(text));
    return true;
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

test('a page is one text of the request’s store, with the status and the headers of its route', async () => {
  // Longer than a chunk of the renderer, which may end within a character, and than a part that it would send hidden.
  page = <Suspense fallback="Waiting">{'舵'.repeat(5000)}</Suspense>;
  const response = await answer(404);
  const html = await response.text();
  expect(html).toContain(`<p id="${request.url.replace('&', '&amp;')}"><!--$-->${'舵'.repeat(5000)}`);
  expect(html).toContain('siteInfo');
  expect([response.status, ...response.headers]).toEqual([
    404,
    ['content-type', 'text/html; charset=utf-8'],
    ['x-kept', '1'],
  ]);
  expect(written).toEqual([]);
});

test('a page of a request that got no store is rendered with one of its own', async () => {
  const none = new real.RouterContextProvider();
  const response = await handleRequest(request, 500, new Headers(), {} as never, none);
  expect([response.status, response.headers.get('x-partial')]).toEqual([500, '1']);
  expect(await response.text()).toContain('Seite');
});

test('a page without the site’s facts must not be cached', async () => {
  const response = await answer(200, () => {
    throw silence();
  });
  expect([response.status, response.headers.get('x-partial')]).toEqual([200, '1']);
});

test.each([
  [200, 500],
  [404, 404],
])('a part that does not render makes a %d a %d, and is logged without the query', async (status, shown) => {
  page = (
    <Suspense fallback="Waiting">
      <Broken />
    </Suspense>
  );
  const response = await answer(status);
  expect([response.status, (await response.text()).includes('Waiting')]).toEqual([shown, true]);
  expect(written.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({
      level: 'error',
      msg: 'page failed',
      path: '/store',
      message: 'Error: It does not render.',
    }),
  ]);
});

test('a page that does not render at all is an error', async () => {
  page = <Broken />;
  await expect(answer()).rejects.toThrow('It does not render.');
});

test('a rendering that waits too long ends with what there is', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  page = (
    <Suspense fallback="Waiting">
      <Never />
    </Suspense>
  );
  // React's development build reports a task that it has just ended.
  const reported = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const response = answer();
  await jest.advanceTimersByTimeAsync(streamTimeout - 1);
  expect(written).toEqual([]);
  await jest.advanceTimersByTimeAsync(1);
  expect([(await response).status, written.length]).toEqual([500, 1]);
  reported.mockRestore();
});

test('a rendered page leaves no timer', async () => {
  const begun = jest.spyOn(globalThis, 'setTimeout');
  const ended = jest.spyOn(globalThis, 'clearTimeout');
  await answer();
  const limit = begun.mock.calls.findIndex(([, delay]) => delay === streamTimeout);
  expect(ended.mock.calls.flat()).toContain(begun.mock.results[limit]?.value);
});

test('failures of loaders are logged, missing pages and requests that were given up are not', () => {
  const failure = (status: number) => new real.UNSAFE_ErrorResponseImpl(status, '', { code: 'X' });
  handleError(failure(404), { request });
  handleError(new Error('late'), { request: new Request(request, { signal: AbortSignal.abort() }) });
  expect(written).toEqual([]);
  handleError(failure(500), { request });
  handleError('lost', { request });
  expect(written.map((line) => JSON.parse(line) as object)).toEqual([
    { level: 'error', msg: 'page failed', path: '/store', status: 500, data: { code: 'X' } },
    { level: 'error', msg: 'page failed', path: '/store', message: 'lost' },
  ]);
});
