import { cpSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { readConfig } from '../config.ts';
import { testDatabase } from '../testing/app.ts';
import { onPostgres, TEST_SIGNING_KEY, testFolder, testTemplate } from '../testing/environment.ts';
import { ownHost } from './host.ts';
import { runOps } from './program.ts';

test('a command runs beside a server that serves its metrics on METRICS_PORT', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const folder = testFolder('host');
  const own = onPostgres ? await testDatabase(false) : null;
  await own?.database.close();
  if (!own) cpSync(join(testTemplate().folder, 'empty'), join(folder, 'db'), { recursive: true });
  const settings = readConfig({
    APP_MODE: 'test',
    DATA_DIR: folder,
    SIGNING_KEY: TEST_SIGNING_KEY,
    METRICS_PORT: String((server.address() as AddressInfo).port),
    ...(own?.url && { DATABASE_URL: own.url }),
  });
  let [out, err] = ['', ''];
  const io = {
    out: (text: string) => void (out += text),
    err: (text: string) => void (err += text),
    cwd: folder,
    user: 'root',
    locale: 'en' as const,
  };
  try {
    expect([await runOps(['audit', 'list', '--json'], io, ownHost(settings)), err]).toEqual([0, '']);
    expect(JSON.parse(out)).toMatchObject({ list: [] });
  } finally {
    server.close();
    await own?.drop();
  }
});
