import { expect, test } from '@jest/globals';
import { cpuTime, watchProgress } from './progress.ts';

const LIMITS = { idle: 100_000, step: 1_000_000, notice: 15_000 };

/** A watch of a process whose clock and CPU time the test sets; it checks every second. */
function watched() {
  const state = { now: 0, cpu: 0 };
  const printed: string[] = [];
  const stuck: string[] = [];
  const watch = watchProgress({
    name: 'API',
    pid: 1,
    print: (line) => printed.push(line),
    onStuck: (sentence) => stuck.push(sentence),
    limits: LIMITS,
    now: () => state.now,
    cpu: () => state.cpu,
  });
  const pass = (seconds: number, share = 0): void => {
    for (let second = 0; second < seconds; second += 1) {
      state.now += 1000;
      state.cpu += 1000 * share;
      watch.look();
    }
  };
  return { watch, pass, printed, stuck };
}

test('waits for a slow process that uses the CPU', () => {
  const { watch, pass, stuck } = watched();
  pass(600, 0.05);
  expect(stuck).toEqual([]);
  watch.end();
});

test('waits for a process that reports steps or prints lines', () => {
  const { watch, pass, stuck } = watched();
  for (let step = 0; step < 6; step += 1) {
    pass(90);
    watch.mark(`step ${step}`);
    pass(90);
    watch.mark();
  }
  expect(stuck).toEqual([]);
  watch.end();
});

test('prints every 15 seconds what it waits for', () => {
  const { watch, pass, printed } = watched();
  watch.mark('migrating the database');
  pass(31);
  watch.mark('loading the sample data');
  pass(15);
  expect(printed).toEqual([
    'Waiting for API (migrating the database): 15 s',
    'Waiting for API (migrating the database): 30 s',
    'Waiting for API (loading the sample data): 45 s',
  ]);
  watch.end();
});

test('a process that only polls is stuck after the limit, and its step is named', () => {
  const { watch, pass, stuck } = watched();
  watch.mark('opening the database');
  pass(99, 0.005);
  expect(stuck).toEqual([]);
  pass(1, 0.005);
  expect(stuck).toEqual([
    'API has made no progress for 100 s (opening the database) and was not ready after 100 s.',
  ]);
  watch.end();
});

test('an endless loop is given up despite its CPU time', () => {
  const { watch, pass, stuck } = watched();
  watch.mark('opening the database');
  pass(1000, 1);
  expect(stuck).toEqual([
    'API has been at the same step for 1000 s (opening the database) and was not ready after 1000 s.',
  ]);
  watch.end();
});

test('printed lines do not extend the limit of a step', () => {
  const { watch, pass, stuck } = watched();
  for (let line = 0; line < 20; line += 1) {
    pass(50);
    watch.mark();
  }
  expect(stuck).toHaveLength(1);
  watch.end();
});

test('cpuTime reads a growing value from the system', () => {
  const before = cpuTime(process.pid);
  const until = performance.now() + 60;
  while (performance.now() < until);
  const after = cpuTime(process.pid);
  // Without /proc, only steps and lines count as progress.
  expect(process.platform === 'linux' ? Number(after) > Number(before) : after === null).toBe(true);
  expect(cpuTime(0)).toBeNull();
});
