// On PGlite only the running server has the database open. It accepts the operators' commands on a loopback port; port
// and secret are in the data folder, so that only users who can read that folder can send commands (`ask-server.ts`).
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { doorFile, type CommandLine, type Door, type Line } from './ask-server.ts';
import { OpsError, type OpsIo } from './command.ts';
import { runOps, type OpsHost } from './program.ts';
import { sessionOver } from './session.ts';

/** Characters, with standard input. */
const LINE_LIMIT = 1024 * 1024;

/** Accepts commands until the returned function is called. */
export async function takeCommands(app: FastifyInstance): Promise<() => Promise<void>> {
  const secret = randomBytes(32).toString('base64url');
  const server = createServer((request_, response) => {
    answer(app, secret, request_, response).catch((err: unknown) => {
      app.log.error({ err }, 'operator’s command failed');
      response.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  const { port } = server.address() as AddressInfo;
  const file = doorFile(app.config.dataDir);
  await writeFile(`${file}.tmp`, JSON.stringify({ port, secret } satisfies Door), { mode: 0o600 });
  await rename(`${file}.tmp`, file);
  return async () => {
    await rm(file, { force: true });
    // Running commands finish; the limit of the whole shutdown still applies.
    await new Promise((resolve) => server.close(resolve));
  };
}

async function answer(
  app: FastifyInstance,
  secret: string,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const given = Buffer.from(incoming.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${secret}`);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) {
    response.writeHead(404).end();
    return;
  }
  let text = '';
  for await (const chunk of incoming.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > LINE_LIMIT) {
      response.writeHead(400).end();
      return;
    }
  }
  const { argv, input = '', ...who } = JSON.parse(text) as CommandLine;
  response.writeHead(200, { 'content-type': 'application/x-ndjson', connection: 'close' });
  // Before the command begins: without them the caller runs it a second time if this process ends meanwhile.
  response.flushHeaders();
  const tell = (line: Line): void => void response.write(`${JSON.stringify(line)}\n`);
  const io: OpsIo = {
    ...who,
    input: () => Promise.resolve(input),
    out: (out) => tell({ out }),
    err: (err) => tell({ err }),
  };
  const exit = await runOps(argv, io, serverHost(app));
  response.end(`${JSON.stringify({ exit } satisfies Line)}\n`);
}

/** Runs commands inside the server, with its app, clock and database. */
const serverHost = (app: FastifyInstance): OpsHost => ({
  withSession: async (who, work) => work(await sessionOver(app, who)),
  environment: () => Promise.reject(new OpsError('a server is running on this data folder: stop it first')),
});
