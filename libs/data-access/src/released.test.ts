import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { createApiClient } from '@yunduo/api-client';
import { api, makeStore } from './index.ts';

// What the released API really answered, read by the store of this commit: an app that is newer than the API beside it
// reads what the older one says, and passes over what it does not know. Written by `npm run release -- record`.

interface Exchange {
  method: string;
  path: string;
  query: Record<string, string>;
  body?: unknown;
  status: number;
  answer: { code: string; msg: string; data: unknown };
}

const heard = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../tools/release/released/exchanges.json'), 'utf8'),
) as Exchange[];

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

/** A store whose network answers so; `sent` is what it was asked. */
function storeWith(answer: () => { status: number; body: unknown }) {
  const sent: Sent[] = [];
  const fetch = (url: string, { method = 'GET', body }: RequestInit = {}): Promise<Response> => {
    const { pathname, searchParams } = new URL(url);
    const json = typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined;
    const input = json ?? Object.fromEntries(searchParams);
    sent.push({ call: `${method} ${pathname}`, input });
    const { status, body: said } = answer();
    return Promise.resolve(new Response(JSON.stringify(said), { status }));
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
  /** What the endpoint is given for what the call was sent. */
  inputOf(exchange: Exchange): unknown;
}

const PROBE = 'probe';

/** Which call an endpoint makes and what it takes, by asking it once. */
async function readerOf([name, { initiate }]: (typeof endpoints)[number]): Promise<Reader | null> {
  const { store, sent } = storeWith(() => ({ status: 500, body: { code: 'INTERNAL', msg: '', data: null } }));
  await Promise.resolve(store.dispatch(initiate({ [PROBE]: PROBE }))).catch(() => undefined);
  const asObject = sent[0];
  sent.length = 0;
  await Promise.resolve(store.dispatch(initiate(PROBE))).catch(() => undefined);
  const asValue = sent[0];
  const call = (asObject ?? asValue)?.call;
  if (!call) return null;
  // `orderDetail(no)` sends `{ order_no: no }`; most endpoints send what they are given.
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

/** What a newer API might say: a field more in every object. */
function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore);
  if (typeof value !== 'object' || value === null) return value;
  return {
    ...Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withMore(inner)])),
    not_known_yet: { at: 'all' },
  };
}

test('the store reads every recorded answer of the released API, whole', async () => {
  const unread: string[] = [];
  const calls = new Set<string>();
  for (const exchange of heard.filter(({ status }) => status === 200)) {
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

test('a field that nobody knows yet changes nothing', async () => {
  const unread: string[] = [];
  for (const exchange of heard.filter(({ status }) => status === 200)) {
    const answer = withMore(exchange.answer) as Exchange['answer'];
    for (const reader of readersOf(exchange)) {
      const { data, error } = await read(reader, exchange, answer);
      if (error || JSON.stringify(data) !== JSON.stringify(answer.data)) unread.push(reader.name);
    }
  }
  expect(unread).toEqual([]);
});

test('a refusal keeps its code and words, also one that nobody knows yet', async () => {
  const rejections = heard.filter(({ status }) => status >= 400);
  let tried = 0;
  for (const exchange of rejections) {
    for (const reader of readersOf(exchange)) {
      const { code, msg } = exchange.answer;
      expect((await read(reader, exchange)).error).toMatchObject({ code, msg, status: exchange.status });
      const later = { code: 'NOT_KNOWN_YET', msg: '以后才有的错误', data: null };
      expect((await read(reader, exchange, later)).error).toMatchObject({ code: later.code, msg: later.msg });
      tried += 1;
    }
  }
  expect(tried).toBeGreaterThan(5);
});
