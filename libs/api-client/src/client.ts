import type { DataOf, Endpoint, InputOf } from '@yunduo/api-contract';
import { ApiError, errorOfAnswer, isRecord } from './api-error.ts';
import { requestHeaders, type Sender } from './headers.ts';
import { prepareRequest, type Answer, type PreparedRequest } from './request.ts';
import { createKeys } from './idempotency-keys.ts';
import { sendWithProgress } from './send-with-progress.ts';

type Read<T> = T | (() => T);

export interface ApiClientOptions {
  /** The origin of `/api`; empty for the page's own. */
  baseUrl: string;
  /** Language of the page; read at each call. */
  language: Read<Sender['language']>;
  /** Session token, empty or null when anonymous; read at each call. */
  token?: Read<string | null>;
  deviceVersion?: Read<string>;
  fetch?: typeof fetch;
  /** Milliseconds until a call without a response fails. */
  timeout?: number;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Milliseconds; overrides the client's. An upload with progress has no timeout by default. */
  timeout?: number;
  /** 0-1, while the body is sent. */
  onProgress?: (share: number) => void;
}

export interface ApiClient {
  /** Returns the `data` of the response. Rejects only with an ApiError. */
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>, options?: CallOptions): Promise<DataOf<E>>;
}

/** Milliseconds. */
const DEFAULT_TIMEOUT = 15_000;

/**
 * The HTTP client of both web apps and of the server that renders them (specification §7): headers, query or
 * body, envelope. It has no UI and no state: the caller decides what a failure means.
 */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const base = `${options.baseUrl.replace(/\/+$/, '')}/api`;
  const keys = createKeys();

  return {
    async call(endpoint, input, { signal, timeout = options.timeout ?? DEFAULT_TIMEOUT, onProgress } = {}) {
      const headers = requestHeaders({
        language: read(options.language),
        token: read(options.token ?? null) ?? '',
        deviceVersion: read(options.deviceVersion ?? ''),
      });
      // A public call changes nothing of the user's own; a captcha may come between two attempts of one
      // action.
      const changed = endpoint.method === 'POST' && endpoint.access !== 'public' ? keys.change() : null;
      const attempt = endpoint.idempotent
        ? keys.begin(endpoint.url, input, headers['Authorization'] ?? '')
        : null;
      if (attempt) headers['Idempotency-Key'] = attempt.key;
      const request = prepareRequest(base, endpoint, input, headers);
      let answered = false;
      try {
        const answer = onProgress
          ? await sendWithProgress(request, onProgress, signal)
          : await send(options.fetch ?? fetch, request, timeout, signal);
        if (answer.status < 300) changed?.();
        const data = dataOf(answer, endpoint.format === 'raw') as DataOf<typeof endpoint>;
        answered = true;
        return data;
      } catch (error) {
        // A proxy's page or a cut body is not a response: the call may have been carried out.
        if (error instanceof ApiError && error.code !== 'UNREADABLE')
          answered = error.status > 0 && error.status < 500;
        throw error;
      } finally {
        // Any response is final: the next call is a new one.
        attempt?.end(answered);
      }
    },
  };
}

async function send(
  fetchImpl: typeof fetch,
  { url, ...init }: PreparedRequest,
  timeout: number,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    abort();
  }, timeout);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);
  try {
    // No call of the API redirects. Following one could send the token to another host.
    const response = await fetchImpl(url, { ...init, redirect: 'error', signal: controller.signal });
    // The timeout covers the body: a truncated response is a failure.
    return { status: response.status, text: await response.text() };
  } catch (cause) {
    const code = timedOut ? 'TIMEOUT' : signal?.aborted ? 'ABORTED' : 'NO_ANSWER';
    throw new ApiError({ code, cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

function dataOf({ status, text }: Answer, raw: boolean): unknown {
  const body = parse(text);
  if (status < 200 || status > 299) throw errorOfAnswer(status, body);
  if (raw) return body;
  // A 200 without the envelope (a captive portal's page) must not be taken for data.
  if (!isRecord(body) || !('data' in body)) throw new ApiError({ status, code: 'UNREADABLE', body });
  return body.data;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const read = <T extends string | null>(value: Read<T>): T => (typeof value === 'function' ? value() : value);
