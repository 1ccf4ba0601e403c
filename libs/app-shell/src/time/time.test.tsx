import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { renderToString } from 'react-dom/server.node';
import { countdownParts, useCountdown } from './use-countdown.ts';
import { usePassed, useRefetchAt } from './use-passed.ts';
import { useResend } from './use-resend.ts';

const start = new Date('2026-11-21T00:00:00Z');
beforeEach(() => {
  sessionStorage.clear();
  jest.useFakeTimers({ now: start });
});
afterEach(() => void jest.useRealTimers());
const pass = (seconds: number) => act(() => jest.advanceTimersByTime(seconds * 1000));

test('useCountdown counts whole seconds down to 0 and leaves no timer', () => {
  const { result } = renderHook(() => useCountdown(start.getTime() + 2500));
  expect(result.current).toBe(3);
  pass(1);
  expect(result.current).toBe(2);
  pass(2);
  expect(result.current).toBe(0);
  expect(jest.getTimerCount()).toBe(0);
});

test('a second countdown starts with its own seconds', () => {
  const shown: number[] = [];
  const { rerender, unmount } = renderHook(
    ({ end }) => {
      const seconds = useCountdown(end);
      shown.push(seconds);
      return seconds;
    },
    { initialProps: { end: start.getTime() + 60_000 } },
  );
  pass(60);
  expect(shown.at(-1)).toBe(0);
  pass(600);
  shown.length = 0;
  rerender({ end: Date.now() + 60_000 });
  expect(shown.at(-1)).toBe(60);
  expect(Math.max(...shown)).toBe(60);
  pass(1);
  expect(shown.at(-1)).toBe(59);
  unmount();
  expect(jest.getTimerCount()).toBe(0);
});

test('two countdowns run independently, and a shortened one follows its new end', () => {
  const { result, rerender } = renderHook(({ ends }) => [useCountdown(ends[0]), useCountdown(ends[1])], {
    initialProps: { ends: [start.getTime() + 661_000, start.getTime() + 60_000] as [number, number] },
  });
  expect(result.current).toEqual([661, 60]);
  pass(10);
  expect(result.current).toEqual([651, 50]);
  rerender({ ends: [Date.now() + 5000, start.getTime() + 60_000] });
  expect(result.current).toEqual([5, 50]);
  pass(5);
  expect(result.current).toEqual([0, 45]);
});

test('usePassed turns true at its moment, also after sleep, and leaves no timer', () => {
  const { result, rerender, unmount } = renderHook(({ end }) => usePassed(end), {
    initialProps: { end: (start.getTime() + 90_000) as number | null },
  });
  expect(result.current).toBe(false);
  pass(89);
  expect(result.current).toBe(false);
  pass(1);
  expect(result.current).toBe(true);
  // 30 days: more milliseconds than one timer supports.
  rerender({ end: Date.now() + 30 * 86_400_000 });
  expect(result.current).toBe(false);
  pass(60);
  expect(result.current).toBe(false);
  jest.setSystemTime(Date.now() + 31 * 86_400_000);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(result.current).toBe(true);
  rerender({ end: null });
  expect(result.current).toBe(false);
  rerender({ end: Date.now() + 1000 });
  unmount();
  expect(jest.getTimerCount()).toBe(0);
});

test('usePassed rechecks a distant moment every minute', () => {
  const timers = jest.spyOn(globalThis, 'setTimeout');
  const { unmount } = renderHook(() => usePassed(start.getTime() + 3 * 3_600_000));
  pass(180);
  expect(timers.mock.calls.map(([, wait]) => wait)).toEqual([60_000, 60_000, 60_000, 60_000]);
  unmount();
  timers.mockRestore();
});

test('useRefetchAt refetches a second after each of its moments, not for earlier ones, and leaves no timer', () => {
  const refetch = jest.fn();
  const at = (seconds: number) => new Date(start.getTime() + seconds * 1000).toISOString();
  const { rerender, unmount } = renderHook(({ moments }) => useRefetchAt(moments, refetch), {
    initialProps: { moments: [at(90), null, at(-60), undefined, at(10)] },
  });
  pass(10);
  expect(refetch).toHaveBeenCalledTimes(0);
  pass(1);
  expect(refetch).toHaveBeenCalledTimes(1);
  pass(79);
  expect(refetch).toHaveBeenCalledTimes(1);
  pass(1);
  expect(refetch).toHaveBeenCalledTimes(2);
  pass(600);
  rerender({ moments: [at(90), at(86_400)] });
  expect(refetch).toHaveBeenCalledTimes(2);
  jest.setSystemTime(start.getTime() + 86_401_000);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(refetch).toHaveBeenCalledTimes(3);
  rerender({ moments: [at(86_500)] });
  unmount();
  expect(jest.getTimerCount()).toBe(0);
});

test('useCountdown without an end is 0', () => {
  expect(renderHook(() => useCountdown(null)).result.current).toBe(0);
});

test('the server renders the same countdown at any time', () => {
  const Seconds = () => <p>{useCountdown(start.getTime() + 60_000)}</p>;
  expect(renderToString(<Seconds />)).toBe('<p>0</p>');
});

test.each([
  [0, { days: 0, hours: 0, minutes: 0, seconds: 0 }],
  [59, { days: 0, hours: 0, minutes: 0, seconds: 59 }],
  [3 * 86_400 + 14 * 3600 + 25 * 60 + 9, { days: 3, hours: 14, minutes: 25, seconds: 9 }],
])('countdownParts splits %d seconds', (seconds, parts) => {
  expect(countdownParts(seconds)).toEqual(parts);
});

const resend = (address: string, scene = 'AUTH_REGISTER_EMAIL') =>
  renderHook(({ to }) => useResend(scene, to), { initialProps: { to: address } });

test('useResend counts down the wait named by the server', () => {
  const { result } = resend('a@yunduo.test');
  expect(result.current.remaining).toBe(0);
  act(() => result.current.wait(60));
  expect(result.current.remaining).toBe(60);
  pass(59);
  expect(result.current.remaining).toBe(1);
  pass(1);
  expect(result.current.remaining).toBe(0);
});

test('a second wait starts with its own seconds, ten minutes after the first', () => {
  const { result } = resend('a@yunduo.test');
  act(() => result.current.wait(60));
  pass(661);
  expect(result.current.remaining).toBe(0);
  const shown: number[] = [];
  const seen = renderHook(() => {
    const view = useResend('AUTH_REGISTER_EMAIL', 'c@yunduo.test');
    shown.push(view.remaining);
    return view;
  });
  act(() => seen.result.current.wait(60));
  pass(61);
  pass(600);
  act(() => seen.result.current.wait(60));
  expect(seen.result.current.remaining).toBe(60);
  expect(Math.max(...shown)).toBe(60);
});

test('the resend countdown survives a reload', () => {
  const before = resend('a@yunduo.test');
  act(() => before.result.current.wait(60));
  before.unmount();
  pass(20);
  expect(resend(' A@yunduo.test ').result.current.remaining).toBe(40);
});

test('each address and scene has its own resend countdown', () => {
  const view = resend('a@yunduo.test');
  act(() => view.result.current.wait(60));
  view.rerender({ to: 'b@yunduo.test' });
  expect(view.result.current.remaining).toBe(0);
  view.rerender({ to: 'a@yunduo.test' });
  expect(view.result.current.remaining).toBe(60);
  expect(resend('a@yunduo.test', 'AUTH_RESET_PWD').result.current.remaining).toBe(0);
});

test('without storage the resend countdown lasts as long as the page', () => {
  const reject = () => {
    throw new DOMException('refused', 'SecurityError');
  };
  const spies = [
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(reject),
    jest.spyOn(Storage.prototype, 'getItem').mockImplementation(reject),
  ];
  const { result } = resend('a@yunduo.test');
  act(() => result.current.wait(60));
  expect(result.current.remaining).toBe(60);
  for (const spy of spies) spy.mockRestore();
});
