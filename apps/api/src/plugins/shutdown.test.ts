import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { expect, test } from '@jest/globals';
import Fastify from 'fastify';
import { letGoOfConnections } from './shutdown.ts';

/** Calls when it is told to, and prints the status of the answer or what went wrong. */
const CALLER = `
  process.stdin.once('data', (url) =>
    fetch(String(url).trim()).then(
      // As text: a number would be coloured where colours are forced.
      (answer) => console.log(String(answer.status)),
      (error) => console.log(error.cause?.code ?? error.message),
    ).then(() => process.exit()),
  );
  console.log('ready');
`;

test('who knocked while we were busy is told that we are closing, and not cut off', async () => {
  const app = Fastify({ return503OnClosing: true });
  letGoOfConnections(app);
  app.get('/', () => 'ok');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const caller = spawn(process.execPath, ['-e', CALLER], { stdio: ['pipe', 'pipe', 'inherit'] });
  const said: string[] = [];
  const lines = createInterface({ input: caller.stdout });
  await once(lines, 'line');
  lines.on('line', (line) => said.push(line));
  const ended = once(caller, 'close');
  caller.stdin.write(`http://127.0.0.1:${port}/\n`);
  // The system takes the call; this process is busy until it closes.
  const busy = Date.now() + 1_500;
  while (Date.now() < busy);
  await app.close();
  await ended;
  expect(said).toEqual(['503']);
});
