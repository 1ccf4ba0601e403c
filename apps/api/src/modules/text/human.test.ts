import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { humanCount, humanSize } from './human.ts';

describe('Figures for readers', () => {
  test.each([
    [0, '0', '0'],
    [9_842, '9,842', '9,842'],
    [10_000, '1 万', '10K'],
    [218_402, '21.8 万', '218.4K'],
    [999_999, '100 万', '1M'],
    [1_234_567, '123.5 万', '1.2M'],
    [99_999_999, '1 亿', '100M'],
    [1_000_000_000, '10 亿', '1B'],
    [1_500_000_000, '15 亿', '1.5B'],
  ])('formats %d downloads', (count, zh, en) => {
    expect(humanCount(count, 'zh')).toBe(zh);
    expect(humanCount(count, 'en')).toBe(en);
  });

  test.each([
    [0, '0 B'],
    [999, '999 B'],
    [1_000, '1 KB'],
    [7_300_000, '7.3 MB'],
    [99_960_000, '100 MB'],
    [100_500_000, '101 MB'],
    [104_000_000, '104 MB'],
    [999_999_999, '1 GB'],
    [3_400_000_000_000, '3.4 TB'],
    [5_000_000_000_000_000, '5000 TB'],
  ])('formats %d bytes', (bytes, text) => {
    expect(humanSize(bytes)).toBe(text);
  });

  test('formats no figure longer than its column', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_147_483_647 }), (value) => {
        expect(humanCount(value, 'zh').length).toBeLessThanOrEqual(9);
        expect(humanCount(value, 'en').length).toBeLessThanOrEqual(6);
        expect(humanSize(value)).toMatch(/^\d{1,3}(\.\d)? (B|KB|MB|GB)$/);
      }),
    );
  });
});
