// npm run trust -- runbooks: runs the commands below "A day" and "Runbooks" of docs/operations.md in a shell,
// on its own PostgreSQL, and compares their output.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { freePort } from '@yunduo/e2e/free-port';
import { checkout, removeCheckouts } from '../release/checkout.ts';
import { running } from '../release/released.ts';
import { provideNginx } from '../test/nginx.ts';
import { startPostgres } from '../test/postgres.ts';
import type { Cluster } from '../test/postgres.ts';
import { root } from '../test/run.ts';
import { Findings } from './statistics.ts';
import { onServer } from './test-env.ts';
import { commandsBelow, differences, renumbered, type Typed } from './transcript.ts';

const COMMAND_LIMIT = 120_000;

/** A shell that lives as long as a runbook: variables set by one command are available to the next. */
class Shell {
  readonly #child;
  #heard = '';
  #wake: () => void = () => undefined;

  constructor(env: NodeJS.ProcessEnv) {
    this.#child = spawn('bash', ['--noprofile', '--norc'], { cwd: root, env, detached: true });
    this.#child.stdin.write('exec 2>&1\n');
    this.#child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      this.#heard += chunk;
      this.#wake();
    });
    this.#child.once('close', () => this.#wake());
  }

  async type(command: string): Promise<{ code: number; output: string }> {
    const mark = `<${randomBytes(8).toString('hex')}>`;
    this.#heard = '';
    this.#child.stdin.write(`${command}\necho "${mark}$?"\n`);
    const late = setTimeout(() => this.end(), COMMAND_LIMIT);
    for (;;) {
      const end = new RegExp(`${mark}(\\d+)\\n`).exec(this.#heard);
      if (end || this.#child.exitCode !== null || this.#child.signalCode !== null) {
        clearTimeout(late);
        return { code: Number(end?.[1] ?? 124), output: this.#heard.slice(0, end?.index) };
      }
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** Ends it with all of its background processes. */
  end(): void {
    try {
      if (this.#child.pid) process.kill(-this.#child.pid, 'SIGKILL');
    } catch {
      // It has already exited.
    }
  }
}

async function typeAll(shell: Shell, commands: readonly Typed[], findings: Findings): Promise<void> {
  for (const input of commands) {
    const startedAt = Date.now();
    const output = await shell.type(input.command);
    const wrong = differences(input, output);
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    findings.check(wrong.length === 0, `${input.written} (${seconds} s)`);
    for (const line of wrong) console.log(`          ${line}`);
  }
}

/** Local paths and ports, replacing those in the text. */
async function localised(folder: string): Promise<(command: string) => string> {
  const ports = new Map<string, string>();
  for (const port of ['4310', '4311', '4312', '4320', '4321', '4330', '8080', '8081'])
    ports.set(port, String(await freePort()));
  return (command) =>
    command
      .replaceAll(/\b(?:43[123]\d|808[01])\b/g, (port) => ports.get(port) ?? port)
      .replaceAll(/(?<=^|[\s=])\/(?=(?:srv|etc\/nginx|var)\/)/g, `${folder}/`);
}

async function deployment(cluster: Cluster, folder: string, findings: Findings): Promise<void> {
  const text = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  const nginx = await provideNginx();
  if (!nginx) throw new Error('There is no nginx, and none could be installed.');
  // BEFORE may name the built tree of an earlier version; otherwise the released API is checked out and
  // built.
  const before = process.env['BEFORE'] ?? (await checkout(running('api').commit)).folder;
  const local = await localised(folder);
  const server = new URL(cluster.url);
  const url = Object.assign(new URL(cluster.url), { username: 'shop', pathname: '/shop' }).href;
  const shell = new Shell({
    HOME: folder,
    PATH: [dirname(process.execPath), dirname(nginx), process.env['PATH']].join(delimiter),
    PGHOST: server.hostname,
    PGPORT: server.port,
    PGUSER: server.username,
    PGDATABASE: 'postgres',
    NODE_ENV: 'production',
    APP_MODE: 'production',
    DATABASE_URL: url,
    DATA_DIR: join(folder, 'srv/yunduo/data'),
    ORIGIN: 'https://www.example.com',
    // No SMTP server listens there: emails stay queued.
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'Yunduo <no-reply@example.com>',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'silent',
    BEFORE: before,
  });
  // A leftover of the newer version's migration that the older one does not know.
  const unknown = async (there: boolean): Promise<void> => {
    const statements = there
      ? [
          'alter table apps add column of_the_newer_version text',
          `insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 4102444800000)`,
        ]
      : [
          'alter table apps drop column of_the_newer_version',
          `delete from drizzle.__drizzle_migrations where hash = 'newer'`,
        ];
    for (const statement of statements) await onServer(url, statement);
  };
  let back: () => Promise<void> = () => Promise.resolve();
  const books: [heading: string, before?: () => Promise<void>, after?: () => Promise<void>][] = [
    ['First deployment'],
    ['Roll-out'],
    ['Roll-back', () => unknown(true), () => unknown(false)],
    ['Keys'],
    ['Database unavailable', async () => void (back = await cluster.halt()), () => back()],
    ['Database available again'],
    ['Backup and restore, typed'],
  ];
  try {
    for (const [heading, first, last] of books) {
      console.log(heading);
      await first?.();
      await typeAll(shell, commandsBelow(text, heading, local), findings);
      await last?.();
    }
  } finally {
    await shell.type('edge -s stop');
    shell.end();
  }
}

/** The operator's day, in a sample world of the same age as the documented one. */
async function day(cluster: Cluster, folder: string, findings: Findings): Promise<void> {
  const text = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  await onServer(
    cluster.url,
    "create database day template template0 encoding 'UTF8' lc_ctype 'C.UTF-8' lc_collate 'C.UTF-8'",
  );
  const now = Date.now();
  const shell = new Shell({
    HOME: folder,
    PATH: [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
    APP_MODE: 'trial',
    DATABASE_URL: Object.assign(new URL(cluster.url), { pathname: '/day' }).href,
    DATA_DIR: join(folder, 'srv/yunduo'),
    SEED_NOW: new Date(now).toISOString(),
    LOG_LEVEL: 'silent',
    npm_config_loglevel: 'silent',
  });
  console.log('A day');
  try {
    const { code, output } = await shell.type(
      'node apps/api/dist/build/migrate.js && node apps/api/dist/build/seed.js',
    );
    if (code !== 0) throw new Error(`The sample world could not be made: ${output}`);
    const local = await localised(folder);
    const numbered = renumbered(text, Date.parse(/`SEED_NOW=(\S+Z)`/.exec(text)?.[1] ?? ''), now);
    const input = commandsBelow(text, 'A day', (line) => numbered(local(line)));
    await typeAll(shell, input, findings);
  } finally {
    shell.end();
  }
}

/** `npm run trust -- runbooks` */
export async function runbooks(): Promise<boolean> {
  const findings = new Findings();
  const folder = mkdtempSync(join(tmpdir(), 'yunduo-runbooks-'));
  // nginx's own user works in there.
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'etc/nginx'), { recursive: true });
  const cluster = await startPostgres();
  try {
    await deployment(cluster, folder, findings);
    const machine = join(folder, 'day');
    mkdirSync(join(machine, 'srv/backups'), { recursive: true });
    await day(cluster, machine, findings);
  } finally {
    await cluster.stop().catch((error: unknown) => console.error(error));
    await removeCheckouts();
    rmSync(folder, { recursive: true, force: true });
  }
  return findings.good;
}
