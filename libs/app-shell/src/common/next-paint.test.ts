import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { afterNextPaint, nextPaint } from './next-paint.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('afterNextPaint runs its work in the task after the next frame', () => {
  const work = jest.fn();
  afterNextPaint(work);
  let before = -1;
  requestAnimationFrame(() => (before = work.mock.calls.length));
  jest.advanceTimersToNextFrame();
  expect(before).toBe(0);
  expect(work).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledTimes(1);
});

test('painted does not wait in a hidden tab', async () => {
  const visibility = jest.spyOn(document, 'visibilityState', 'get');
  try {
    visibility.mockReturnValue('hidden');
    await nextPaint();
    visibility.mockReturnValue('visible');
    const drawn = jest.fn();
    const picture = nextPaint().then(drawn);
    await Promise.resolve();
    expect(drawn).not.toHaveBeenCalled();
    await jest.runAllTimersAsync();
    await picture;
    expect(drawn).toHaveBeenCalledTimes(1);
  } finally {
    visibility.mockRestore();
  }
});
