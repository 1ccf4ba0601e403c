import { startChild, type Child } from '../start/child.ts';

/** Maximum ms of an orderly end. */
const END_LIMIT = 10_000;
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

  /** By its metrics: resident memory in bytes, and the part that JavaScript objects use, garbage included. */
  async figures(): Promise<{ resident: number; heap: number }> {
    const text = await (await fetch(`${this.origin}/api/metrics`)).text();
    const of = (name: string): number => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? NaN);
    return { resident: of('process_resident_memory_bytes'), heap: of('nodejs_heap_size_used_bytes') };
  }
}

/**
 * The API alone, in test mode, on a folder (and a database) that outlives it. Its log is printed, unless LOG_LEVEL is
 * `silent`.
 */
export class ApiProcess extends ApiClient {
  readonly pid: number;
  /** Kill -9. */
  readonly kill: () => Promise<void>;
  readonly #child: Child;

  private constructor(origin: string, child: Child) {
    super(origin);
    this.#child = child;
    ({ pid: this.pid, kill: this.kill } = child);
  }

  static async start(dataDir: string, env: NodeJS.ProcessEnv = {}): Promise<ApiProcess> {
    const child = startChild({
      name: 'API',
      args: ['apps/api/dist/build/server.js'],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        APP_MODE: 'test',
        TRUST_PROXY: '1',
        HOST: '127.0.0.1',
        PORT: '0',
        LOG_LEVEL: 'warn',
        SIGNING_KEY,
        DATA_DIR: dataDir,
        ...env,
      },
      print: (line) => env['LOG_LEVEL'] === 'silent' || console.error(line),
    });
    try {
      return new ApiProcess(await child.ready, child);
    } catch (error) {
      // No other code would end it.
      await child.kill();
      throw error;
    }
  }

  /** SIGTERM; resolves to whether it ended in order, and the duration. */
  async end(): Promise<{ inOrder: boolean; took: number }> {
    const startedAt = performance.now();
    await this.#child.stop(END_LIMIT);
    const inOrder = (await this.#child.ended).includes('ended with exit code 0');
    return { inOrder, took: performance.now() - startedAt };
  }
}

/** The public site alone, on a port that it reuses after a restart. */
export async function startSite(env: NodeJS.ProcessEnv): Promise<Child> {
  const child = startChild({
    name: 'Public site',
    args: ['apps/public-site/dist/build/server/main.js'],
    env: { ...process.env, NODE_ENV: 'production', HOST: '127.0.0.1', ...env },
    print: (line) => console.error(line),
  });
  await child.ready;
  return child;
}
