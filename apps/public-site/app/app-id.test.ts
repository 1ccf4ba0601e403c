import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseAppId } from './app-id.ts';

test('[R2.24] parses every positive 32-bit integer', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_147_483_647 }), (id) => {
      expect(parseAppId(String(id))).toBe(id);
    }),
  );
});

test('[R2.24] rejects everything else', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const id = parseAppId(text);
      expect(id === null || String(id) === text).toBe(true);
    }),
  );
  expect([undefined, '', '0', '01', '+1', '1 ', '2147483648'].map(parseAppId)).toEqual(Array(7).fill(null));
});
