import { describe, expect, test } from '@jest/globals';
import { compareVersions, meetsConstraint } from './constraint.ts';

describe('compareVersions', () => {
  test.each([
    ['1.10.0', '1.9.0', 1],
    ['20.04', '22.04', -1],
    ['8', '8.0', 0],
    ['v3.1', '3.1', 0],
    ['11', '9', 1],
  ])('compares %s with %s', (one, other, sign) => {
    expect(Math.sign(compareVersions(one, other) ?? Number.NaN)).toBe(sign);
  });

  test.each(['', 'rolling', '1.x', '1..2', '-1', '9999999999', '1.2.3.4.5.6.7'])(
    'returns null for %s',
    (text) => {
      expect(compareVersions(text, '1')).toBeNull();
    },
  );
});

test.each([
  ['17.0.1', '17+', true],
  ['16.9', '17+', false],
  ['24.0', '24.0+', true],
  ['1.10.0', '1.9+', true],
  ['8.2.29', '8.2', true],
  ['8.20.1', '8.2', false],
  ['8', '8.2', false],
  ['1.0.0', '', true],
  ['1.0.0', 'AVX', true],
  ['latest', '2+', true],
])('%s meets “%s”: %s', (version, constraint, met) => {
  expect(meetsConstraint(version, constraint)).toBe(met);
});
