import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import {
  begin,
  currentHeaders,
  currentRequestId,
  isTracing,
  nameCallsTo,
  requestIdOf,
  startTracing,
  traceIdOf,
  traceQuery,
  within,
} from './index.ts';

interface Received {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  status: { code?: number };
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}
interface Batch {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue: string } }[] };
    scopeSpans: { spans: Received[] }[];
  }[];
}

let receiver: Server;
let endpoint = '';
let paths: string[] = [];
let headers: Record<string, unknown> = {};
let batches: Batch[] = [];
/** Headers of calls to another path than that of traces. */
let called: Record<string, unknown>[] = [];
let stop: (() => Promise<void>) | null = null;

beforeEach(async () => {
  [paths, batches, called] = [[], [], []];
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url?.startsWith('/v1/traces')) {
        paths.push(`${request.url} ${request.headers['content-type']}`);
        headers = request.headers;
        if (request.headers['content-type'] === 'application/json')
          batches.push(JSON.parse(Buffer.concat(chunks).toString()) as Batch);
      } else called.push(request.headers);
      if (request.url === '/api/broken') return void response.destroy();
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});
const set: string[] = [];
/** The exporter reads the environment of the process. */
async function start(more: Record<string, string> = {}): Promise<void> {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json', ...more };
  for (const [name, value] of Object.entries(env)) {
    process.env[name] = value;
    set.push(name);
  }
  stop = await startTracing(process.env, 'yunduo-test');
}
afterEach(async () => {
  await stop?.();
  stop = null;
  for (const name of set.splice(0)) Reflect.deleteProperty(process.env, name);
  receiver.closeAllConnections();
  receiver.close();
});
async function received(): Promise<Received[]> {
  await stop?.();
  stop = null;
  return batches.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  );
}
const valueOf = ({ attributes }: Received, name: string): unknown =>
  Object.values(attributes.find(({ key }) => key === name)?.value ?? {})[0];

test('a request id is that of the header if it needs no escaping, and a trace id follows from each', () => {
  expect(requestIdOf('client-2026.11_27')).toBe('client-2026.11_27');
  for (const limit of [8, 64]) expect(requestIdOf('x'.repeat(limit))).toBe('x'.repeat(limit));
  for (const wrong of [undefined, 'x'.repeat(7), 'a b c d e f g h', 'x'.repeat(65), ['12345678']])
    expect(requestIdOf(wrong)).toMatch(/^[0-9a-f-]{36}$/);
  expect(traceIdOf('0123456789abcdef0123456789ABCDEF')).toBe('0123456789abcdef0123456789abcdef');
  expect(traceIdOf('01234567-89ab-cdef-0123-456789abcdef')).toBe('0123456789abcdef0123456789abcdef');
  expect(traceIdOf('client-2026.11_27')).toMatch(/^[0-9a-f]{32}$/);
  expect(traceIdOf('client-2026.11_27')).toBe(traceIdOf('client-2026.11_27'));
  expect(traceIdOf('0'.repeat(32))).not.toMatch(/^0+$/);
});

test('without a receiver nothing is recorded, and the request id is still known to everything inside', async () => {
  expect(await startTracing({}, 'yunduo-test')).toBeNull();
  expect(isTracing()).toBe(false);
  await within('outer', { requestId: 'request-one' }, async () => {
    expect(currentHeaders()).toEqual({ 'x-request-id': 'request-one' });
    await within('inner', {}, () => {
      expect(currentRequestId()).toBe('request-one');
      return Promise.resolve();
    });
  });
  expect(currentRequestId()).toBeUndefined();
  expect(currentHeaders()).toEqual({});
});

test.each([
  [{ OTEL_SDK_DISABLED: 'true', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }],
  [{ OTEL_TRACES_EXPORTER: 'none', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }],
])('%j leaves it off', async (env) => {
  expect(await startTracing(env, 'yunduo-test')).toBeNull();
});

test.each([
  [{ OTEL_TRACES_EXPORTER: 'zipkin' }, 'OTEL_TRACES_EXPORTER is zipkin: otlp or none'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' }, 'OTEL_EXPORTER_OTLP_ENDPOINT is not an address'],
  [
    { OTEL_TRACES_EXPORTER: 'otlp', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    'OTEL_EXPORTER_OTLP_PROTOCOL is grpc: http/protobuf or http/json',
  ],
  [
    { OTEL_TRACES_EXPORTER: 'otlp', OTEL_TRACES_SAMPLER: 'parentbased_jaeger' },
    'OTEL_TRACES_SAMPLER is parentbased_jaeger, which is not known',
  ],
  [
    { OTEL_TRACES_EXPORTER: 'otlp', OTEL_BSP_SCHEDULE_DELAY: 'soon' },
    'OTEL_BSP_SCHEDULE_DELAY is not a number',
  ],
])('%j is refused in one line', async (env, message) => {
  await expect(startTracing(env, 'yunduo-test')).rejects.toThrow(message);
});

test('spans carry the request id as trace id, with parents across processes', async () => {
  await start({
    OTEL_SERVICE_NAME: 'renamed',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=staging',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20x',
  });
  const id = 'abcdef0123456789abcdef0123456789';
  let sent: Record<string, string> = {};
  await within('site', { requestId: id, kind: 'server' }, () => {
    sent = currentHeaders();
    return Promise.resolve();
  });
  const api = begin('api', {
    requestId: sent['x-request-id'],
    traceparent: sent['traceparent'],
    kind: 'server',
  });
  await api.run(() => within('inner', {}, () => Promise.resolve()));
  api.end({ 'http.response.status_code': 500 }, 500);
  // A parent of another trace is not believed, nor one of another request.
  begin('foreign', { requestId: 'another-request', traceparent: sent['traceparent'] }).end();
  api.run(() => begin('nested', { requestId: 'another-request' }).end());

  expect(isTracing()).toBe(true);
  const [site, inner, remote, foreign, nested] = await received();
  expect(isTracing()).toBe(false);
  expect(site).toMatchObject({ name: 'site', traceId: id, kind: 2 });
  expect(remote).toMatchObject({ name: 'api', traceId: id, parentSpanId: site?.spanId, status: { code: 2 } });
  expect(inner).toMatchObject({ name: 'inner', traceId: id, parentSpanId: remote?.spanId });
  expect(foreign?.traceId).toBe(traceIdOf('another-request'));
  for (const root of [site, foreign, nested]) expect(root?.parentSpanId || undefined).toBeUndefined();
  expect(nested?.traceId).toBe(foreign?.traceId);
  expect([site?.status.code, foreign?.status.code]).toEqual([0, 0]);
  expect([
    site && valueOf(site, 'request.id'),
    remote && valueOf(remote, 'http.response.status_code'),
  ]).toEqual([id, 500]);
  expect(paths).toEqual(['/v1/traces application/json']);
  expect(headers['authorization']).toBe('Bearer x');
  expect(
    Object.fromEntries(
      (batches[0]?.resourceSpans[0]?.resource.attributes ?? []).map(({ key, value }) => [
        key,
        value.stringValue,
      ]),
    ),
  ).toMatchObject({ 'service.name': 'renamed', 'deployment.environment.name': 'staging' });
});

test('protobuf is the default, and a batch is as large as set', async () => {
  await start({ OTEL_EXPORTER_OTLP_PROTOCOL: '', OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '1' });
  for (const name of ['one', 'two']) begin(name, {}).end();
  await received();
  expect(paths).toEqual(Array(2).fill('/v1/traces application/x-protobuf'));
});

test.each([
  ['always_on', '', 1],
  ['always_off', '01', 0],
  ['traceidratio', '', 1],
  ['parentbased_always_off', '', 0],
  ['parentbased_always_off', '01', 1],
  ['parentbased_always_on', '00', 0],
  ['', '00', 0],
  ['', '', 1],
])('sampler “%s” with a caller’s flags “%s” records %i spans', async (sampler, flags, count) => {
  await start({ OTEL_TRACES_SAMPLER: sampler });
  const requestId = 'abcdef0123456789abcdef0123456789';
  begin('one', {
    requestId,
    ...(flags && { traceparent: `00-${requestId}-0123456789abcdef-${flags}` }),
  }).end();
  expect(await received()).toHaveLength(count);
});

test.each<[Record<string, string>]>([
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: '/traces', OTEL_EXPORTER_OTLP_ENDPOINT: '' }],
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: '', OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json' }],
])('%j of traces alone turns it on', async (env) => {
  const own = env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];
  await start({ ...env, ...(own && { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${endpoint}/v1/traces` }) });
  begin('one', {}).end();
  expect(await received()).toHaveLength(1);
});

test('a ratio leaves out whole requests, by their id', async () => {
  await start({ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.5' });
  const ids = Array.from({ length: 40 }, (_, n) => traceIdOf(`request-number-${n}`));
  for (const half of [0, 1]) for (const requestId of ids) begin(`part-${half}`, { requestId }).end();
  const spans = await received();
  const stored = (name: string): string[] =>
    spans.flatMap((span) => (span.name === name ? span.traceId : [])).sort();
  expect(stored('part-0')).toEqual(stored('part-1'));
  expect(stored('part-0').length).toBeGreaterThan(0);
  expect(stored('part-0').length).toBeLessThan(ids.length);
});

test('a call of the current request names it, with a span; others are left alone', async () => {
  await start();
  nameCallsTo(endpoint);
  await (await fetch(`${endpoint}/api/outside`)).text();
  await within('page', { requestId: 'request-of-a-page' }, async () => {
    await (await fetch(`${endpoint}/api/inside?q=secret`)).text();
    await fetch('http://127.0.0.1:1/').catch(() => undefined);
    await fetch(`${endpoint}/api/broken`).catch(() => undefined);
  });
  expect(called[0]).not.toHaveProperty('x-request-id');
  const spans = await received();
  const [call, broken, page] = spans;
  expect(spans).toHaveLength(3);
  expect(broken).toMatchObject({ name: 'GET', parentSpanId: page?.spanId, status: { code: 2 } });
  expect(broken && valueOf(broken, 'http.response.status_code')).toBeUndefined();
  expect(call).toMatchObject({ name: 'GET', kind: 3, parentSpanId: page?.spanId });
  expect(call && [valueOf(call, 'url.path'), valueOf(call, 'http.response.status_code')]).toEqual([
    '/api/inside',
    200,
  ]);
  expect(called[1]).toMatchObject({
    'x-request-id': 'request-of-a-page',
    traceparent: `00-${traceIdOf('request-of-a-page')}-${call?.spanId}-01`,
  });
});

test('work that fails ends its span as failed, without the words of the failure', async () => {
  await start();
  const broken = within('job', {}, () => Promise.reject(new TypeError('reader@example.com')));
  await expect(broken).rejects.toThrow('reader@example.com');
  const [job] = await received();
  expect(job).toMatchObject({ name: 'job', status: { code: 2 } });
  expect(job && valueOf(job, 'error.type')).toBe('TypeError');
  expect(JSON.stringify(batches)).not.toContain('reader@example.com');
});

test('a query of a request is a span without values; a failed one has the code of the database', async () => {
  await start();
  const refused = Object.assign(new Error('Key (email)=(reader@example.com) exists'), { code: '23505' });
  await within('call', { requestId: 'call-with-queries' }, async () => {
    const text = 'select "id" from "users" where "email" = $1 limit 7';
    expect(await traceQuery(text, { 'db.namespace': 'shop' }, () => Promise.resolve('row'))).toBe('row');
    const insert = traceQuery('insert into users (email) values ($1)', {}, () => Promise.reject(refused));
    await expect(insert).rejects.toBe(refused);
    await expect(
      traceQuery('commit', {}, () => Promise.reject(new RangeError('reader@example.com'))),
    ).rejects.toThrow(RangeError);
  });
  // Of no request: a clock that looks for work.
  expect(await traceQuery('select 1', {}, () => Promise.resolve(1))).toBe(1);

  const spans = await received();
  const [select, insert, commit, call] = spans;
  expect(spans).toHaveLength(4);
  expect(select).toMatchObject({ name: 'SELECT users', kind: 3, parentSpanId: call?.spanId });
  expect(Object.fromEntries(select?.attributes.map(({ key }) => [key, valueOf(select, key)]) ?? [])).toEqual({
    'request.id': 'call-with-queries',
    'db.system.name': 'postgresql',
    'db.namespace': 'shop',
    'db.operation.name': 'SELECT',
    'db.collection.name': 'users',
    'db.query.summary': 'SELECT users',
    'db.query.text': 'select "id" from "users" where "email" = $1 limit ?',
  });
  const failed = ['db.response.status_code', 'error.type'];
  expect(insert).toMatchObject({ name: 'INSERT users', status: { code: 2 } });
  expect(failed.map((key) => insert && valueOf(insert, key))).toEqual(['23505', '23505']);
  expect(failed.map((key) => commit && valueOf(commit, key))).toEqual([undefined, 'RangeError']);
  expect(JSON.stringify(batches)).not.toContain('reader@example.com');
});

test('queries of a request that is left out are only run', async () => {
  await start({ OTEL_TRACES_SAMPLER: 'always_off' });
  await within('call', {}, async () => {
    expect(await traceQuery('select 1', {}, () => Promise.resolve(1))).toBe(1);
  });
  expect(await received()).toEqual([]);
});
