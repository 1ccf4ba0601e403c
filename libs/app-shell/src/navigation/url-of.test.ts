import { expect, test } from '@jest/globals';
import { urlOf } from './url-of.ts';

test.each([
  ['https://example.com/a', undefined, 'https://example.com/a'],
  ['/a', 'https://example.com', 'https://example.com/a'],
  ['/a', undefined, undefined],
  ['http://', undefined, undefined],
  ['', undefined, undefined],
])('%j with base %j resolves to %s', (text, base, href) => {
  expect(urlOf(text, base)?.href).toBe(href);
});
