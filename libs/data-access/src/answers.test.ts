import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { createApiClient } from '@yunduo/api-client';
import { ERRORS } from '@yunduo/api-contract';
import { examples } from '@yunduo/api-contract/examples';
import { api, makeStore } from './index.ts';

// The store reads the contract's examples, recorded by the API's tests, extended by what a newer API may add.
// The comparison of contracts covers the responses of the released API.

interface Exchange {
  method: string;
  path: string;
  query: Record<string, unknown>;
  body?: unknown;
  status: number;
  answer: { code: string; msg: string; data: unknown };
}

const { paths } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../api-contract/openapi.json'), 'utf8'),
) as { paths: Record<string, Record<string, { operationId: string }>> };
const heard = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { operationId }]): Exchange[] => {
    const { answer, query = {}, body } = examples[operationId] ?? {};
    if (answer === undefined) return [];
    return [
      { method: method.toUpperCase(), path, query, body, status: 200, answer: answer as Exchange['answer'] },
    ];
  }),
);

interface Outcome {
  data?: unknown;
  error?: { code?: string; status?: number; msg?: string };
}
type Initiate = (input: unknown) => Parameters<ReturnType<typeof makeStore>['dispatch']>[0];

const endpoints = Object.entries(api.endpoints as Record<string, { initiate: Initiate }>);

interface Sent {
  call: string;
  input: unknown;
}

/** A store with a fake network that gives these responses; `sent` is the last request. */
function storeWith(answer: () => { status: number; body: unknown }) {
  const sent: Sent[] = [];
  const fetch = (url: string, { method = 'GET', body }: RequestInit = {}): Promise<Response> => {
    const { pathname, searchParams } = new URL(url);
    const json = typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined;
    const input = json ?? Object.fromEntries(searchParams);
    sent.push({ call: `${method} ${pathname}`, input });
    const { status, body: message } = answer();
    return Promise.resolve(new Response(JSON.stringify(message), { status }));
  };
  const client = createApiClient({
    baseUrl: 'http://api.test',
    language: 'zh',
    fetch: fetch as unknown as typeof globalThis.fetch,
  });
  return { store: makeStore({ client }), sent };
}

interface Reader {
  name: string;
  initiate: Initiate;
  call: string;
  /** The endpoint's argument for a call's input. */
  inputOf(exchange: Exchange): unknown;
}

const PROBE = 'probe';

/** The call that an endpoint makes and its input, found by one request. */
async function readerOf([name, { initiate }]: (typeof endpoints)[number]): Promise<Reader | null> {
  const { store, sent } = storeWith(() => ({ status: 500, body: { code: 'INTERNAL', msg: '', data: null } }));
  await Promise.resolve(store.dispatch(initiate({ [PROBE]: PROBE }))).catch(() => undefined);
  const asObject = sent[0];
  sent.length = 0;
  await Promise.resolve(store.dispatch(initiate(PROBE))).catch(() => undefined);
  const asValue = sent[0];
  const call = (asObject ?? asValue)?.call;
  if (!call) return null;
  // `orderDetail(no)` sends `{ order_no: no }`; most endpoints send their argument as it is.
  const [key] = Object.entries((asValue?.input ?? {}) as object).find(([, value]) => value === PROBE) ?? [];
  const takesAll = JSON.stringify(asObject?.input ?? {}).includes(PROBE);
  const inputOf = ({ body, query }: Exchange): unknown => {
    const input = body ?? query;
    return key && !takesAll ? (input as Record<string, unknown>)[key] : input;
  };
  return { name, initiate, call, inputOf };
}

const readers = (await Promise.all(endpoints.map(readerOf))).filter((reader) => reader !== null);
const readersOf = ({ method, path }: Exchange): Reader[] =>
  readers.filter(({ call }) => call === `${method} ${path}`);

async function read(reader: Reader, exchange: Exchange, answer: unknown = exchange.answer): Promise<Outcome> {
  const { store } = storeWith(() => ({ status: exchange.status, body: answer }));
  return (await store.dispatch(reader.initiate(reader.inputOf(exchange)))) as Outcome;
}

/** A newer API's response: one more field in every object. */
function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore);
  if (typeof value !== 'object' || value === null) return value;
  return {
    ...Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withMore(inner)])),
    not_known_yet: { at: 'all' },
  };
}

test('the store reads every recorded API response in full', async () => {
  const unread: string[] = [];
  const calls = new Set<string>();
  for (const exchange of heard) {
    for (const reader of readersOf(exchange)) {
      const { data, error } = await read(reader, exchange);
      calls.add(reader.call);
      if (error || JSON.stringify(data) !== JSON.stringify(exchange.answer.data)) {
        unread.push(`${reader.name}: ${JSON.stringify(error ?? data)}`);
      }
    }
  }
  expect(unread).toEqual([]);
  expect(calls.size).toBeGreaterThan(40);
});

test('unknown response fields are accepted', async () => {
  const unread: string[] = [];
  for (const exchange of heard) {
    const answer = withMore(exchange.answer) as Exchange['answer'];
    for (const reader of readersOf(exchange)) {
      const { data, error } = await read(reader, exchange, answer);
      if (error || JSON.stringify(data) !== JSON.stringify(answer.data)) unread.push(reader.name);
    }
  }
  expect(unread).toEqual([]);
});

test('an error keeps its code and message, also with an unknown code', async () => {
  const codes = [...Object.entries(ERRORS), ['NOT_KNOWN_YET', 400]] as const;
  let tried = 0;
  for (const [index, exchange] of heard.entries()) {
    const [code, status] = codes[index % codes.length] ?? codes[0];
    const answer = { code, msg: '以后才有的错误', data: null };
    for (const reader of readersOf(exchange)) {
      const { error } = await read(reader, { ...exchange, status }, answer);
      expect(error).toMatchObject({ code, msg: answer.msg, status });
      tried += 1;
    }
  }
  expect(tried).toBeGreaterThan(40);
});
