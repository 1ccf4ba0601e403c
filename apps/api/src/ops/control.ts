// On PGlite only the running server has the database open. It accepts the operators' commands on a loopback port; port
// and secret are in the data folder, so that only users who can read that folder can send commands.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Locale } from '@yunduo/i18n';
import type { FastifyInstance } from 'fastify';
import { StartError } from '../start-error.ts';
import { OpsError, type OpsIo } from './command.ts';
import { runOps, type OpsHost } from './program.ts';
import { sessionOver } from './session.ts';

interface Door {
  port: number;
  secret: string;
}
interface CommandLine {
  argv: string[];
  cwd: string;
  user: string;
  locale: Locale;
  /** Standard input, if the command line names it. */
  input?: string | undefined;
}
type Line = { out: string } | { err: string } | { exit: number };

const doorFile = (dataDir: string): string => join(dataDir, 'control.json');
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

/**
 * Forwards a command line to the server that holds the data folder; returns its exit code, or null when no server
 * accepts commands there.
 */
export async function askServer(dataDir: string, argv: readonly string[], io: OpsIo): Promise<number | null> {
  const door = await readFile(doorFile(dataDir), 'utf8').then(
    (text) => JSON.parse(text) as Door,
    () => null,
  );
  if (!door) return null;
  const { cwd, user, locale } = io;
  const input = argv.includes('-') ? await io.input?.() : undefined;
  const requested = request({
    host: '127.0.0.1',
    port: door.port,
    method: 'POST',
    headers: { authorization: `Bearer ${door.secret}` },
  });
  requested.end(JSON.stringify({ argv: [...argv], cwd, user, locale, input } satisfies CommandLine));
  let response: IncomingMessage;
  try {
    [response] = (await once(requested, 'response')) as [IncomingMessage];
  } catch {
    return null;
  }
  if (response.statusCode !== 200) {
    response.resume();
    return null;
  }
  for await (const text of createInterface({ input: response })) {
    const line = JSON.parse(text) as Line;
    if ('exit' in line) return line.exit;
    if ('out' in line) io.out(line.out);
    else io.err(line.err);
  }
  throw new StartError('the server ended while the command ran: see whether it was done');
}
