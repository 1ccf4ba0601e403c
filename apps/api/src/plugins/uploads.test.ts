import { once } from 'node:events';
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import Fastify from 'fastify';
import { readConfig } from '../config.ts';
import { answerErrors } from '../http/error-handler.ts';
import { withSigningKey } from '../signing-key.ts';
import { StartError } from '../start-error.ts';
import { requestContext } from './request-context.ts';
import { uploads } from './uploads.ts';

/** Time limit of a call, ms. */
const LIMIT = 500;
const SETTINGS = { SIGNING_KEY: 'a key for tests, thirty-two characters' };

test('a data folder that cannot be created is a StartError that names it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'uploads-'));
  const file = join(folder, 'file');
  await writeFile(file, '');
  const settings = readConfig({ DATA_DIR: file });
  const words = `the data folder ${file} cannot be written`;
  await expect(withSigningKey(settings)).rejects.toThrow(words);
  const app = Fastify();
  app.decorate('config', { ...settings, signingKey: 'x'.repeat(32) });
  const started = app.register(uploads, { handlerTimeout: LIMIT }).then(
    () => null,
    (error: unknown) => error,
  );
  const error = await started;
  expect(error).toBeInstanceOf(StartError);
  expect((error as StartError).message).toContain(words);
  await app.close().catch(() => undefined);
  await rm(folder, { recursive: true });
});

test('a picture of the folder reaches a reader who takes longer than a call may', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'uploads-'));
  // More than the buffers of a connection hold.
  const size = 64 * 1024 * 1024;
  await mkdir(join(folder, 'files/pictures'), { recursive: true });
  await writeFile(join(folder, 'files/pictures/large.png'), '');
  await truncate(join(folder, 'files/pictures/large.png'), size);
  const app = Fastify({ handlerTimeout: LIMIT });
  app.decorate('config', readConfig({ ...SETTINGS, DATA_DIR: folder }) as never);
  await app.register(uploads, { handlerTimeout: LIMIT });
  app.get('/never', () => new Promise(() => undefined));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  try {
    const asked = get(`http://127.0.0.1:${port}/uploads/pictures/large.png`);
    const [picture] = (await once(asked, 'response')) as [IncomingMessage];
    // Begun later, so that the time of both is over.
    expect((await app.inject('/never')).statusCode).toBe(503);
    let read = 0;
    for await (const chunk of picture as AsyncIterable<Buffer>) read += chunk.length;
    expect(read).toBe(size);
  } finally {
    await app.close();
    await rm(folder, { recursive: true });
  }
});

test('a file of a store may flow for longer than a call; one that does not begin is 503, which is not kept', async () => {
  const rest = Promise.withResolvers<undefined>();
  const begun = Promise.withResolvers<undefined>();
  const reads: Record<string, () => AsyncGenerator<Buffer>> = {
    'pictures/slow.png': async function* () {
      yield Buffer.from('half');
      begun.resolve(undefined);
      await rest.promise;
      yield Buffer.from('half');
    },
    'pictures/silent.png': async function* () {
      await rest.promise;
      yield Buffer.from('too late');
    },
  };
  const read = (name: string) => Readable.from(reads[name]?.() ?? [], { objectMode: false });
  const app = Fastify({ handlerTimeout: LIMIT });
  app.decorate(
    'config',
    readConfig({ ...SETTINGS, FILES_STORE: 's3+http://key:secret@127.0.0.1:1/files' }) as never,
  );
  app.decorate('files', { size: () => Promise.resolve(8), read } as never);
  answerErrors(app);
  requestContext(app);
  await app.register(uploads, { handlerTimeout: LIMIT });
  const slow = app.inject('/uploads/pictures/slow.png');
  await begun.promise;
  // Begun later, so that the time of both is over.
  const silent = await app.inject('/uploads/pictures/silent.png');
  rest.resolve(undefined);
  expect([silent.statusCode, silent.headers['cache-control'], silent.headers['retry-after']]).toEqual([
    503,
    'no-cache',
    '5',
  ]);
  expect(silent.headers).not.toHaveProperty('etag');
  const { statusCode, body } = await slow;
  expect([statusCode, body]).toEqual([200, 'halfhalf']);
  await app.close();
});
