import { expect, test } from '@jest/globals';
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
