import { expect, test } from '@jest/globals';
import * as notFound from './not-found.tsx';
import { pageNotFound } from '../../shell/page-not-found.ts';

test.each([
  ['/store/abc', 'Page Not Found: /store/abc'],
  ['/en/protocol/%E7%94%A8%E6%88%B7', 'Page Not Found: /en/protocol/用户'],
  ['/store/%ff', 'Page Not Found: /store/%ff'],
])('[R2.24] [R8.06] pageNotFound is a 404 with the path: %s', (path, text) => {
  const error = pageNotFound(new Request(`http://site.example${path}?q=1`));
  expect(error.data).toBe(text);
  expect(error.init?.status).toBe(404);
});

test('an old address leads to its page when it is loaded; within the application all are missing', () => {
  const request = (path: string) => ({ request: new Request(`http://site.example${path}`) });
  const thrown = (call: () => never): unknown => {
    try {
      return call();
    } catch (error) {
      return error;
    }
  };
  const { status, headers } = thrown(() => notFound.loader(request('/en/download'))) as Response;
  expect([status, headers.get('location')]).toEqual([302, '/en']);
  for (const missing of [
    () => notFound.loader(request('/nowhere')),
    () => notFound.clientLoader(request('/nowhere')),
  ])
    expect(thrown(missing)).toMatchObject({ data: 'Page Not Found: /nowhere', init: { status: 404 } });
});
