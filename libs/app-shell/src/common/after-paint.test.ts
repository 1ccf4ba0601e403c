import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { afterPaint } from './after-paint.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('work waits for the next frame, and for the task after it', () => {
  const work = jest.fn();
  afterPaint(work);
  let before = -1;
  requestAnimationFrame(() => (before = work.mock.calls.length));
  jest.advanceTimersToNextFrame();
  expect(before).toBe(0);
  expect(work).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledTimes(1);
});
