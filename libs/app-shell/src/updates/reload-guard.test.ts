import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { reloadGuard } from './reload-guard.ts';

beforeEach(() => {
  sessionStorage.clear();
  jest.useFakeTimers();
});
afterEach(() => void jest.useRealTimers());

test('[R9.04] a failing chunk reloads the page once in 10000 ms', () => {
  const reload = jest.fn();
  expect(reloadGuard.reload(reload)).toBe(true);
  expect(reloadGuard.reload(reload)).toBe(false);
  jest.advanceTimersByTime(9_999);
  expect(reloadGuard.reload(reload)).toBe(false);
  expect(reload).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(1);
  expect(reloadGuard.reload(reload)).toBe(true);
  expect(reload).toHaveBeenCalledTimes(2);
});

test('[R9.04] a chunk that fails again after the reload goes on to the error page', () => {
  const reload = jest.fn();
  const stop = reloadGuard.watch(reload);
  const fail = () => window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
  // Prevented: Vite throws nothing, since the page is about to reload.
  expect(fail()).toBe(false);
  expect(fail()).toBe(true);
  expect(reload).toHaveBeenCalledTimes(1);
  stop();
  jest.advanceTimersByTime(20_000);
  expect(fail()).toBe(true);
});

test('[R9.04] without a memory it does not reload at all', () => {
  const refuse = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError');
  });
  const reload = jest.fn();
  expect(reloadGuard.reload(reload)).toBe(false);
  expect(reload).not.toHaveBeenCalled();
  refuse.mockRestore();
});

test('[R9.04] a clock that was set back does not lock the guard', () => {
  const reload = jest.fn();
  sessionStorage.setItem('reload-guard', String(Date.now() + 86_400_000));
  expect(reloadGuard.reload(reload)).toBe(true);
});
