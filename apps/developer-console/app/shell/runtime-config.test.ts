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

test.each([
  null,
  'text',
  7,
  {},
  { apiBaseUrl: 4, devDocs: '' },
  { devDocs: 'javascript:alert(1)' },
  { devDocs: '/docs' },
])('counts %p as no configuration', (value) => {
  expect(readConfig(value)).toEqual({ apiBaseUrl: '', devDocs: null });
});
