import { expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

const main = new URL('main.ts', import.meta.url).pathname;
/** The complaint and the exit code of a command; `use` gets its output as a stream, if it is one. */
async function run(stdout: 'pipe' | number, use?: (output: Readable) => void): Promise<[string, unknown]> {
  const child = spawn(process.execPath, [main, '--help'], {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', stdout, 'pipe'],
  });
  if (child.stdout) use?.(child.stdout);
  const [complaint, [code]] = await Promise.all([
    child.stderr ? text(child.stderr) : '',
    once(child, 'close') as Promise<[unknown]>,
  ]);
  return [complaint, code];
}

test('output that a full disk loses is reported in one line, with exit code 1', async () => {
  const full = openSync('/dev/full', 'w');
  const ran = run(full);
  closeSync(full);
  expect(await ran).toEqual([
    'error: the output cannot be written (ENOSPC); the command itself was run\n',
    1,
  ]);
});

test('a reader that closes the pipe early is no error', async () => {
  expect(await run('pipe', (output) => output.destroy())).toEqual(['', 0]);
});
