import { expect, test } from '@jest/globals';
import { readConfig } from './runtime-config.ts';

test('reads the URLs of API and docs', () => {
  expect(
    readConfig({ apiBaseUrl: 'https://api.example', devDocs: 'https://docs.example/dev', widget: {} }),
  ).toEqual({
    apiBaseUrl: 'https://api.example',
    devDocs: 'https://docs.example/dev',
  });
});

test('accepts a docs path of this host', () => {
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
])('ignores %p', (value) => {
  expect(readConfig(value)).toEqual({ apiBaseUrl: '', devDocs: null });
});
