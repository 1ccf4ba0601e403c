import { afterEach, expect, jest, test } from '@jest/globals';
import Fastify from 'fastify';
import { watchParts } from './modules/health/parts.ts';
import { keepRunning } from './modules/jobs/jobs.ts';
import { testApp } from './testing/app.ts';

afterEach(() => void jest.restoreAllMocks());

/** The file of the API that makes an interval at the moment; undefined for a library's. */
function maker(): string | undefined {
  const frames = String(new Error().stack).split('\n').slice(1);
  const first = frames.find((frame) => !/intervals\.test\.ts|jest-mock/.test(frame)) ?? '';
  return /apps\/api\/src\/([\w/-]+\.ts)/.exec(first)?.[1];
}

test('the intervals of a server do not keep its process alive, and end with it', async () => {
  const { setInterval } = globalThis;
  const made = new Map<NodeJS.Timeout, string>();
  const cleared = jest.spyOn(globalThis, 'clearInterval');
  jest.spyOn(globalThis, 'setInterval').mockImplementation(((work: () => void, every: number) => {
    const timer = setInterval(work, every);
    const file = maker();
    if (file) made.set(timer, file);
    return timer;
  }) as typeof setInterval);
  const filesOf = (which: (timer: NodeJS.Timeout) => boolean) =>
    [...made].filter(([timer]) => which(timer)).map(([, file]) => file);

  const api = await testApp();
  api.app.webhooks.start();
  // A server checks its parts by itself; the one above answers when asked.
  const server = Fastify();
  watchParts(server, true);
  const stopJobs = keepRunning(api.app.jobs);
  expect([...made.values()]).toEqual(
    expect.arrayContaining([
      'modules/health/parts.ts',
      'modules/jobs/jobs.ts',
      'modules/webhook/deliver.ts',
      'plugins/pressure.ts',
    ]),
  );
  expect(filesOf((timer) => timer.hasRef())).toEqual([]);

  await stopJobs();
  await api.app.webhooks.stop();
  await server.close();
  await api.close();
  const ended = new Set<unknown>(cleared.mock.calls.map(([timer]) => timer));
  expect(filesOf((timer) => !ended.has(timer))).toEqual([]);
});
