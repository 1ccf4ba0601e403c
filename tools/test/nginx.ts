import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { edgeConfig } from '../deployment/nginx/render.ts';
import type { Edge } from '../deployment/nginx/render.ts';
import { freePort } from '@yunduo/e2e/free-port';
import { aptInstall } from './chromium.ts';
import { run } from './run.ts';

const STEP_LIMIT = 30_000;
const READY_LIMIT = 15_000;

const PLACES = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx', '/opt/homebrew/bin/nginx'];

/** An nginx that is there; null where none is and none can be installed. Debian's comes with brotli's static bodies. */
export async function provideNginx(): Promise<string | null> {
  const find = (): string | undefined => PLACES.find((path) => existsSync(path));
  const present = find();
  if (present) return present;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null;
  console.log('No nginx found; installing Debian’s.');
  await aptInstall('nginx-light');
  await aptInstall('libnginx-mod-http-brotli-static');
  return find() ?? null;
}

export interface RunningEdge {
  origin: string;
  /** Of the master; those that work are its children. */
  pid: number;
  /** Takes other addresses, without a pause: as `nginx -s reload`. */
  reload(changes: Partial<Edge>): Promise<void>;
  /** What it wrote down as errors. */
  errors(): string;
  stop(): Promise<void>;
}

/** Nginx as the edge, on a free port of this machine, with a folder of its own. `nginx -t` has accepted what it runs. */
export async function startNginx(
  nginx: string,
  edge: Omit<Edge, 'listen' | 'folder' | 'log'>,
  port?: number,
): Promise<RunningEdge> {
  const folder = mkdtempSync(join(tmpdir(), 'yunduo-nginx-'));
  const at = port ?? (await freePort());
  const file = join(folder, 'nginx.conf');
  const log = { errors: join(folder, 'error.log'), requests: join(folder, 'access.log') };
  // The folder is ours alone.
  const user = process.getuid?.() === 0 ? userInfo().username : undefined;
  let settings: Edge = { workers: '1', user, ...edge, listen: `127.0.0.1:${at}`, folder, log };
  const command = (...args: string[]): Promise<{ code: number; output: string }> =>
    run(nginx, ['-p', folder, '-c', file, ...args], { limit: STEP_LIMIT, quiet: true });
  const write = async (): Promise<void> => {
    writeFileSync(file, edgeConfig(settings));
    const { code, output } = await command('-t');
    if (code !== 0) throw new Error(`nginx -t: ${output}`);
  };
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    await write();
  } catch (error) {
    remove();
    throw error;
  }
  const child = spawn(nginx, ['-p', folder, '-c', file, '-g', 'daemon off;'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    process.off('exit', kill);
    remove();
  };
  try {
    await Promise.race([
      listening(at),
      ended.then(() => Promise.reject(new Error('nginx ended before it listened.'))),
    ]);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    origin: `${edge.tls ? 'https' : 'http'}://127.0.0.1:${at}`,
    pid: child.pid ?? 0,
    async reload(changes) {
      settings = { ...settings, ...changes };
      await write();
      child.kill('SIGHUP');
    },
    errors: () => (existsSync(log.errors) ? readFileSync(log.errors, 'utf8') : ''),
    stop,
  };
}

/** Resolves when somebody listens on a port. */
async function listening(port: number): Promise<void> {
  const end = Date.now() + READY_LIMIT;
  for (;;) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
    if (open) return;
    if (Date.now() > end) throw new Error(`Nobody listens on ${port}.`);
    await pause(50);
  }
}
