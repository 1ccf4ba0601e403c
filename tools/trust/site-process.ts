import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { root } from '../test/run.ts';

const READY_LIMIT = 60_000;

/** The public site alone, on a port that it reuses after a restart. */
export class SiteProcess {
  readonly pid: number;
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;

  private constructor(child: ChildProcess, ended: Promise<void>) {
    this.pid = child.pid ?? 0;
    this.#child = child;
    this.#ended = ended;
  }

  static async start(env: NodeJS.ProcessEnv): Promise<SiteProcess> {
    const child = spawn(process.execPath, [join(root, 'apps/public-site/dist/build/server/main.js')], {
      env: { MALLOC_ARENA_MAX: '2', ...process.env, NODE_ENV: 'production', HOST: '127.0.0.1', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
    await new Promise<void>((resolve, reject) => {
      const limit = setTimeout(
        () => reject(new Error('The public site was not ready in time.')),
        READY_LIMIT,
      );
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (!/listening on/.test(line)) return;
        clearTimeout(limit);
        resolve();
      });
      void ended.then(() => {
        clearTimeout(limit);
        reject(new Error('The public site ended before it was ready.'));
      });
    });
    return new SiteProcess(child, ended);
  }

  /** Kill -9, or SIGTERM. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    this.#child.kill(signal);
    await this.#ended;
  }
}
