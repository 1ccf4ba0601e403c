import multipart from '@fastify/multipart';
import { afterEach, expect, test } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { bodyDeadline } from './body-deadline.ts';

let app: FastifyInstance;
afterEach(() => app.close());

/** A default time limit, ms, that no test waits for. */
const USUAL = 1_000_000;

/** A server with a body time limit of 50 ms, except for uploads. */
async function served(later: Promise<string> = Promise.resolve('ok')): Promise<number> {
  app = Fastify({ handlerTimeout: USUAL });
  await app.register(multipart);
  bodyDeadline(app, USUAL, 50);
  app.post('/json', () => 'ok');
  app.post('/later', () => later);
  app.post('/upload', { handlerTimeout: 2 * USUAL }, async (request) => {
    const file = await request.file();
    return String((await file?.toBuffer())?.length);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

async function begin(
  port: number,
  path: string,
  type: string,
  length: number,
  part: string,
): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n${part}`,
  );
  return socket;
}

async function restOf(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await once(socket, 'close');
  return text;
}

test('a stalled body closes the connection; an equally slow upload continues', async () => {
  const port = await served();
  const body = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc\r\n--x--\r\n';
  const upload = await begin(
    port,
    '/upload',
    'multipart/form-data; boundary=x',
    body.length,
    body.slice(0, 10),
  );
  const slow = await begin(port, '/json', 'application/json', 1_000, '{"a":');
  expect(await restOf(slow)).not.toContain('200 OK');
  const answer = restOf(upload);
  upload.write(body.slice(10));
  expect(await answer).toMatch(/200 OK[\s\S]*\r\n\r\n3$/);
});

test('a stalled body without a length closes the connection', async () => {
  const socket = connect(await served(), '127.0.0.1');
  socket.write('POST /json HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n');
  socket.write('transfer-encoding: chunked\r\n\r\n5\r\n{"a":\r\n');
  expect(await restOf(socket)).not.toContain('200 OK');
});

test('a body sent at once gets its response, however late', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const port = await served(promise);
  const quick = restOf(await begin(port, '/later', 'application/json', 2, '{}'));
  // Begun later, so that the time of both is over.
  await restOf(await begin(port, '/json', 'application/json', 1_000, '{"a":'));
  resolve('ok');
  expect(await quick).toMatch(/200 OK[\s\S]*ok$/);
});
