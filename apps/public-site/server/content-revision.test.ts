/** @jest-environment node */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { watchContentRevision } from './content-revision.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Starts a watch on an API that gives these answers in order, and none afterwards. */
function watch(...answers: (() => Response)[]) {
  const onInfo = jest.fn();
  const asked: string[] = [];
  const options: RequestInit[] = [];
  const fetch = (async (url: string, init: RequestInit) => {
    asked.push(url);
    options.push(init);
    const answer = answers.shift();
    if (!answer) throw new TypeError('fetch failed');
    return answer();
  }) as typeof globalThis.fetch;
  const watched = watchContentRevision({ apiBaseUrl: 'http://api.test', onInfo, interval: 1000, fetch });
  return { ...watched, onInfo, asked, options };
}
const info = (content_revision: number) => () => Response.json({ code: 'OK', data: { content_revision } });

test('polls at each interval and reports whether the last request succeeded', async () => {
  const { start, stop, answered, onInfo, asked } = watch(
    info(1),
    () => new Response('', { status: 503 }),
    info(2),
    () => new Response('no JSON'),
  );
  expect(answered()).toBe(false);
  start();
  for (const [reported, heard] of [
    [1, true],
    [1, false],
    [2, true],
    [2, false],
    [2, false],
  ] as const) {
    await jest.advanceTimersByTimeAsync(0);
    expect([onInfo.mock.calls.length, answered()]).toEqual([reported, heard]);
    await jest.advanceTimersByTimeAsync(999);
    expect(answered()).toBe(heard);
    await jest.advanceTimersByTimeAsync(1);
  }
  expect(asked[0]).toBe('http://api.test/api/site/info');
  expect(onInfo).toHaveBeenNthCalledWith(2, { content_revision: 2 });
  stop();
});

test('follows no redirect, and waits for an answer no longer than until the next poll', async () => {
  const limit = jest.spyOn(AbortSignal, 'timeout');
  const { ask, options } = watch(info(1));
  await ask();
  expect(limit.mock.calls).toEqual([[1000]]);
  expect(options).toEqual([{ redirect: 'error', signal: limit.mock.results[0]?.value }]);
  limit.mockRestore();
});

test('stopping between requests clears the timer', async () => {
  const { start, stop, asked } = watch(info(1), info(2));
  start();
  await jest.advanceTimersByTimeAsync(500);
  expect(jest.getTimerCount()).toBe(1);
  stop();
  expect(jest.getTimerCount()).toBe(0);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(1);
});

test('stopping during a request ignores its response', async () => {
  let answer = (_response: Response): void => undefined;
  const pending = new Promise<Response>((resolve) => (answer = resolve));
  const onInfo = jest.fn();
  const fetch = jest.fn(() => pending) as unknown as jest.MockedFunction<typeof globalThis.fetch>;
  const { start, stop } = watchContentRevision({
    apiBaseUrl: 'http://api.test',
    onInfo,
    interval: 1000,
    fetch,
  });
  start();
  stop();
  answer(info(3)());
  await jest.advanceTimersByTimeAsync(60_000);
  expect(onInfo).not.toHaveBeenCalled();
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(jest.getTimerCount()).toBe(0);
});
