import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { departures } from '../testing.tsx';
import { loadChunk } from '../lazy/load-chunk.ts';
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
  jest.advanceTimersByTime(10_000);
  const left = departures();
  expect([reloadGuard.reload(), left]).toEqual([true, [['reload', location.href]]]);
});

test('[R9.04] a chunk that fails again after the reload throws', () => {
  const reload = jest.fn();
  const stop = reloadGuard.watch(reload);
  const fail = () => window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
  // Prevented: Vite does not throw, because the page reloads.
  expect(fail()).toBe(false);
  expect(fail()).toBe(true);
  expect(reload).toHaveBeenCalledTimes(1);
  stop();
  jest.advanceTimersByTime(20_000);
  expect(fail()).toBe(true);
});

test('[R9.04] a chunk failure inside loadChunk does not reload', async () => {
  const reload = jest.fn();
  const stop = reloadGuard.watch(reload);
  const fail = () => window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
  await expect(
    loadChunk(async () => {
      if (fail()) throw new TypeError('Failed to fetch');
    }),
  ).rejects.toThrow('Failed to fetch');
  expect(reload).not.toHaveBeenCalled();
  expect(fail()).toBe(false);
  expect(reload).toHaveBeenCalledTimes(1);
  stop();
});

test('loadChunk removes a failed Vite style sheet but none of React’s', async () => {
  const stop = reloadGuard.watch();
  const link = (crossOrigin: string | null) =>
    Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin });
  const [vites, reacts] = [link(''), link(null)];
  document.head.append(vites, reacts);
  for (const each of [vites, reacts]) each.dispatchEvent(new Event('error'));
  await loadChunk(async () => undefined);
  expect(vites.isConnected).toBe(false);
  expect(document.querySelectorAll('link')).toHaveLength(2);
  expect(reacts.isConnected).toBe(true);
  stop();
  document.head.replaceChildren();
});

test('[R9.04] does not reload without storage', () => {
  const reject = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError');
  });
  const reload = jest.fn();
  expect(reloadGuard.reload(reload)).toBe(false);
  expect(reload).not.toHaveBeenCalled();
  reject.mockRestore();
  // It has not reloaded yet.
  expect(reloadGuard.reload(reload)).toBe(true);
});

test('[R9.04] does not reload offline, and can as soon as the browser is online', () => {
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const reload = jest.fn();
  expect(reloadGuard.reload(reload)).toBe(false);
  expect(reload).not.toHaveBeenCalled();
  online.mockReturnValue(true);
  expect(reloadGuard.reload(reload)).toBe(true);
  online.mockRestore();
});

test('[R9.04] a clock set back does not block the guard', () => {
  const reload = jest.fn();
  sessionStorage.setItem('reload-guard', String(Date.now() + 86_400_000));
  expect(reloadGuard.reload(reload)).toBe(true);
});
