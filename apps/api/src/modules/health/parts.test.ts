import { expect, jest, test } from '@jest/globals';
import Fastify from 'fastify';
import { watchParts } from './parts.ts';

test('a process checks its parts by itself, one check at a time, until it closes', async () => {
  const app = Fastify();
  const fine = () => Promise.resolve();
  const ping = jest.fn(fine);
  Object.assign(app, {
    database: { ping },
    files: { check: fine },
    mail: { check: fine },
    clock: { now: () => new Date('2026-11-20T02:00:00Z') },
    db: {},
  });
  const ticks: (() => void)[] = [];
  const timers = jest.spyOn(globalThis, 'setInterval').mockImplementation(((work: () => void) => {
    ticks.push(work);
    return { unref: () => undefined };
  }) as unknown as typeof setInterval);
  watchParts(app, true);
  timers.mockRestore();
  const [tick] = ticks;

  let answered: () => void = () => undefined;
  ping.mockImplementationOnce(() => new Promise<void>((resolve) => (answered = resolve)));
  tick?.();
  tick?.();
  expect(ping).toHaveBeenCalledTimes(1);
  answered();
  for (let turns = 0; turns < 20 && ping.mock.calls.length < 2; turns += 1) {
    await new Promise(setImmediate);
    tick?.();
  }
  expect(ping).toHaveBeenCalledTimes(2);
  await app.close();
});
