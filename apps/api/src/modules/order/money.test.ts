import { describe, expect, test } from '@jest/globals';
import { decimal, formatMoney } from '@yunduo/i18n';
import { ORDER, PRICE_MAX } from '@yunduo/validation';
import fc from 'fast-check';
import { capitalAmount } from './money.ts';

describe('Money formatting', () => {
  test.each([
    [0, '¥0.00', 'CNY 0.00'],
    [1, '¥0.01', 'CNY 0.01'],
    [100, '¥1.00', 'CNY 1.00'],
    [129_900, '¥1,299.00', 'CNY 1,299.00'],
    [123_456_789, '¥1,234,567.89', 'CNY 1,234,567.89'],
  ])('formats %i fen as %s and %s', (fen, zh, en) => {
    expect(formatMoney(fen, 'CNY', 'zh')).toBe(zh);
    expect(formatMoney(fen, 'CNY', 'en')).toBe(en);
  });

  test('shows another currency by its code', () => {
    expect(formatMoney(129_900, 'USD', 'zh')).toBe('USD 1,299.00');
  });

  test('keeps every fen in the formatted amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: PRICE_MAX * ORDER.quantityMax }), (fen) => {
        expect(Number(decimal(fen).replace('.', ''))).toBe(fen);
        expect(formatMoney(fen, 'CNY', 'zh').replace(/[¥,]/g, '')).toBe(decimal(fen));
      }),
    );
  });

  test.each([
    [0, '零元整'],
    [1, '壹分'],
    [10, '壹角整'],
    [101, '壹元零壹分'],
    [110, '壹元壹角整'],
    [1_000, '壹拾元整'],
    [2_900, '贰拾玖元整'],
    [26_900, '贰佰陆拾玖元整'],
    [100_100, '壹仟零壹元整'],
    [1_280_000, '壹万贰仟捌佰元整'],
    [10_000_001, '壹拾万元零壹分'],
    [10_010_000, '壹拾万零壹佰元整'],
    [100_000_000, '壹佰万元整'],
    [1_000_000_100, '壹仟万零壹元整'],
    [10_000_000_100, '壹亿零壹元整'],
    [12_345_678_912, '壹亿贰仟叁佰肆拾伍万陆仟柒佰捌拾玖元壹角贰分'],
  ])('writes %i fen as %s', (fen, text) => {
    expect(capitalAmount(fen)).toBe(text);
  });

  test('writes different amounts differently', () => {
    const amount = fc.integer({ min: 0, max: PRICE_MAX * ORDER.quantityMax });
    fc.assert(
      fc.property(amount, amount, (one, another) => {
        expect(capitalAmount(one) === capitalAmount(another)).toBe(one === another);
      }),
      { numRuns: 1000 },
    );
  });
});
