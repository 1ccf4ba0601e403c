import { expect, test } from '@jest/globals';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

test('the worker kills itself with SIGKILL when it exceeds its memory limit', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'yunduo-videos-'));
  try {
    // A pipe without a writer: the work never ends. A megabyte is less than Node needs.
    const source = join(folder, 'sent.mp4');
    execFileSync('mkfifo', [source]);
    const worker = spawn(
      process.execPath,
      [join(import.meta.dirname, 'video-worker.ts'), source, join(folder, 'kept.mp4'), 'mp4', '1048576'],
      // A timeout uses another signal than the memory watch.
      { env: {}, stdio: 'ignore', timeout: 60_000, killSignal: 'SIGHUP' },
    );
    expect(await once(worker, 'exit')).toEqual([null, 'SIGKILL']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
