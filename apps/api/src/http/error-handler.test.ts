import { afterEach, expect, jest, test } from '@jest/globals';
import { DrizzleQueryError } from 'drizzle-orm';
import Fastify, { type FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { loggerOptions } from '../plugins/logger.ts';
import { requestContext } from '../plugins/request-context.ts';
import { answerErrors, answerUnreadable } from './error-handler.ts';
import { systemClock } from '../clock.ts';
import { apiError } from './errors.ts';
import { bearerOf } from './route.ts';

let app: FastifyInstance;
afterEach(() => app.close());

/** A server with a body limit of 100 bytes. */
async function served(): Promise<Socket> {
  app = Fastify({ bodyLimit: 100, clientErrorHandler: answerUnreadable });
  answerErrors(app);
  await app.register(requestContext);
  app.post('/', () => 'taken');
  app.post('/closed', { onRequest: () => Promise.reject(apiError('UNAUTHENTICATED')) }, () => 'taken');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

const head = (length: number, path = '/'): string =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: ${length}\r\n\r\n`;

async function answerOn(socket: Socket): Promise<string> {
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  return chunk.toString();
}

test('a client still sending a too large body gets the response, and can reuse the connection', async () => {
  const socket = await served();
  socket.write(head(1_000) + 'x'.repeat(400));
  const rejected = await answerOn(socket);
  expect(rejected).toContain('400 Bad Request');
  expect(rejected).toContain('FILE_TOO_LARGE');
  expect(rejected).not.toMatch(/^connection: close/im);
  socket.write('x'.repeat(600) + head(2) + 'ok');
  expect(await answerOn(socket)).toMatch(/200 OK[\s\S]*taken$/);
  socket.destroy();
});

test.each([
  ['reads a body of two megabytes to its end', 2 * 1024 * 1024, false],
  ['closes the connection after one byte more', 2 * 1024 * 1024 + 1, true],
])('%s', async (_, length, closes) => {
  const socket = await served();
  socket.write(`${head(length)}x`);
  expect(/^connection: close/im.test(await answerOn(socket))).toBe(closes);
  socket.destroy();
});

test('closes the connection instead of reading gigabytes', async () => {
  const socket = await served();
  const closed = once(socket, 'close');
  socket.write(head(1_000_000_000) + 'x'.repeat(400));
  expect(await answerOn(socket)).toMatch(/^connection: close/im);
  await closed;
});

test('a client that ends in the middle of a body gets 400 in JSON', async () => {
  const socket = await served();
  socket.end(head(50) + 'x'.repeat(20));
  const [start, body = ''] = (await answerOn(socket)).split('\r\n\r\n');
  expect(start).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[\s\S]*content-type: application\/json/);
  expect(JSON.parse(body)).toEqual({ code: 'BAD_REQUEST', msg: expect.any(String), data: null });
});

test('headers without an end get 431, in JSON', async () => {
  const socket = await served();
  socket.write(`GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`);
  const [start, body = ''] = (await answerOn(socket)).split('\r\n\r\n');
  expect(start?.split('\r\n')).toEqual([
    'HTTP/1.1 431 Request Header Fields Too Large',
    'connection: close',
    'cache-control: no-store',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    "content-security-policy: default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'x-content-type-options: nosniff',
  ]);
  expect(JSON.parse(body)).toMatchObject({ code: 'BAD_REQUEST' });
});

test.each([
  [
    'a request that takes too long gets 408',
    'ERR_HTTP_REQUEST_TIMEOUT',
    true,
    'HTTP/1.1 408 Request Timeout',
  ],
  ['a client that is gone gets nothing', 'ECONNRESET', true, undefined],
  ['a client that listens no more gets nothing', 'HPE_INVALID_METHOD', false, undefined],
])('%s, and the connection ends', (_, code, writable, line) => {
  app = Fastify();
  const socket = { writable, write: jest.fn<(text: string) => void>(), destroy: jest.fn() };
  answerUnreadable({ code }, socket as unknown as Socket);
  expect(socket.write.mock.calls[0]?.[0].split('\r\n')[0]).toBe(line);
  expect(socket.destroy).toHaveBeenCalledTimes(1);
});

/** All responses until the server closes the connection. */
async function answersOn(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket.setEncoding('utf8')) text += String(chunk);
  return text;
}

test('a rejected client that ends in the middle of its body gets no second response', async () => {
  const socket = await served();
  socket.write(head(50, '/closed') + 'x'.repeat(20));
  expect(await answerOn(socket)).toContain('401 Unauthorized');
  socket.end();
  expect(await answersOn(socket)).toBe('');
});

test('an unreadable request after an answered one gets 400', async () => {
  const socket = await served();
  socket.write(`${head(2)}ok`);
  expect(await answerOn(socket)).toContain('200 OK');
  socket.write('no request at all\r\n\r\n');
  expect(await answersOn(socket)).toContain('400 Bad Request');
});

test.each(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EIO', 'FST_ERR_HANDLER_TIMEOUT', 'FST_UNDER_PRESSURE'])(
  '%s is an outage: 503, and when to try again',
  async (code) => {
    const logs: string[] = [];
    app = Fastify({ logger: loggerOptions('error', { write: (line) => void logs.push(line) }) });
    answerErrors(app);
    requestContext(app);
    app.get('/', () => {
      throw Object.assign(new Error('refused'), { code });
    });
    const answer = await app.inject({ url: '/' });
    // Operators find out what was away.
    expect(logs.map((line) => JSON.parse(line) as object)).toMatchObject([
      { msg: 'unavailable', err: { message: 'refused', code } },
    ]);
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
    expect(answer.json()).toMatchObject({ code: 'UNAVAILABLE', data: { retry_after: 5 } });
  },
);

test.each<[what: string, details: object, status: number, code: string]>([
  ...['08006', '53300', '57P01', '57014', '25P03', '40P01'].map((code): [string, object, number, string] => [
    `state ${code} of the database`,
    { code },
    503,
    'UNAVAILABLE',
  ]),
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH', 'EAI_AGAIN'].map(
    (code): [string, object, number, string] => [
      `${code} of a connection`,
      { code, syscall: 'connect' },
      503,
      'UNAVAILABLE',
    ],
  ),
  ['a missing socket', { code: 'ENOENT', syscall: 'connect' }, 503, 'UNAVAILABLE'],
  ['a lost connection', { message: 'Connection terminated unexpectedly' }, 503, 'UNAVAILABLE'],
  ['a missing file', { code: 'ENOENT', syscall: 'open' }, 500, 'INTERNAL'],
  ['a refused statement', { code: '22P02' }, 500, 'INTERNAL'],
  [
    'a row of an account that is gone',
    { code: '23503', constraint: 'orders_user_id_users_id_fk' },
    401,
    'UNAUTHENTICATED',
  ],
  [
    'a row of an app that is gone',
    { code: '23503', constraint: 'saved_apps_app_id_apps_id_fk' },
    500,
    'INTERNAL',
  ],
])('%s is answered as what it means for the caller', async (_, details, status, code) => {
  app = Fastify();
  answerErrors(app);
  requestContext(app);
  const cause = Object.assign(new Error('failed'), details);
  app.get('/', () => {
    throw new DrizzleQueryError('select 1', [], cause);
  });
  const answer = await app.inject({ url: '/' });
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([status, code]);
});

test('an unexpected error is logged with its cause, and returned as INTERNAL without it', async () => {
  const logs: string[] = [];
  app = Fastify({
    logger: loggerOptions('error', { write: (line) => void logs.push(line) }),
  });
  answerErrors(app);
  requestContext(app);
  app.get('/', () => {
    throw new Error('select secret_column from /srv/yunduo');
  });
  const answer = await app.inject({ url: '/', headers: { lang: 'us' } });
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toEqual({
    code: 'INTERNAL',
    msg: expect.stringMatching(/^[A-Z].+$/),
    data: null,
    request_id: expect.any(String),
  });
  expect(answer.body).not.toMatch(/secret_column|srv|at .*\.ts/);
  expect(logs).toHaveLength(1);
  expect(JSON.parse(logs[0] ?? '')).toMatchObject({
    msg: 'unexpected error',
    reqId: expect.any(String),
    err: {
      message: 'select secret_column from /srv/yunduo',
      stack: expect.stringContaining('error-handler.test'),
    },
  });
});

test.each([
  ['FORBIDDEN', 'access_denied'],
  ['TOKEN_SCOPE_MISSING', 'access_denied'],
  ['TOO_MANY_REQUESTS', 'limit_reached'],
  ['RATE_LIMITED', 'limit_reached'],
  ['CODE_INVALID', undefined],
] as const)('%s is logged as the security event %s', async (code, event) => {
  const logs: string[] = [];
  app = Fastify({ logger: loggerOptions('warn', { write: (line) => void logs.push(line) }) });
  app.decorate('config', { signingKey: 'for tests' } as never).decorate('clock', systemClock);
  answerErrors(app);
  requestContext(app);
  app.get('/call', () => {
    throw apiError(code, { retryAfter: 1 });
  });
  await app.inject({ url: '/call?secret' });
  expect(logs.map((line) => JSON.parse(line) as object)).toMatchObject(
    event ? [{ msg: 'security event', event, call: '/call' }] : [],
  );
});

test('the token of a call is read whatever the case of its scheme, and of no other scheme', () => {
  const tokenOf = (authorization?: string) =>
    bearerOf({ headers: { ...(authorization && { authorization }) } });
  expect(['Bearer one', 'bearer one', 'BEARER one'].map(tokenOf)).toEqual(['one', 'one', 'one']);
  expect([undefined, 'Bearer', 'Basic one', 'one'].map(tokenOf)).toEqual(['', '', '', '']);
});
