import { expect, test } from '@jest/globals';
import { urlOf } from './url-of.ts';

test.each([
  ['https://example.com/a', undefined, 'https://example.com/a'],
  ['/a', 'https://example.com', 'https://example.com/a'],
  ['/a', undefined, null],
  ['http://', undefined, null],
  ['', undefined, null],
])('%j with base %j resolves to %s', (text, base, href) => {
  const url = urlOf(text, base);
  expect(url && url.href).toBe(href);
});
