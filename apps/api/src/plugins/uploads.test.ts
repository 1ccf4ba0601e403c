import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import Fastify from 'fastify';
import { readConfig } from '../config.ts';
import { withSigningKey } from '../signing-key.ts';
import { StartError } from '../start-error.ts';
import { uploads } from './uploads.ts';

test('a data folder that cannot be created is a StartError that names it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'uploads-'));
  const file = join(folder, 'file');
  await writeFile(file, '');
  const settings = readConfig({ DATA_DIR: file });
  const words = `the data folder ${file} cannot be written`;
  await expect(withSigningKey(settings)).rejects.toThrow(words);
  const app = Fastify();
  app.decorate('config', { ...settings, signingKey: 'x'.repeat(32) });
  const started = app.register(uploads).then(
    () => null,
    (error: unknown) => error,
  );
  const error = await started;
  expect(error).toBeInstanceOf(StartError);
  expect((error as StartError).message).toContain(words);
  await app.close().catch(() => undefined);
  await rm(folder, { recursive: true });
});
