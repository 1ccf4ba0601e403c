import { expect, test } from '@jest/globals';
import { startChild } from './child.ts';
import type { Child, ChildOptions } from './child.ts';

const started = (
  script: string,
  reasonOnce: boolean,
  limits?: ChildOptions['limits'],
): { child: Child; printed: string[] } => {
  const printed: string[] = [];
  const child = startChild({
    name: 'Part',
    args: ['--eval', script],
    env: { PATH: process.env['PATH'] },
    print: (line) => printed.push(line),
    reasonOnce,
    ...(limits && { limits }),
  });
  return { child, printed };
};

const FAILS = `
  console.error('error: A must be set');
  console.error('error: B must be set');
  process.exitCode = 1;`;

test('reports the reason of an early exit once and prints other output', async () => {
  const { child, printed } = started(FAILS, true);
  expect(await child.ended).toBe('Part ended with exit code 1: B must be set');
  await expect(child.ready).rejects.toThrow('Part ended with exit code 1: B must be set');
  expect(printed).toEqual(['error: A must be set']);
});

test('prints every line in verbose mode', async () => {
  const { child, printed } = started(FAILS, false);
  await child.ended;
  expect(printed).toEqual(['error: A must be set', 'error: B must be set']);
});

test('prints output from before and after it became ready', async () => {
  const { child, printed } = started(
    `console.error('careful');
     process.stderr.write('', () => console.log('listening on http://127.0.0.1:1'));
     process.once('SIGTERM', () => { console.error('ending'); process.exit(0); });
     setInterval(() => undefined, 1000);`,
    true,
  );
  expect(await child.ready).toBe('http://127.0.0.1:1');
  await child.stop(10_000);
  expect(printed).toEqual(['careful', 'ending']);
});

const SHORT = { idle: 4000, notice: 1000 };

test('becomes ready after the limit if it reports its steps', async () => {
  const { child } = started(
    `let step = 0;
     const timer = setInterval(() => {
       step += 1;
       process.send({ starting: 'step ' + step });
       if (step < 12) return;
       clearInterval(timer);
       console.log('listening on http://127.0.0.1:1');
     }, 500);`,
    true,
    SHORT,
  );
  expect(await child.ready).toBe('http://127.0.0.1:1');
  await child.stop(10_000);
});

test('gives up on a part without progress and names its step', async () => {
  const { child, printed } = started(
    `process.send({ starting: 'opening the database' }); setInterval(() => undefined, 1000);`,
    true,
    SHORT,
  );
  await expect(child.ready).rejects.toThrow(
    /^Part has made no progress for \d+ s \(opening the database\) and was not ready after \d+ s\.$/,
  );
  expect(printed[0]).toMatch(/^Waiting for Part( \(opening the database\))?: \d+ s$/);
  await child.stop(10_000);
});

test('reports at once that a part died', async () => {
  const { child } = started(
    `process.send({ starting: 'opening the database' });
     setTimeout(() => process.kill(process.pid, 'SIGKILL'), 100);`,
    true,
  );
  await expect(child.ready).rejects.toThrow('Part was ended by SIGKILL.');
});
