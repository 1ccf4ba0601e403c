import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { devWebhook, subscribe } from '@yunduo/api-contract';
import { startTracing, traceIdOf } from '@yunduo/tracing';
import { devMails } from '../db/schema/index.ts';
import { testApp, type TestApp } from '../testing/app.ts';
import { onPostgres } from '../testing/environment.ts';
import { receiver as webhookReceiver } from '../testing/receiver.ts';
import { person } from '../testing/reviews.ts';
import { someEmail, someIp, ticketFor } from '../testing/people.ts';

interface Received {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

/** A receiver of OTLP on loopback. */
let receiver: Server;
const spans: Received[] = [];
let stop: (() => Promise<void>) | null = null;
const attributesOf = ({ attributes }: Received): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));
let api: TestApp;
const lines: { reqId?: string; msg: string }[] = [];

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString()) as {
        resourceSpans: { scopeSpans: { spans: Received[] }[] }[];
      };
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  process.env['OTEL_EXPORTER_OTLP_PROTOCOL'] = 'http/json';
  const logStream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as { msg: string });
      done();
    },
  });
  api = await testApp({ seeded: true, env: { LOG_LEVEL: 'info', WEBHOOK_LOOPBACK: 'on' }, logStream });
});
beforeEach(async () => {
  spans.length = 0;
  stop = await startTracing(process.env, 'yunduo-api');
});
afterEach(() => stop?.());
afterAll(async () => {
  await api.close();
  receiver.closeAllConnections();
  receiver.close();
  Reflect.deleteProperty(process.env, 'OTEL_EXPORTER_OTLP_ENDPOINT');
  Reflect.deleteProperty(process.env, 'OTEL_EXPORTER_OTLP_PROTOCOL');
});

test('the request id of a call is on its mail, and a job’s trace includes its mail', async () => {
  const id = 'call-that-subscribes';
  const email = someEmail();
  const captcha_ticket = await ticketFor(api, 'subscribe');
  const answer = await api.call(
    subscribe.create,
    { email, captcha_ticket, locale: 'en' },
    { ip: someIp(), headers: { 'x-request-id': id } },
  );
  expect(answer.code).toBe('OK');
  api.app.jobs.add({
    name: 'writes',
    every: 60_000,
    async run({ db, mail }) {
      await mail.enqueue(db, { to: 'job@example.com', subject: 'x', text: 'x', html: 'x' });
      return 1;
    },
  });
  await api.app.jobs.runDue();
  await api.app.mail.drain();
  await api.app.inject('/api/health/live');
  await stop?.();

  const mails = await api.db.select().from(devMails);
  expect(mails.find(({ recipient }) => recipient === email)?.headers).toMatchObject({ 'X-Request-Id': id });
  const call = spans.find(({ name }) => name === 'POST /api/subscribe/create');
  const mail = spans.find(({ name, traceId }) => name === 'mail' && traceId === traceIdOf(id));
  expect(call?.traceId).toBe(traceIdOf(id));
  expect(mail?.parentSpanId).toBe(call?.spanId);
  // A call that succeeds is no error.
  expect(call && attributesOf(call)).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/subscribe/create',
    'http.response.status_code': 200,
    'request.id': id,
  });
  const queries = spans.filter(
    (span) => span.traceId === call?.traceId && 'db.query.text' in attributesOf(span),
  );
  expect(queries.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['INSERT subscribers', 'INSERT pgboss.job_common']),
  );
  expect(queries[0] && attributesOf(queries[0])).toMatchObject({
    'db.system.name': 'postgresql',
    ...(onPostgres && {
      'server.address': expect.any(String),
      'server.port': expect.any(Number),
      'db.namespace': expect.any(String),
    }),
  });
  expect(JSON.stringify(spans)).not.toContain(email);
  expect(lines).toContainEqual(expect.objectContaining({ reqId: id, msg: 'mail delivered' }));

  const done = lines.find((line) => 'job' in line && line.job === 'writes');
  const job = spans.find(({ name }) => name === 'job writes');
  const itsMail = spans.find(({ name, parentSpanId }) => name === 'mail' && parentSpanId === job?.spanId);
  expect(job?.traceId).toBe(traceIdOf(done?.reqId ?? ''));
  expect(itsMail?.traceId).toBe(job?.traceId);
  // Calls of balancers are not traced.
  expect(spans.filter(({ name }) => name.includes('/api/health'))).toEqual([]);
});

test('a webhook’s trace is that of its call, whatever the receiver answers', async () => {
  const who = await person(api, 'developer');
  const target = await webhookReceiver();
  try {
    const input = { url: `${target.url}hook?key=of-theirs`, events: ['review.decided' as const] };
    const { item } = (await api.call(devWebhook.create, input, { token: who.token })).data;
    for (const [id, status] of [
      ['ping-that-arrives', 204],
      ['ping-that-fails', 503],
    ] as const) {
      target.answer((response) => response.writeHead(status).end());
      const headers = { 'x-request-id': id };
      await api.call(devWebhook.ping, { id: item.id }, { token: who.token, headers });
      await api.app.webhooks.drain();
      expect(lines).toContainEqual(expect.objectContaining({ reqId: id, msg: 'webhook tried', status }));
    }
  } finally {
    await target.close();
  }
  await stop?.();

  for (const [id, failure] of [
    ['ping-that-arrives', undefined],
    ['ping-that-fails', '503'],
  ] as const) {
    const ofTrace = spans.filter(({ traceId }) => traceId === traceIdOf(id));
    const named = (name: string) => ofTrace.find((span) => span.name === name);
    const [call, webhook, request] = ['POST /api/dev_webhook/ping', 'webhook', 'POST'].map(named);
    expect(webhook?.parentSpanId).toBe(call?.spanId);
    expect(request?.parentSpanId).toBe(webhook?.spanId);
    expect(request && attributesOf(request)).toMatchObject({
      'http.request.method': 'POST',
      'server.address': '127.0.0.1',
      'server.port': Number(new URL(target.url).port),
      'http.response.status_code': Number(failure ?? 204),
      ...(failure && { 'error.type': failure }),
    });
    const recorded = ofTrace.find(({ name }) => name === 'INSERT webhook_tries');
    expect(recorded?.parentSpanId).toBe(webhook?.spanId);
  }
  expect(JSON.stringify(spans)).not.toContain('of-theirs');
});
