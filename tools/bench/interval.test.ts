import { describe, expect, test } from '@jest/globals';
import { middle, ratioOf, written } from './interval.ts';

test('middle omits a quarter at each end', () => {
  expect(middle([1000, 2, 4, 0])).toBe(3);
  expect(middle([7])).toBe(7);
});

describe('ratio', () => {
  test('of constant times has no spread', () => {
    expect(ratioOf([{ own: [11, 11, 11], floor: [10, 10, 10] }])).toEqual({ value: 1.1, from: 1.1, to: 1.1 });
  });

  test('of varying times lies in its interval', () => {
    const rounds = { own: [10, 13, 11, 12, 14, 9, 12], floor: [10, 11, 10, 12, 9, 10, 11] };
    const ratio = ratioOf([rounds]);
    expect(ratio.from).toBeLessThan(ratio.value);
    expect(ratio.to).toBeGreaterThan(ratio.value);
  });

  test('ignores a slowdown that affects both times of a round', () => {
    const floor = [10, 20, 10, 20, 10, 20, 10];
    const { from, to } = ratioOf([{ own: floor.map((time) => time * 1.5), floor }]);
    expect(from).toBeCloseTo(1.5);
    expect(to).toBeCloseTo(1.5);
  });

  test('of several pairs is their geometric mean', () => {
    const twice = { own: [2, 2], floor: [1, 1] };
    const half = { own: [1, 1], floor: [2, 2] };
    expect(ratioOf([twice, half]).value).toBeCloseTo(1);
  });

  test('is written with its interval', () => {
    expect(written({ value: 1.0449, from: 0.99, to: 1.1 })).toBe('1.04 (0.99–1.10)');
  });
});
