import { expect, test } from '@jest/globals';
import { readConfig } from './runtime-config.ts';

test('takes the address of the API and of the docs', () => {
  expect(
    readConfig({ apiBaseUrl: 'https://api.example', devDocs: 'https://docs.example/dev', widget: {} }),
  ).toEqual({
    apiBaseUrl: 'https://api.example',
    devDocs: 'https://docs.example/dev',
  });
});

test('takes a page of this host about docs that have no address', () => {
  expect(readConfig({ devDocs: '/developer-center/document' }).devDocs).toBe('/developer-center/document');
});

test.each([
  null,
  'text',
  7,
  {},
  { apiBaseUrl: 4, devDocs: '' },
  { devDocs: 'javascript:alert(1)' },
  { devDocs: '//evil.example/' },
  { devDocs: '/\\evil.example/' },
])('counts %p as no configuration', (value) => {
  expect(readConfig(value)).toEqual({ apiBaseUrl: '', devDocs: null });
});
