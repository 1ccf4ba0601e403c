import { expect, test } from '@jest/globals';
import { decimal, formatMoney } from './money.ts';

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [50, '0.50'],
  [129_900, '1299.00'],
  [-5, '-0.05'],
  [-129_901, '-1299.01'],
])('%d minor units are %s', (amount, text) => {
  expect(decimal(amount)).toBe(text);
});

test.each([
  [129_900, 'CNY', '¥1,299.00', 'CNY 1,299.00'],
  [123_456_789, 'CNY', '¥1,234,567.89', 'CNY 1,234,567.89'],
  [99_999, 'USD', 'USD 999.99', 'USD 999.99'],
])('%d of %s is read as %s and %s', (amount, currency, zh, en) => {
  expect([formatMoney(amount, currency, 'zh'), formatMoney(amount, currency, 'en')]).toEqual([zh, en]);
});
