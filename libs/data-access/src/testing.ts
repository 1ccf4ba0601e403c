import { ApiError, type ApiClient, type ApiErrorCode } from '@yunduo/api-client';
import { ERRORS, type Endpoint, type ErrorCode, type ErrorData } from '@yunduo/api-contract';
import { makeStore, type MakeStoreOptions } from './make-store.ts';

/** A call that the fake client saw. */
export interface SeenCall {
  endpoint: Endpoint;
  input: unknown;
}

/** `signal` ends the call that it belongs to. */
type Answerer = (input: never, signal?: AbortSignal) => unknown;

export interface FakeClient extends ApiClient {
  readonly calls: SeenCall[];
  /** How often this endpoint was called. */
  count(endpoint: Endpoint): number;
  /** From now on the endpoint answers so; a function sees the input and may throw `refusal(…)` or return a promise. */
  answer(endpoint: Endpoint, data: Answerer | object | null): void;
}

/** A client without a network: answers what a test told it, and remembers the calls. */
export function fakeClient(...answers: [Endpoint, Answerer | object | null][]): FakeClient {
  const known = new Map<string, Answerer | object | null>();
  const client: FakeClient = {
    calls: [],
    count: (endpoint) => client.calls.filter((seen) => seen.endpoint.url === endpoint.url).length,
    answer: (endpoint, data) => void known.set(endpoint.url, data),
    async call(endpoint, input, { signal } = {}) {
      client.calls.push({ endpoint, input });
      const answer = known.get(endpoint.url);
      if (answer === undefined) throw new Error(`The test told no answer for ${endpoint.url}`);
      return (typeof answer === 'function' ? await answer(input as never, signal) : answer) as never;
    },
  };
  for (const [endpoint, data] of answers) client.answer(endpoint, data);
  return client;
}

/** The error that the server answers with: `throw refusal('CODE_INVALID', { fields: { code: 'code_invalid' } })`. */
export function refusal(code: ErrorCode, data: ErrorData = {}, msg: string = code): ApiError {
  return new ApiError({ status: ERRORS[code], code, msg, data, body: { code, msg, data } });
}

/** No answer at all. */
export const silence = (code: ApiErrorCode = 'NO_ANSWER'): ApiError => new ApiError({ code });

/** A store around a fake client. */
export function testStore(options: Partial<MakeStoreOptions> = {}) {
  return makeStore({ client: fakeClient(), ...options });
}
