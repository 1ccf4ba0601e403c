import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { endOnSignal } from './end-on-signal.ts';

const exits: unknown[] = [];
beforeEach(() => {
  jest.useFakeTimers();
  exits.length = 0;
  jest.spyOn(process, 'exit').mockImplementation((code) => void exits.push(code) as never);
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.removeAllListeners(signal);
});

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s ends the process with 0 once everything is closed',
  async (signal) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    endOnSignal(() => promise);
    process.emit(signal);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(exits).toEqual([]);
    resolve();
    await jest.advanceTimersByTimeAsync(0);
    expect(exits).toEqual([0]);
  },
);

test('a process that cannot close ends with 1', async () => {
  endOnSignal(() => Promise.reject(new Error('no disk')));
  process.emit('SIGTERM');
  await jest.advanceTimersByTimeAsync(0);
  expect(exits).toEqual([1]);
});

test('a process that hangs ends with 1 after nine seconds, one more than mails in delivery have', async () => {
  endOnSignal(() => new Promise(() => undefined));
  process.emit('SIGTERM');
  await jest.advanceTimersByTimeAsync(8_999);
  expect(exits).toEqual([]);
  await jest.advanceTimersByTimeAsync(1);
  expect(exits).toEqual([1]);
});
