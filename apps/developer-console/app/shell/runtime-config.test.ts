import { expect, jest, test } from '@jest/globals';
import { readConfig, runtimeConfig } from './runtime-config.ts';

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

test('a configuration that does not load hides the docs, and is not asked for again', async () => {
  const fetched = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  await expect(runtimeConfig()).resolves.toEqual({ apiBaseUrl: '', devDocs: null });
  await expect(runtimeConfig()).resolves.toEqual({ apiBaseUrl: '', devDocs: null });
  expect(fetched).toHaveBeenCalledTimes(1);
  fetched.mockRestore();
});
