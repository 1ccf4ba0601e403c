import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { eq, like, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { auditLog, discardedFiles, jobFailures, jobRuns, throttles } from '../../db/schema/index.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { onPostgres } from '../../testing/environment.ts';
import { opsOf } from '../../testing/ops.ts';
import { secondApp, type SecondApp } from '../../testing/second-app.ts';
import { renderEmail } from '../mail/messages.ts';
import { countWaiting } from '../desk/today.ts';
import { keepRunning, type Job } from './jobs.ts';

const MINUTE = 60_000;
let api: TestApp;
beforeEach(async () => {
  api = await testApp();
});
afterEach(() => api.close());

/** Records each run in a table, like a job's work. */
const marking = (name: string, more: () => void = () => undefined): Job => ({
  name,
  every: 10 * MINUTE,
  async run({ db, clock }) {
    const runs = await db.$count(throttles, like(throttles.key, `${name}:%`));
    await db
      .insert(throttles)
      .values({ key: `${name}:${runs}`, hits: [], expiresAt: new Date(clock.now().getTime() + 9e9) });
    more();
    return 1;
  },
});
const runsOf = (name: string) => api.db.$count(throttles, like(throttles.key, `${name}:%`));

test('the jobs are those of docs/operations.md, each as often and in the way it says', async () => {
  const document = await readFile(new URL('../../../../../docs/operations.md', import.meta.url), 'utf8');
  const rows = [...document.matchAll(/^\| `([\w.-]+)` +\| ([\d.]+) +\| (yes|no) +\|/gm)];
  const stated = rows.map(([, name, minutes, steps]) => [name, Number(minutes) * MINUTE, steps === 'yes']);
  const inSteps = Object.keys(await api.app.jobs.runDue({ long: true }));
  const jobs = await api.app.jobs.list();
  expect(jobs.map(({ name, every }) => [name, every, inSteps.includes(name)])).toEqual(
    stated.sort(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
  );
});

test('a job runs when due and not before; in an empty database the others find only that the calendar is missing', async () => {
  api.app.jobs.add(marking('water-plants'));
  const logged = jest.spyOn(api.app.log, 'info');
  const done = await api.app.jobs.runDue();
  expect(Object.keys(done)).toContain('housekeeping');
  const found = Object.entries(done).filter(([, count]) => count !== 0);
  expect(Object.fromEntries(found)).toEqual({ calendar_coverage: 1, 'water-plants': 1 });
  // A job without work is not logged.
  const reported = logged.mock.calls.flatMap(([details, text]) => (text === 'job done' ? [details] : []));
  expect(reported).toEqual(found.map(([job, count]) => ({ reqId: expect.any(String), job, count })));
  expect(await api.app.jobs.runDue()).toEqual({});
  api.clock.advance(10 * MINUTE - 1);
  expect(await api.app.jobs.runDue()).not.toHaveProperty('water-plants');
  api.clock.advance(1);
  expect(await api.app.jobs.runDue()).toMatchObject({ 'water-plants': 1 });
  expect(await runsOf('water-plants')).toBe(2);
});

test('a job runs after the clock was set back', async () => {
  api.app.jobs.add(marking('water-plants'));
  const before = api.clock.now();
  api.clock.advance(120 * MINUTE);
  await api.app.jobs.runDue();
  api.clock.set(before);
  expect(await api.app.jobs.list()).toContainEqual(
    expect.objectContaining({ name: 'water-plants', due: true }),
  );
  expect(await api.app.jobs.runDue()).toMatchObject({ 'water-plants': 1 });
  expect(await api.app.jobs.runDue()).toEqual({});
  // The clocks of two servers differ by less than a minute.
  const due = async () => (await api.app.jobs.list()).find(({ name }) => name === 'water-plants')?.due;
  api.clock.advance(-MINUTE);
  expect([await api.app.jobs.runDue(), await due()]).toEqual([{}, false]);
  api.clock.advance(-1);
  expect([await due(), await api.app.jobs.runDue()]).toMatchObject([true, { 'water-plants': 1 }]);
});

test('a failed job is rolled back and retried, and does not stop other jobs', async () => {
  let broken = true;
  api.app.jobs.add(
    marking('breaks', () => {
      if (broken) throw new Error('the lights went out');
    }),
  );
  api.app.jobs.add(marking('after-it'));
  const logged = jest.spyOn(api.app.log, 'error');
  const first = await api.app.jobs.runAll();
  expect(first).toMatchObject({ done: { 'after-it': 1 }, failed: ['breaks'] });
  const reported = (await api.app.jobs.list()).find(({ name }) => name === 'breaks')?.failing;
  expect(logged.mock.calls).toEqual([
    [
      {
        reqId: reported?.requestId,
        job: 'breaks',
        err: expect.objectContaining({ message: 'the lights went out' }),
      },
      'job failed',
    ],
  ]);
  logged.mockRestore();
  expect(await runsOf('breaks')).toBe(0);
  expect(await api.db.select().from(jobRuns).where(eq(jobRuns.name, 'breaks'))).toEqual([]);
  broken = false;
  expect(await api.app.jobs.runDue()).toEqual({ breaks: 1 });
  expect(await runsOf('breaks')).toBe(1);
});

test('a failure that cannot be recorded is logged, and does not stop other jobs', async () => {
  api.app.jobs.add({ name: 'breaks', every: MINUTE, run: () => Promise.reject(new Error('lights out')) });
  api.app.jobs.add(marking('after-it'));
  const logged = jest.spyOn(api.app.log, 'error');
  const away = { values: () => ({ onConflictDoUpdate: () => Promise.reject(new Error('away')) }) };
  const insert = api.app.db.insert.bind(api.app.db);
  const failing = jest
    .spyOn(api.app.db, 'insert')
    .mockImplementation(((table: PgTable) => (table === jobFailures ? away : insert(table))) as never);
  expect(await api.app.jobs.runAll()).toMatchObject({ done: { 'after-it': 1 }, failed: ['breaks'] });
  failing.mockRestore();
  expect(logged.mock.calls.at(-1)).toEqual([
    { reqId: expect.any(String), job: 'breaks', err: expect.objectContaining({ message: 'away' }) },
    'job failure not recorded',
  ]);
  logged.mockRestore();
});

test('a failed long job keeps its partial work and runs again at its next interval', async () => {
  let broken = true;
  api.app.jobs.add({
    ...marking('sweeps', () => {
      if (broken) throw new Error('the lights went out');
    }),
    long: true,
  });
  expect((await api.app.jobs.runAll()).failed).toEqual(['sweeps']);
  expect(await runsOf('sweeps')).toBe(1);
  broken = false;
  expect(await api.app.jobs.runDue()).toEqual({});
  api.clock.advance(10 * MINUTE);
  expect(await api.app.jobs.runDue()).toMatchObject({ sweeps: 1 });
});

test.each([{ long: false }, { long: true }])(
  'a job that fails, from its first run on too, is reported until a run succeeds: %o',
  async (kind) => {
    let broken = true;
    const job = marking('breaks', () => {
      if (broken) throw new Error('the lights went out');
    });
    api.app.jobs.add({ ...job, ...kind });
    const failing = async () =>
      (await api.app.jobs.list()).find(({ name }) => name === 'breaks')?.failing ?? null;
    expect(await failing()).toBeNull();
    const since = api.clock.now();
    await api.app.jobs.runAll();
    const first = await failing();
    expect(first).toEqual({ since, requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(await countWaiting(api.app)).toMatchObject({ jobs: 1, job_names: ['breaks'] });
    api.clock.advance(10 * MINUTE);
    await api.app.jobs.runAll();
    const second = await failing();
    expect([second?.since, second?.requestId === first?.requestId]).toEqual([since, false]);
    broken = false;
    api.clock.advance(10 * MINUTE);
    await api.app.jobs.runAll();
    expect(await failing()).toBeNull();
    expect((await countWaiting(api.app)).job_names).toEqual([]);
  },
);

test('a run by hand that succeeds ends the report of a failure', async () => {
  let broken = true;
  api.app.jobs.add(
    marking('breaks', () => {
      if (broken) throw new Error('the lights went out');
    }),
  );
  await api.app.jobs.runAll();
  broken = false;
  await opsOf(api)('jobs run breaks');
  expect((await countWaiting(api.app)).job_names).toEqual([]);
});

test.each([
  ['a short job that fails in a run by hand keeps none of its work', false, 0],
  ['a long job that fails in a run by hand keeps the work done so far', true, 1],
])('%s', async (_what, long, kept) => {
  const failing = marking('breaks', () => {
    throw new Error('the lights went out');
  });
  api.app.jobs.add({ ...failing, long });
  const actor = { userId: null, name: 'test', via: 'command' } as const;
  await expect(api.app.jobs.run('breaks', actor)).rejects.toThrow('the lights went out');
  expect(await runsOf('breaks')).toBe(kept);
});

test('no transaction is open while files are removed', async () => {
  await api.db
    .insert(discardedFiles)
    .values({ name: 'avatars/nobody-320.webp', discardedAt: api.clock.now() });
  // On PGlite a query next to an open transaction never returns; PostgreSQL ends one that idles for long.
  const left: number[] = [];
  const remove = jest.spyOn(api.app.files, 'remove').mockImplementation(async () => {
    const { rows } = await api.db.execute<{ open: number }>(
      sql`select count(*)::int as open from pg_stat_activity
        where state = 'idle in transaction' and datname = current_database()`,
    );
    left.push(rows[0]?.open ?? -1);
  });
  expect(await api.app.jobs.runDue()).toMatchObject({ discarded_files: 1 });
  remove.mockRestore();
  expect(left).toEqual([0]);
  expect(await api.db.$count(discardedFiles)).toBe(0);
}, 20_000);

test('a long job does not delay other due jobs', async () => {
  let end: () => void = () => undefined;
  const sweeping = new Promise<void>((resolve) => (end = resolve));
  api.app.jobs.add({
    name: 'sweeps',
    every: MINUTE,
    long: true,
    run: () => sweeping.then(() => 1),
  });
  const marks: (() => void)[] = [];
  const marked = (): Promise<void> => new Promise((resolve) => marks.push(resolve));
  api.app.jobs.add({
    name: 'ticks',
    every: MINUTE,
    run: () => Promise.resolve(marks.shift()?.()).then(() => 1),
  });
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'setTimeout'] });
  const stop = keepRunning(api.app.jobs);
  try {
    const first = marked();
    jest.advanceTimersByTime(15_000);
    await first;
    // The round ends with its other jobs.
    await api.app.jobs.runDue({ long: false });
    api.clock.advance(MINUTE);
    const second = marked();
    jest.advanceTimersByTime(15_000);
    await second;
    expect(marks).toEqual([]);
  } finally {
    jest.useRealTimers();
    // A shutdown waits for the job that runs: the database is closed afterwards.
    let stopped = false;
    const stopping = stop().then(() => (stopped = true));
    await new Promise(setImmediate);
    expect(stopped).toBe(false);
    end();
    await stopping;
  }
});

test.each([{ long: false }, { long: true }])(
  'a shutdown tells the job that runs, and starts no other: %o',
  async (kind) => {
    const [began, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const told: (boolean | undefined)[] = [];
    api.app.jobs.add({
      ...{ name: 'holds', every: MINUTE, ...kind },
      async run(_context, stopping) {
        told.push(stopping?.aborted);
        began.resolve();
        await held.promise;
        told.push(stopping?.aborted);
        return 1;
      },
    });
    api.app.jobs.add({ ...marking('after-it'), ...kind });
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'setTimeout'] });
    const stop = keepRunning(api.app.jobs);
    try {
      jest.advanceTimersByTime(15_000);
      await began.promise;
    } finally {
      jest.useRealTimers();
      const stopping = stop();
      held.resolve();
      await stopping;
    }
    expect(told).toEqual([false, true]);
    expect(await runsOf('after-it')).toBe(0);
    const claimed = (await api.db.select().from(jobRuns)).map(({ name }) => name);
    expect(claimed).toContain('holds');
    expect(claimed).not.toContain('after-it');
  },
);

test('a failed job sends no mail; its next run sends one', async () => {
  let broken = true;
  api.app.jobs.add({
    name: 'writes',
    every: MINUTE,
    async run({ db, mail }) {
      const message = renderEmail('en', 'reader@example.com', 'password_changed', {
        brand: 'Yunduo',
        link: 'http://127.0.0.1/',
      });
      await mail.enqueue(db, message);
      if (broken) throw new Error('the lights went out');
      return 1;
    },
  });
  await api.app.jobs.runDue();
  expect(await api.mails()).toEqual([]);
  broken = false;
  await api.app.jobs.runDue();
  expect((await api.mails()).map(({ to }) => to)).toEqual(['reader@example.com']);
});

test('adding a second job of the same name throws', () => {
  api.app.jobs.add(marking('twin'));
  expect(() => api.app.jobs.add(marking('twin'))).toThrow('two jobs are called twin');
});

describe('jobs commands', () => {
  test('list jobs with their state and run those due', async () => {
    api.app.jobs.add(marking('water-plants'));
    const ops = opsOf(api);
    const state = async () =>
      (await ops('jobs list --json'))
        .json<{ name: string; due: boolean; ran_at: string | null; every_minutes: number }[]>()
        .find(({ name }) => name === 'water-plants');
    expect(await state()).toEqual({
      name: 'water-plants',
      every_minutes: 10,
      ran_at: null,
      due: true,
      failing_since: null,
      request_id: null,
    });
    expect((await ops('jobs run --json')).json()).toContainEqual({ name: 'water-plants', count: 1 });
    expect(await state()).toMatchObject({ due: false, ran_at: api.clock.now().toISOString() });
    expect((await ops('jobs run')).out).toBe('nothing was due\n');
  });

  test('run one job by name before it is due, with an audit log entry', async () => {
    api.app.jobs.add(marking('water-plants'));
    const ops = opsOf(api, { user: 'deploy' });
    await ops('jobs run water-plants');
    const again = await ops('jobs run water-plants --json');
    expect(again.json()).toEqual([{ name: 'water-plants', count: 1 }]);
    expect(await runsOf('water-plants')).toBe(2);
    expect(await api.app.jobs.runDue()).not.toHaveProperty('water-plants');
    expect(await api.db.select().from(auditLog)).toHaveLength(2);
    expect(await ops('jobs run make-coffee')).toMatchObject({
      code: 1,
      err: 'error: no job is called make-coffee: see jobs list\n',
    });
  });

  test('exit with 1 and name the failed job', async () => {
    api.app.jobs.add(
      marking('breaks', () => {
        throw new Error('the lights went out');
      }),
    );
    expect(await opsOf(api)('jobs run')).toMatchObject({
      code: 1,
      err: 'error: failed: breaks; the log says why\n',
    });
  });
});

(onPostgres ? describe : describe.skip)('two processes on one database', () => {
  let other: SecondApp;
  beforeEach(async () => {
    other = await secondApp(api);
  });
  afterEach(() => other.close());

  test('run each job once in total', async () => {
    for (let round = 1; round <= 5; round += 1) {
      const name = `shared-${round}`;
      api.app.jobs.add(marking(name));
      other.app.jobs.add(marking(name));
      const [mine, theirs] = await Promise.all([api.app.jobs.runDue(), other.app.jobs.runDue()]);
      expect([mine[name], theirs[name]].filter((count) => count === 1)).toHaveLength(1);
      expect(await runsOf(name)).toBe(1);
    }
  });

  test('the second runs a job that failed in the first', async () => {
    let broken = true;
    api.app.jobs.add(
      marking('handed-over', () => {
        if (broken) throw new Error('the lights went out');
      }),
    );
    other.app.jobs.add(marking('handed-over'));
    await api.app.jobs.runDue();
    broken = false;
    expect(await other.app.jobs.runDue()).toMatchObject({ 'handed-over': 1 });
    expect(await api.app.jobs.runDue()).not.toHaveProperty('handed-over');
    expect(await runsOf('handed-over')).toBe(1);
  });
});
