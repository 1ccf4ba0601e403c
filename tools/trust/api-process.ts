import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { root } from '../test/run.ts';

/** The first start of a run seeds the sample world, which takes minutes on a busy machine. */
const READY_LIMIT = 180_000;
/** Keys of test runs, because payment notifications are signed from outside with them too. */
export const SIGNING_KEY = 'a key for trust runs, thirty-two characters';

export interface Ask {
  data?: object;
  token?: string;
  /** The client address, which rate limits count by. */
  address?: string;
  headers?: Record<string, string>;
  /** Milliseconds until the caller gives up. */
  limit?: number;
}

export interface Answered<T = unknown> {
  status: number;
  code: string;
  data: T;
  /** Milliseconds until the last byte. */
  took: number;
}

/** Calls of the API at an address, of any process. */
export class ApiClient {
  readonly origin: string;

  constructor(origin: string) {
    this.origin = origin;
  }

  /**
   * Any response in the envelope, rejections included. Throws if the connection breaks or the limit is
   * exceeded.
   */
  async ask<T = unknown>(method: 'GET' | 'POST', url: string, ask: Ask = {}): Promise<Answered<T>> {
    const { data, token, address = '127.0.0.1', headers = {}, limit = 60_000 } = ask;
    const query = method === 'GET' && data ? `?${new URLSearchParams(data as Record<string, string>)}` : '';
    const startedAt = performance.now();
    const answer = await fetch(`${this.origin}/api${url}${query}`, {
      method,
      headers: {
        'x-forwarded-for': address,
        ...(method === 'POST' && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(method === 'POST' && { body: JSON.stringify(data ?? {}) }),
      signal: AbortSignal.timeout(limit),
    });
    const text = await answer.text();
    const body = JSON.parse(text) as { code?: string; data: T };
    // A response without the envelope is quoted in the error.
    const code = body.code ?? text.slice(0, 200);
    return { status: answer.status, code, data: body.data, took: performance.now() - startedAt };
  }

  /** The data of a successful call. */
  async call<T>(
    method: 'GET' | 'POST',
    url: string,
    data?: object,
    who: string | Omit<Ask, 'data'> = {},
  ): Promise<T> {
    const request = typeof who === 'string' ? { address: who } : who;
    const answer = await this.ask<T>(method, url, { ...request, ...(data && { data }) });
    if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${answer.code}`);
    return answer.data;
  }

  async dev<T>(url: string): Promise<T> {
    const answer = await fetch(`${this.origin}/dev${url}`);
    if (!answer.ok) throw new Error(`/dev${url}: ${answer.status}`);
    return (await answer.json()) as T;
  }

  /** Resident memory of the process in bytes, by its own metrics. */
  async memory(): Promise<number> {
    return (await this.figures()).resident;
  }

  /** Resident memory in bytes, and the part that JavaScript objects use, garbage included. */
  async figures(): Promise<{ resident: number; heap: number }> {
    const text = await (await fetch(`${this.origin}/api/metrics`)).text();
    const of = (name: string): number => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? NaN);
    return { resident: of('process_resident_memory_bytes'), heap: of('nodejs_heap_size_used_bytes') };
  }
}

/** The API alone, in test mode, on a folder (and a database) that outlives it. */
export class ApiProcess extends ApiClient {
  readonly #child: ChildProcess;
  readonly #ended: Promise<number | null>;

  private constructor(origin: string, child: ChildProcess, ended: Promise<number | null>) {
    super(origin);
    this.#child = child;
    this.#ended = ended;
  }

  static async start(dataDir: string, env: NodeJS.ProcessEnv = {}): Promise<ApiProcess> {
    const child = spawn(process.execPath, [join(root, 'apps/api/dist/build/server.js')], {
      env: {
        ...process.env,
        NODE_ENV: 'production',
        // As in the images.
        MALLOC_ARENA_MAX: '2',
        APP_MODE: 'test',
        TRUST_PROXY: '1',
        HOST: '127.0.0.1',
        PORT: '0',
        LOG_LEVEL: 'warn',
        SIGNING_KEY,
        DATA_DIR: dataDir,
        ...env,
      },
      stdio: ['ignore', 'pipe', env['LOG_LEVEL'] === 'silent' ? 'ignore' : 'inherit'],
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
    }).catch(async (error: unknown) => {
      // No other code would end it.
      child.kill('SIGKILL');
      await ended;
      throw error;
    });
    return new ApiProcess(origin, child, ended);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Kill -9: no cleanup is possible. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  /** SIGTERM; resolves to the exit code and the duration. */
  async end(): Promise<{ code: number | null; took: number }> {
    const startedAt = performance.now();
    this.#child.kill('SIGTERM');
    const code = await this.#ended;
    return { code, took: performance.now() - startedAt };
  }
}
