import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const END_LIMIT = 15_000;

export interface RunningProduct {
  origin: string;
  stop(): Promise<void>;
}

/**
 * The whole product as `npm start` runs it, from what is built, on a free port and new data, for a measurement.
 * `npm start` itself ends when a part makes no progress.
 */
export async function runProduct(env: NodeJS.ProcessEnv = {}): Promise<RunningProduct> {
  const dataDir = mkdtempSync(join(tmpdir(), 'yunduo-product-'));
  const child = spawn(process.execPath, [join(import.meta.dirname, 'start/start.ts'), '--no-build'], {
    env: { ...process.env, NODE_OPTIONS: '', PORT: '0', DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    const insist = setTimeout(() => child.kill('SIGKILL'), END_LIMIT);
    await ended;
    clearTimeout(insist);
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const origin = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        const address = /^Ready: (\S+)/.exec(line)?.[1];
        if (address) resolve(address);
      });
      void ended.then(() => reject(new Error('The product ended before it was ready.')));
    });
    return { origin, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
