import { expect, test } from '@jest/globals';
import { megabytes } from './size.ts';

test.each([
  [2 * 1024 * 1024, '2 MB'],
  [2 * 1024 * 1024 + 1, '2.1 MB'],
  [15.33 * 1024 * 1024, '15.4 MB'],
  [0, '0 MB'],
])('formats %d bytes as %s', (bytes, message) => {
  expect(megabytes(bytes)).toBe(message);
});
