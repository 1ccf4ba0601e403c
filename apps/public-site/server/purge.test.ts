/** @jest-environment node */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { purgeOnChange } from './purge.ts';

const PURGE = {
  url: 'https://cdn.test/purge',
  headers: { authorization: 'Bearer x' },
  body: '{"tags":["content"]}',
};

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Starts a purge on a CDN that gives these answers in order. */
function start(...answers: (number | 'away')[]) {
  const sent: [string, RequestInit][] = [];
  const report = jest.fn();
  const fetch = (async (url: string, init: RequestInit) => {
    sent.push([url, init]);
    const answer = answers.shift() ?? 200;
    if (answer === 'away') throw new TypeError('fetch failed');
    return new Response(null, { status: answer });
  }) as typeof globalThis.fetch;
  return { ...purgeOnChange({ purge: PURGE, report, fetch, pauses: [1200, 1000, 5000] }), sent, report };
}

test('purges on a new revision after a delay, not on the first one', async () => {
  const { hear, sent } = start();
  for (const revision of [7, 7]) hear(revision);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual([]);
  hear(8);
  hear(8);
  await jest.advanceTimersByTimeAsync(1199);
  expect(sent).toEqual([]);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(sent).toMatchObject([
    [
      PURGE.url,
      {
        method: 'POST',
        body: PURGE.body,
        redirect: 'error',
        signal: expect.any(AbortSignal),
        headers: { ...PURGE.headers, 'content-type': 'application/json' },
      },
    ],
  ]);
});

test('sends no body if none is configured', async () => {
  const sent: RequestInit[] = [];
  const fetch = (async (_url: string, init: RequestInit) => {
    sent.push(init);
    return new Response(null);
  }) as typeof globalThis.fetch;
  const { hear } = purgeOnChange({ purge: { ...PURGE, body: '' }, report: jest.fn(), fetch });
  hear(1);
  hear(2);
  // Copies of nginx are a second old at most.
  await jest.advanceTimersByTimeAsync(1199);
  expect(sent).toHaveLength(0);
  await jest.advanceTimersByTimeAsync(1);
  expect(sent).toHaveLength(1);
  expect(sent[0]).not.toHaveProperty('body');
  expect(sent[0]?.headers).toEqual(PURGE.headers);
});

test('retries a failed purge with growing delays and then reports it', async () => {
  const { hear, sent, report } = start('away', 500, 503);
  hear(1);
  hear(2);
  await jest.advanceTimersByTimeAsync(1200);
  expect(sent).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(1000);
  expect(sent).toHaveLength(2);
  expect(report).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(5000);
  expect(sent).toHaveLength(3);
  expect(report.mock.calls).toEqual([[new Error('the CDN answered 503'), 'CDN_PURGE_URL']]);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(3);
});

test('purges a revision that arrives during a purge, and nothing after stop', async () => {
  const { hear, sent, stop } = start('away');
  hear(1);
  hear(2);
  await jest.advanceTimersByTimeAsync(1300);
  hear(3);
  await jest.advanceTimersByTimeAsync(1200);
  expect(sent).toHaveLength(2);
  hear(4);
  stop();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(2);
});

test('cancels the CDN’s response body', async () => {
  const cancel = jest.fn<() => void>();
  const fetch = (async () => new Response(new ReadableStream({ cancel }))) as typeof globalThis.fetch;
  const { hear } = purgeOnChange({ purge: PURGE, report: jest.fn(), fetch });
  hear(1);
  hear(2);
  await jest.advanceTimersByTimeAsync(5000);
  expect(cancel).toHaveBeenCalledTimes(1);
});
