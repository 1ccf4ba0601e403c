import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readConfig } from '../config.ts';
import { openFiles } from '../file-stores.ts';
import { testApp, type TestApp } from '../testing/app.ts';
import { TEST_SIGNING_KEY, testFolder, testTemplate } from '../testing/environment.ts';
import { startS3, type S3Server } from '../testing/s3.ts';
import { databaseUrl, onServer } from '../testing/server.ts';
import { takeBackup } from './backup.ts';
import { restoreBackup } from './restore.ts';

let folder: string;
let s3: S3Server;
let api: TestApp;
beforeAll(async () => {
  folder = testFolder('bucket');
  s3 = await startS3();
  api = await testApp({ env: { FILES_STORE: s3.store('files') } });
});
afterAll(async () => {
  await api.close();
  await s3.stop();
  await rm(folder, { recursive: true, force: true });
});

test('a backup contains a bucket’s files, and restores them only into an empty bucket', async () => {
  const { app } = api;
  const bytes = randomBytes(400_000);
  await app.files.put('pictures/one.webp', bytes);
  await app.files.put('private/notes/two.txt', Buffer.from('for one'));
  const file = join(folder, 'bucket.tar');
  const { files } = await takeBackup(
    { database: app.database, files: app.files, config: app.config, now: app.clock.now() },
    file,
  );
  expect(files).toBe(2);

  const { postgres: server, run } = testTemplate();
  const name = `${run}_bucket_${process.pid}`;
  if (server !== null) await onServer(server, `create database ${name} template template0`);
  const config = (store: string) =>
    readConfig({
      APP_MODE: 'test',
      DATA_DIR: join(folder, 'machine'),
      SIGNING_KEY: TEST_SIGNING_KEY,
      FILES_STORE: store,
      ...(server !== null && { DATABASE_URL: databaseUrl(server, name) }),
    });
  await expect(restoreBackup(config(s3.store('files')), file, { otherKey: false })).rejects.toThrow(
    'the bucket files is not empty',
  );
  await restoreBackup(config(s3.store('other')), file, { otherKey: false });
  const restored = await openFiles(config(s3.store('other')));
  expect(bytes.equals(await buffer(restored.read('pictures/one.webp')))).toBe(true);
  expect((await buffer(restored.read('private/notes/two.txt'))).toString()).toBe('for one');
  if (server !== null) await onServer(server, `drop database if exists ${name} with (force)`);
});
