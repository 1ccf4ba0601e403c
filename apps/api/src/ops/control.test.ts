import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { uploadsFolder } from '../file-stores.ts';
import { testApp } from '../testing/app.ts';
import {
  compiledOnce,
  onPostgres,
  TEST_SIGNING_KEY,
  testFolder,
  testTemplate,
} from '../testing/environment.ts';
import { takeCommands } from './control.ts';

// These start real processes, which take their time on a busy machine.
const LONG = 120_000;
let folder: string;
let server: ChildProcess;
let address: string;
const children = new Set<ChildProcess>();

const source = (file: string): string => join(import.meta.dirname, '..', file);
const env = (dataDir: string): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  APP_MODE: 'test',
  LOG_LEVEL: 'error',
  PORT: '0',
  LANG: 'C.UTF-8',
  DATA_DIR: dataDir,
  ...compiledOnce(),
});

function start(file: string, args: string[], dataDir: string): ChildProcess {
  const child = spawn(process.execPath, [source(file), ...args], {
    env: { ...env(dataDir), INIT_CWD: folder },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  children.add(child);
  child.once('close', () => children.delete(child));
  return child;
}

async function serve(dataDir: string): Promise<string> {
  server = start('server.ts', [], dataDir);
  let text = '';
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      text += chunk.toString();
      const found = text.match(/^listening on (http:\S+)$/m)?.[1];
      if (found) resolve(found);
    };
    server.stdout?.on('data', read);
    server.stderr?.on('data', read);
    server.once('exit', (code) => reject(new Error(`ended with ${code}: ${text}`)));
  });
}

async function ops(line: string, dataDir = join(folder, 'data'), input = '') {
  const child = start('ops/main.ts', line.split(' '), dataDir);
  child.stdin?.end(input);
  let [out, err] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, out, err };
}

/** Signs in; a process that has just started on a busy machine may answer "try again". */
async function signedIn(): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch(`${address}/api/user_auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'user@yunduo.test', password: 'Yunduo2026', agree: true }),
    });
    if (answer.status !== 503 || tries === 40) return answer;
    await setTimeout(250);
  }
}

test('a caller learns that the server has begun a command before the command has ended', async () => {
  const { app, close } = await testApp();
  const stop = await takeCommands(app);
  try {
    let goOn: () => void = () => undefined;
    const heard = new Promise<void>((resolve) => (goOn = resolve));
    jest.spyOn(app.jobs, 'list').mockImplementation(() => heard.then(() => []));
    const { port, secret } = JSON.parse(readFileSync(join(app.config.dataDir, 'control.json'), 'utf8')) as {
      port: number;
      secret: string;
    };
    const answer = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}` },
      body: JSON.stringify({ argv: ['jobs', 'list'], cwd: '/', user: 'x', locale: 'en' }),
    });
    // Otherwise it would take the end of the server for none that listens, and run the command a second time.
    goOn();
    expect(await answer.text()).toMatch(/\{"exit":0\}\n$/);
  } finally {
    await stop();
    await close();
  }
});

// Only the embedded database is limited to one process: PostgreSQL would behave the same.
(onPostgres ? describe.skip : describe)('ops beside a running server', () => {
  beforeAll(async () => {
    folder = testFolder('control');
    const dataDir = join(folder, 'data');
    // The template's seeded world, to save seeding another one.
    const template = testTemplate().folder;
    cpSync(join(template, 'seeded'), join(dataDir, 'db'), { recursive: true });
    cpSync(join(template, 'files'), uploadsFolder(dataDir), { recursive: true });
    writeFileSync(join(dataDir, 'signing.key'), TEST_SIGNING_KEY, { mode: 0o600 });
    address = await serve(dataDir);
  }, LONG);
  afterAll(async () => {
    for (const child of children) {
      child.kill('SIGKILL');
      await once(child, 'close');
    }
    rmSync(folder, { recursive: true, force: true });
  });

  test(
    'the server runs the command, and returns result, error and exit code',
    async () => {
      const granted = await ops('role grant --email user@yunduo.test --role admin --json');
      expect(granted).toMatchObject({ code: 0, err: '' });
      expect(JSON.parse(granted.out)).toMatchObject({ roles: ['user', 'admin'] });
      const rejected = await ops(
        'role revoke --email user@yunduo.test --role admin --as user@yunduo.test --lang zh',
      );
      expect(rejected).toEqual({
        code: 1,
        out: '',
        err: 'error: 这是最后一位管理员，请先设置另一位管理员 (LAST_ADMIN)\n',
      });
      expect((await ops('role grant --role admin')).code).toBe(2);
      // The server cannot see the caller's files in another container: standard input is passed on.
      const days = [{ day: '2029-05-01', working: false, name: { zh: '劳动节', en: 'Labour Day' } }];
      const piped = await ops('calendar import --file - --json', undefined, JSON.stringify(days));
      expect(JSON.parse(piped.out)).toEqual({ days: 1, new_or_changed: 1 });
      const joined = await ops('calendar import --file=- --json', undefined, JSON.stringify(days));
      expect(joined.code).toBe(0);
    },
    LONG,
  );

  test(
    'commands without the token of the data folder return 404',
    async () => {
      const file = join(folder, 'data/control.json');
      expect(statSync(file).mode & 0o777).toBe(0o600);
      const { port } = JSON.parse(readFileSync(file, 'utf8')) as { port: number };
      for (const authorization of ['', 'Bearer ', `Bearer ${'A'.repeat(43)}`]) {
        const answer = await fetch(`http://127.0.0.1:${port}/`, {
          method: 'POST',
          headers: { authorization },
          body: JSON.stringify({ argv: ['role', 'list'], cwd: '/', user: 'x', locale: 'en' }),
        });
        expect(answer.status).toBe(404);
        expect(await answer.text()).toBe('');
      }
    },
    LONG,
  );

  test(
    'a command line that is too long returns 400, and one that cannot be read ends the connection',
    async () => {
      const { port, secret } = JSON.parse(readFileSync(join(folder, 'data/control.json'), 'utf8')) as {
        port: number;
        secret: string;
      };
      const sent = (body: string) =>
        fetch(`http://127.0.0.1:${port}/`, {
          method: 'POST',
          headers: { authorization: `Bearer ${secret}` },
          body,
          signal: AbortSignal.timeout(LONG),
        });
      expect((await sent('x'.repeat(1024 * 1024 + 1))).status).toBe(400);
      await expect(sent('no command')).rejects.toThrow('fetch failed');
    },
    LONG,
  );

  test(
    'a backup is restored into an empty folder, and served from there',
    async () => {
      const taken = await ops('backup --to whole.tar --json');
      expect(taken).toMatchObject({ code: 0, err: '' });
      expect((await ops('restore --from whole.tar --yes')).err).toMatch(/data folder \S+ is not empty/);
      const restored = await ops('restore --from whole.tar --yes --json', join(folder, 'other'));
      expect(restored).toMatchObject({ code: 0, err: '' });
      expect(JSON.parse(restored.out)).toEqual(JSON.parse(taken.out));

      server.kill('SIGTERM');
      await once(server, 'close');
      expect(existsSync(join(folder, 'data/control.json'))).toBe(false);
      // No process holds the folder: the command opens it itself. A server that was killed leaves its address, where
      // another program may listen.
      const asked: (string | undefined)[] = [];
      const other = createServer(({ url }, response) => {
        asked.push(url);
        response.end('{"exit":0}\n');
      }).listen(0, '127.0.0.1');
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;
      writeFileSync(join(folder, 'data/control.json'), JSON.stringify({ port, secret: 'secret' }));
      const alone = await ops('role list --role admin --json');
      expect(JSON.parse(alone.out)).toMatchObject([{ email: 'user@yunduo.test', role: 'admin' }]);
      expect(asked).toEqual([]);
      other.close();

      address = await serve(join(folder, 'other'));
      const signIn = await signedIn();
      expect(signIn.status).toBe(200);
      const { data } = (await signIn.json()) as { data: { user: { roles: string[] } } };
      expect(data.user.roles).toContain('admin');
    },
    LONG,
  );
});
