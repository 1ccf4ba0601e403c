import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { root } from '../test/run.ts';

const READY_LIMIT = 60_000;

/** The API alone, in test mode, on a folder (and the database of DATABASE_URL) that outlives it. */
export class ApiProcess {
  readonly origin: string;
  readonly #child: ChildProcess;
  readonly #ended: Promise<number | null>;

  private constructor(origin: string, child: ChildProcess, ended: Promise<number | null>) {
    this.origin = origin;
    this.#child = child;
    this.#ended = ended;
  }

  static async start(dataDir: string): Promise<ApiProcess> {
    const child = spawn(process.execPath, [join(root, 'apps/api/dist/build/server.js')], {
      env: {
        ...process.env,
        NODE_ENV: 'production',
        APP_MODE: 'test',
        TRUST_PROXY: '1',
        HOST: '127.0.0.1',
        PORT: '0',
        LOG_LEVEL: 'warn',
        DATA_DIR: dataDir,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const origin = await new Promise<string>((resolve, reject) => {
      const limit = setTimeout(() => reject(new Error('The API was not ready in time.')), READY_LIMIT);
      if (child.stdout) {
        createInterface({ input: child.stdout }).on('line', (line) => {
          const address = /listening (?:on|at) (http:\/\/[^\s"]+)/i.exec(line)?.[1];
          if (!address) return;
          clearTimeout(limit);
          resolve(address);
        });
      }
      void ended.then((code) => {
        clearTimeout(limit);
        reject(new Error(`The API ended before it was ready (exit code ${code}).`));
      });
    });
    return new ApiProcess(origin, child, ended);
  }

  /** Kill -9: nothing can be tidied. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  /** SIGTERM; resolves to the exit code and how long it took. */
  async end(): Promise<{ code: number | null; took: number }> {
    const begun = performance.now();
    this.#child.kill('SIGTERM');
    const code = await this.#ended;
    return { code, took: performance.now() - begun };
  }

  /** Data of a call that succeeded. */
  async call<T>(method: 'GET' | 'POST', url: string, data?: object, address = '127.0.0.1'): Promise<T> {
    const answer = await fetch(`${this.origin}/api${url}`, {
      method,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: data ? JSON.stringify(data) : null,
    });
    const body = (await answer.json()) as { code: string; data: T };
    if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${body.code}`);
    return body.data;
  }

  async dev<T>(url: string): Promise<T> {
    return (await (await fetch(`${this.origin}/dev${url}`)).json()) as T;
  }
}
