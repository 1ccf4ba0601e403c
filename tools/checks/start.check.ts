import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, jest, test } from '@jest/globals';
import { buildApps } from '../start/build.ts';
import { StartError } from '../start/settings.ts';
import { root } from './workspace.ts';

// `npm start` as users run it, from the built apps.

const END_LIMIT = 10_000;
const folder = mkdtempSync(join(tmpdir(), 'yunduo-start-'));
const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

interface Started {
  child: ChildProcess;
  /** All output so far. */
  said(): string;
  ready: Promise<string>;
  ended: Promise<number | null>;
}

function start(env: NodeJS.ProcessEnv): Started {
  const child = spawn(process.execPath, [join(root, 'tools/start/start.ts'), '--no-build'], {
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      APP_MODE: 'trial',
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: folder,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const ready = new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      output += chunk.toString();
      const address = /^Ready: (\S+)/m.exec(output)?.[1];
      if (address) resolve(address);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    void ended.then((code) => reject(new Error(`Ended with ${code}: ${output}`)));
  });
  ready.catch(() => undefined);
  return { child, said: () => output, ready, ended };
}

/** The status of a malformed request line, which no client library would send. */
const statusOf = (origin: string, line: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname, () =>
      socket.write(`${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
    );
    let heard = '';
    socket.on('data', (chunk) => (heard += chunk.toString()));
    socket.on('error', reject);
    socket.on('close', () => resolve(Number(heard.slice(9, 12))));
  });

test('serves everything on one port and stops in time on SIGTERM', async () => {
  const product = start({});
  const origin = await product.ready;
  for (const address of ['/', '/en/store', '/developer-center', '/developers', '/api/health/ready']) {
    const answer = await fetch(origin + address);
    await answer.text();
    expect({ address, status: answer.status }).toEqual({ address, status: 200 });
  }
  // Its output is a newcomer's only information: the safety of the database, all addresses, the accounts.
  expect(product.said()).toMatch(
    /data folder .+: the embedded database is safe against a crash of this process, not against power loss; .*PostgreSQL/,
  );
  expect(product.said().slice(product.said().indexOf('Ready: ')).trimEnd().split('\n')).toEqual([
    `Ready: ${origin}`,
    `  Public site       ${origin}/ (Chinese), ${origin}/en (English)`,
    `  Developer center  ${origin}/developer-center`,
    `  API               ${origin}/developers, ${origin}/api/openapi.json`,
    `  Mailbox           ${origin}/dev/mail`,
    '  Accounts          user@yunduo.test, developer@yunduo.test, reviewer@yunduo.test, operator@yunduo.test',
    '                    password Yunduo2026',
    expect.stringMatching(/^ {2}Invitation {8}YDIN(-[A-Z0-9]{4}){4}$/),
  ]);
  for (const address of ['/dev/mail', '/api/openapi.json']) {
    const answer = await fetch(origin + address);
    await answer.text();
    expect({ address, status: answer.status }).toEqual({ address, status: 200 });
  }

  // Requests that no browser sends must not end the process.
  const odd = [
    ['GET http://x/developer-center', 200],
    ['GET //[/../developer-center', 301],
    ['GET /developer-center/[/..//[', 404],
    ['OPTIONS *', 400],
  ] as const;
  for (const [line, status] of odd) {
    expect([line, await statusOf(origin, line)]).toEqual([line, status]);
  }
  expect((await fetch(`${origin}/developer-center`)).status).toBe(200);

  // The same folder twice: two processes on one embedded database silently lose rows.
  const second = start({});
  expect(await second.ended).toBe(1);
  expect(second.said().trim()).toBe(
    `API ended with exit code 1: the data folder ${folder} is in use by another process: stop it, or set DATA_DIR`,
  );

  const startedAt = performance.now();
  product.child.kill('SIGTERM');
  expect(await product.ended).toBe(0);
  expect(performance.now() - startedAt).toBeLessThan(END_LIMIT);
  await expect(fetch(origin)).rejects.toThrow();
});

test('a signal to npm start stops all processes', async () => {
  const shell = spawn('npm', ['start', '--silent', '--', '--no-build'], {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: '', PORT: '0', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  started.push(shell);
  const origin = await new Promise<string>((resolve) => {
    let output = '';
    shell.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const address = /^Ready: (\S+)/m.exec(output)?.[1];
      if (address) resolve(address);
    });
  });
  shell.kill('SIGTERM');
  // The pipe closes when the last process that holds it exits.
  await new Promise((resolve) => shell.once('close', resolve));
  await expect(fetch(origin)).rejects.toThrow();
});

test('a port in use prints one line and exits with code 1', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const product = start({ PORT: String(port) });
  expect(await product.ended).toBe(1);
  expect(product.said().trim()).toBe(
    `Port ${port} on 127.0.0.1 is in use. Stop what uses it or set PORT to another one.`,
  );
  await new Promise((resolve) => server.close(resolve));
});

test('an invalid variable prints one line and exits with code 1', async () => {
  const product = start({ ORIGIN: 'www.example.com' });
  expect(await product.ended).toBe(1);
  expect(product.said().trim()).toBe(
    'ORIGIN is "www.example.com"; it must be an address that starts with http:// or https://.',
  );
});

test('an unwritable data folder prints one line and exits with code 1', async () => {
  writeFileSync(join(folder, 'a-file'), '');
  const product = start({ DATA_DIR: join(folder, 'a-file/data') });
  expect(await product.ended).toBe(1);
  expect(product.said().trim()).toMatch(/^The data folder .+ cannot be written: .+$/);
});

test('builds missing apps and shows the output of a failed build', async () => {
  // A minimal workspace with the three apps by name: other checks read the real one's outputs.
  const workspace = join(folder, 'workspace');
  const app = (name: string, command: string): void => {
    mkdirSync(join(workspace, name), { recursive: true });
    const build = {
      executor: 'nx:run-commands',
      outputs: ['{projectRoot}/dist'],
      cache: true,
      options: { command, cwd: '{projectRoot}' },
    };
    writeFileSync(join(workspace, name, 'project.json'), JSON.stringify({ name, targets: { build } }));
  };
  const names = ['api', 'public-site', 'developer-console'];
  for (const name of names) app(name, 'mkdir dist && echo built > dist/page');
  writeFileSync(join(workspace, 'package.json'), '{"name":"small","private":true}');
  writeFileSync(join(workspace, 'nx.json'), '{"neverConnectToCloud":true,"analytics":false}');
  writeFileSync(join(workspace, '.gitignore'), 'dist\n.nx\nnode_modules\n');
  symlinkSync(join(root, 'node_modules'), join(workspace, 'node_modules'));
  const built = (): string[] => names.filter((name) => existsSync(join(workspace, name, 'dist/page')));
  await buildApps(undefined, workspace);
  expect(built()).toEqual(names);
  // A deleted build is restored.
  rmSync(join(workspace, 'api/dist'), { recursive: true });
  await buildApps(undefined, workspace);
  expect(built()).toEqual(names);

  app('api', 'echo what the compiler said && exit 1');
  const written = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    await expect(buildApps(undefined, workspace)).rejects.toEqual(
      new StartError('The build failed; its output stands above.'),
    );
    expect(String(written.mock.calls)).toContain('what the compiler said');
  } finally {
    written.mockRestore();
  }
});

test('production without its variables names them', async () => {
  const product = start({ APP_MODE: 'production' });
  expect(await product.ended).toBe(1);
  expect(product.said()).toContain('SIGNING_KEY');
  expect(product.said()).toContain('DATABASE_URL');
});

test('if one process dies, names it and stops the others', async () => {
  const product = start({});
  const origin = await product.ready;
  const children = await fetchChildren(product.child.pid ?? 0);
  process.kill(children[0] ?? 0, 'SIGKILL');
  expect(await product.ended).toBe(1);
  expect(product.said()).toMatch(/was ended by SIGKILL/);
  expect(product.said()).toMatch(/Ending the others/);
  await expect(fetch(origin)).rejects.toThrow();
});

/** The processes that a process started. */
async function fetchChildren(pid: number): Promise<number[]> {
  const listing = spawn('ps', ['-o', 'pid=', '--ppid', String(pid)], { stdio: ['ignore', 'pipe', 'ignore'] });
  let output = '';
  listing.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await new Promise((resolve) => listing.once('close', resolve));
  return output.split('\n').map(Number).filter(Boolean);
}
