import { expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { text } from 'node:stream/consumers';

const main = new URL('main.ts', import.meta.url).pathname;
const run = (stdout: 'pipe' | number) =>
  spawn(process.execPath, [main, '--help'], {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', stdout, 'pipe'],
  });

test('output that a full disk loses is reported in one line, with exit code 1', async () => {
  const full = openSync('/dev/full', 'w');
  const child = run(full);
  closeSync(full);
  const [complaint, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect([complaint, code]).toEqual([
    'error: the output cannot be written (ENOSPC); the command itself was run\n',
    1,
  ]);
});

test('a reader that closes the pipe early is no error', async () => {
  const child = run('pipe');
  child.stdout?.destroy();
  const [complaint, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect([complaint, code]).toEqual(['', 0]);
});
