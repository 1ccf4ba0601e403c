import { ApiError, type ApiClient, type ApiErrorCode } from '@yunduo/api-client';
import { ERRORS, type Endpoint, type ErrorCode, type ErrorData } from '@yunduo/api-contract';
import { makeStore, type MakeStoreOptions } from './make-store.ts';

/** A call that the fake client received. */
export interface SeenCall {
  endpoint: Endpoint;
  input: unknown;
}

/** The `signal` that aborts the call; `onProgress` takes the share of an upload. */
type Answerer = (input: never, signal?: AbortSignal, onProgress?: (share: number) => void) => unknown;

export interface FakeClient extends ApiClient {
  readonly calls: SeenCall[];
  /** The number of calls to this endpoint. */
  count(endpoint: Endpoint): number;
  /**
   * Sets the endpoint's response. A function receives the input and may throw `refusal(…)` or return a
   * promise.
   */
  answer(endpoint: Endpoint, data: Answerer | object | null): void;
}

/** A client without a network: returns the responses that a test has set, and records the calls. */
export function fakeClient(...answers: [Endpoint, Answerer | object | null][]): FakeClient {
  const known = new Map<string, Answerer | object | null>();
  const client: FakeClient = {
    calls: [],
    count: (endpoint) => client.calls.filter((seen) => seen.endpoint.url === endpoint.url).length,
    answer: (endpoint, data) => void known.set(endpoint.url, data),
    async call(endpoint, input, { signal, onProgress } = {}) {
      client.calls.push({ endpoint, input });
      const answer = known.get(endpoint.url);
      if (answer === undefined) throw new Error(`The test told no answer for ${endpoint.url}`);
      return (
        typeof answer === 'function' ? await answer(input as never, signal, onProgress) : answer
      ) as never;
    },
  };
  for (const [endpoint, data] of answers) client.answer(endpoint, data);
  return client;
}

/** The server's error: `throw refusal('CODE_INVALID', { fields: { code: 'code_invalid' } })`. */
export function rejection(code: ErrorCode, data: ErrorData = {}, msg: string = code): ApiError {
  return new ApiError({ status: ERRORS[code], code, msg, data, body: { code, msg, data } });
}

/** A network failure. */
export const silence = (code: ApiErrorCode = 'NO_ANSWER'): ApiError => new ApiError({ code });

/** A store with a fake client. */
export function testStore(options: Partial<MakeStoreOptions> = {}) {
  return makeStore({ client: fakeClient(), ...options });
}
