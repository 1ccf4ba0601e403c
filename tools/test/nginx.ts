import { spawn } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@yunduo/e2e/free-port';
import { aptInstall } from './chromium.ts';
import { root, run } from './run.ts';

const STEP_LIMIT = 30_000;
const READY_LIMIT = 15_000;

const PLACES = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx', '/opt/homebrew/bin/nginx'];

/**
 * The path of an nginx: that of EDGE_NGINX, else an installed one; null if none is installable. Debian's includes
 * brotli_static.
 */
export async function provideNginx(): Promise<string | null> {
  const named = process.env['EDGE_NGINX'];
  if (named) return named;
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
  /** The value of `-p`; the configuration is in `conf` below it. */
  folder: string;
  /** Process id of the master; the workers are its children. */
  pid: number;
  /** Applies other addresses without an interruption, as `nginx -s reload` does. */
  reload(changes: Partial<Edge>): Promise<void>;
  /** Its error log. */
  errors(): string;
  stop(): Promise<void>;
}

/** Values that differ per deployment (`tools/deployment/nginx/site`). Addresses are `host:port`. */
export interface Edge {
  site: readonly string[];
  api: readonly string[];
  console: readonly string[];
  /** The API's address for our own processes. */
  internal?: string;
  /** Folder with files of earlier builds. */
  kept?: string;
  /** Trusted proxies in front, whose forwarding headers are used. */
  trust?: readonly string[];
  tls?: { certificate: string; key: string; redirect: string };
  /** Host of `WIDGET_ORIGIN`. */
  widget?: string;
  dev?: boolean;
  /** Rate limit per address, replacing the configured one. */
  unlimited?: boolean;
}

const CONFIGURATION = join(root, 'tools/deployment/nginx');
/** Debian's folder of modules. */
const BROTLI = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so';
const servers = (addresses: readonly string[]): string =>
  addresses.map((one) => `server ${one} max_fails=3 fail_timeout=2s;\n`).join('');

/** The deployed configuration with an operator's values below `site`. */
function configure(conf: string, edge: Edge, listen: string, folder: string): void {
  const write = (name: string, lines: readonly (string | false | undefined)[]): void =>
    writeFileSync(join(conf, 'site', name), lines.filter(Boolean).join('\n'));
  // The folder is not shared with other programs.
  const user = process.getuid?.() === 0 && `user ${userInfo().username};`;
  const { tls, trust = [] } = edge;
  const brotli = existsSync(BROTLI);
  write('main.conf', [
    'worker_processes 1;',
    `error_log ${folder}/error.log warn;`,
    user,
    brotli && `load_module ${BROTLI};`,
  ]);
  write('listen.conf', [
    `listen ${listen}${tls ? ' ssl http2' : ''};`,
    tls && `ssl_certificate ${tls.certificate}; ssl_certificate_key ${tls.key}; include options/tls.conf;`,
  ]);
  write('server.conf', [
    `set $kept ${edge.kept ?? join(folder, 'none')};`,
    brotli && 'brotli_static on;',
    edge.dev && 'include options/dev.conf;',
  ]);
  write('http.conf', [
    `access_log ${folder}/access.log line;`,
    `geo $realip_remote_addr $known_proxy { default 0; ${trust.map((one) => `${one} 1;`).join(' ')} }`,
    ...trust.map((one) => `set_real_ip_from ${one};`),
    trust.length > 0 && 'real_ip_header X-Forwarded-For;',
    edge.internal && `server { listen ${edge.internal}; include options/internal.conf; }`,
    edge.widget &&
      `server { include site/listen.conf; server_name ${edge.widget}; include options/widget.conf; }`,
    tls && `server { listen ${tls.redirect}; include options/redirect.conf; }`,
  ]);
  write('upstreams/public-site.conf', [servers(edge.site)]);
  write('upstreams/api.conf', [servers(edge.api)]);
  write('upstreams/developer-console.conf', [servers(edge.console)]);
  if (!edge.unlimited) return;
  for (const name of globSync('**/*.conf', { cwd: conf })) {
    const text = readFileSync(join(conf, name), 'utf8');
    writeFileSync(
      join(conf, name),
      text.replaceAll(/(rate=)\d+(?=r\/s)|(burst=|limit_conn connections )\d+/g, '$1$250000'),
    );
  }
}

/** nginx as the edge, on a free local port, with its own folder. Its configuration has passed `nginx -t`. */
export async function startNginx(nginx: string, edge: Edge, port?: number): Promise<RunningEdge> {
  const folder = mkdtempSync(join(tmpdir(), 'yunduo-nginx-'));
  const at = port ?? (await freePort());
  const conf = join(folder, 'conf');
  cpSync(CONFIGURATION, conf, { recursive: true });
  const args = ['-p', folder, '-c', join(conf, 'nginx.conf')];
  let settings = edge;
  const write = async (): Promise<void> => {
    configure(conf, settings, `127.0.0.1:${at}`, folder);
    const { code, output } = await run(nginx, [...args, '-t'], { limit: STEP_LIMIT, quiet: true });
    if (code !== 0) throw new Error(`nginx -t: ${output}`);
  };
  const errors = join(folder, 'error.log');
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    await write();
  } catch (error) {
    remove();
    throw error;
  }
  const child = spawn(nginx, [...args, '-g', 'daemon off;'], {
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
    folder,
    pid: child.pid ?? 0,
    async reload(changes) {
      settings = { ...settings, ...changes };
      await write();
      child.kill('SIGHUP');
    },
    errors: () => (existsSync(errors) ? readFileSync(errors, 'utf8') : ''),
    stop,
  };
}

/** Resolves when the port has a listener. */
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
