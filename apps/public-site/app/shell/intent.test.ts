import { afterEach, expect, jest, test } from '@jest/globals';
import { takeIntent } from './intent.ts';

const MINUTE = 60_000;
const keep = (text: string) => sessionStorage.setItem('intent', text);

afterEach(() => {
  sessionStorage.clear();
  jest.restoreAllMocks();
});

test('an intent is taken once', () => {
  keep(`${Date.now()} save:7`);
  expect([takeIntent('save:7'), takeIntent('save:7')]).toEqual([true, false]);
});

test('another intent stays stored', () => {
  keep(`${Date.now()} save:7`);
  expect([takeIntent('save:8'), takeIntent('save:7')]).toEqual([false, true]);
});

test.each(['', 'save:7', 'x save:7', ' save:7'])('%j is not an intent', (text) => {
  keep(text);
  expect(takeIntent('save:7')).toBe(false);
});

test('an intent expires after 30 minutes', () => {
  const now = 1_790_000_000_000;
  jest.spyOn(Date, 'now').mockReturnValue(now);
  keep(`${now - 30 * MINUTE + 1} save:7`);
  expect(takeIntent('save:7')).toBe(true);
  keep(`${now - 30 * MINUTE} save:7`);
  expect(takeIntent('save:7')).toBe(false);
  expect(sessionStorage.length).toBe(0);
});

test('without storage there is no intent', () => {
  jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError');
  });
  expect(takeIntent('save:7')).toBe(false);
});
