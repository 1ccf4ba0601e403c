import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import Fastify from 'fastify';
import { answerErrors } from '../http/error-handler.ts';
import { letGoOfConnections, rejectWhenClosing } from './shutdown.ts';

/** Calls on request, and prints the response or the error. */
const CALLER = `
  process.stdin.once('data', (url) =>
    fetch(String(url).trim(), { headers: { lang: 'en' } }).then(
      async (answer) =>
        console.log(JSON.stringify([answer.status, answer.headers.get('retry-after'), await answer.json()])),
      (error) => console.log(error.cause?.code ?? error.message),
    ).then(() => process.exit()),
  );
  console.log('ready');
`;

test('a connection accepted before closing gets 503 with Retry-After in its language', async () => {
  const app = Fastify({ return503OnClosing: false });
  answerErrors(app);
  rejectWhenClosing(app);
  letGoOfConnections(app);
  app.get('/', () => 'ok');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const caller = spawn(process.execPath, ['-e', CALLER], { stdio: ['pipe', 'pipe', 'inherit'] });
  const messages: string[] = [];
  const lines = createInterface({ input: caller.stdout });
  await once(lines, 'line');
  lines.on('line', (line) => messages.push(line));
  const ended = once(caller, 'close');
  caller.stdin.write(`http://127.0.0.1:${port}/\n`);
  // The system accepts the connection while this process is busy until it closes.
  const busy = Date.now() + 1_500;
  while (Date.now() < busy);
  await app.close();
  await ended;
  const [status, retryAfter, body] = JSON.parse(messages[0] ?? '[]') as [
    number,
    string,
    Record<string, unknown>,
  ];
  expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: '5' });
  expect(body).toEqual({
    code: 'UNAVAILABLE',
    msg: 'The server is busy, please try again later',
    data: { retry_after: 5 },
    request_id: expect.any(String),
  });
});

test('a kept connection is closed after its last response, so that it does not delay the end', async () => {
  const { promise: work, resolve: finish } = Promise.withResolvers<string>();
  // The server itself would keep an idle connection for ever.
  const app = Fastify({ return503OnClosing: false, keepAliveTimeout: 0 });
  rejectWhenClosing(app);
  letGoOfConnections(app);
  const arrived = new Promise<void>((resolve) => {
    app.get('/', () => {
      resolve();
      return work;
    });
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  await arrived;
  const closed = app.close();
  // From now on idle connections are looked for by us alone.
  while (app.server.listening) await setImmediate();
  finish('done');
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  expect(chunk.toString()).toMatch(/200 OK[^]*done$/);
  await closed;
  socket.destroy();
});
