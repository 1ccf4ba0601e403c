import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { SMTPServer } from 'smtp-server';
import { systemClock } from './clock.ts';
import { deriveKey } from './config.ts';
import { openPglite } from './db/pglite.ts';
import { apps, mailDeliveries, users } from './db/schema/index.ts';
import { uploadsFolder } from './file-stores.ts';
import { createOutbox } from './modules/mail/outbox.ts';
import { devMailbox } from './modules/mail/transport.ts';
import { testDatabase } from './testing/app.ts';
import { SEED_PASSWORD } from './testing/builders.ts';
import { compiledOnce, onPostgres, TEST_SIGNING_KEY, testFolder } from './testing/environment.ts';

// These start a real process, which takes its time on a busy machine. With its own database the process does not depend
// on the tests' database: once is enough.
const alone = onPostgres ? test.skip : test;
const LONG = 120_000;
const quiet = { info: () => undefined, error: () => undefined };
const folders: string[] = [];
const processes: ChildProcess[] = [];

afterEach(async () => {
  for (const child of processes.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const folder = (): string => {
  const path = testFolder('server');
  folders.push(path);
  return path;
};

/** Requirements of a production process, on the embedded database at its operator's risk. */
const production = (DATA_DIR: string): Record<string, string> => ({
  APP_MODE: 'production',
  ALLOW_PGLITE: '1',
  DATA_DIR,
  ORIGIN: 'https://yunduo.example',
  SIGNING_KEY: TEST_SIGNING_KEY,
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'no-reply@yunduo.example',
});

interface Server {
  child: ChildProcess;
  output: () => string;
  /** The URL that it prints once it listens. */
  address: Promise<string>;
  /** Its exit code; null when it was killed. */
  ended: Promise<number | null>;
}

function start(env: Record<string, string>, file = 'server.ts'): Server {
  const child = spawn(process.execPath, [join(import.meta.dirname, file)], {
    env: {
      PATH: process.env['PATH'],
      APP_MODE: 'test',
      LOG_LEVEL: 'error',
      PORT: '0',
      ...compiledOnce(),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  processes.push(child);
  let text = '';
  const address = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      text += chunk.toString();
      const found = text.match(/^listening on (http:\S+)$/m)?.[1];
      if (found) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${text}`)));
  });
  address.catch(() => undefined);
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  return { child, output: () => text, address, ended };
}

/** Parts of a data folder open to other users, and readable files outside the database. */
const openToOthers = (path: string): string[] =>
  ['.', ...readdirSync(path, { recursive: true, encoding: 'utf8' })].filter((entry) => {
    const stat = lstatSync(join(path, entry));
    // PGlite sets file modes regardless of the umask: their folders are closed.
    return (stat.mode & 0o077) !== 0 && !(stat.isFile() && entry.startsWith('db/'));
  });

/** The state that PostgreSQL writes to its control file: 1 after a clean shutdown, 6 while it runs or after a crash. */
const databaseState = (dataDir: string): number =>
  readFileSync(join(dataDir, 'db/global/pg_control')).readUInt32LE(16);

alone(
  'starts on an empty folder, restricts it to its user, rejects a second process, survives SIGKILL, and closes the database on SIGTERM',
  async () => {
    const DATA_DIR = folder();
    const first = start({ DATA_DIR });
    const address = await first.address;
    expect(first.output().match(/listening on/g)).toHaveLength(1);
    expect(first.output()).toContain('not against power loss');
    expect((await fetch(`${address}/api/health/ready`)).status).toBe(200);

    const second = start({ DATA_DIR });
    expect(await second.ended).toBe(1);
    expect(second.output().trim()).toBe(
      `error: the data folder ${DATA_DIR} is in use by another process: stop it, or set DATA_DIR`,
    );

    first.child.kill('SIGKILL');
    await first.ended;
    expect(databaseState(DATA_DIR)).toBe(6);
    expect(openToOthers(DATA_DIR)).toEqual([]);
    // As left by earlier versions: open to everyone.
    for (const entry of ['.', ...readdirSync(DATA_DIR, { recursive: true, encoding: 'utf8' })])
      chmodSync(join(DATA_DIR, entry), 0o777);
    const third = start({ DATA_DIR });
    const again = await third.address;
    expect(openToOthers(DATA_DIR)).toEqual([]);
    expect(lstatSync(join(DATA_DIR, 'db/PG_VERSION')).mode & 0o077).toBe(0);
    expect((await fetch(`${again}/api/site/info`)).status).toBe(200);
    // Calls in flight are answered before the process exits.
    const inFlight = fetch(`${again}/api/captcha/challenge`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"scene":"login"}',
    });
    await fetch(`${again}/api/health/live`);
    third.child.kill('SIGTERM');
    expect((await inFlight).status).toBe(200);
    expect(await third.ended).toBe(0);
    expect(databaseState(DATA_DIR)).toBe(1);
  },
  LONG,
);

alone(
  'reports a port in use in one line, before it touches the data folder',
  async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    try {
      const DATA_DIR = folder();
      const server = start({ DATA_DIR, PORT: String(port) });
      expect(await server.ended).toBe(1);
      expect(server.output().trim()).toBe(`error: port ${port} on 127.0.0.1 is in use: set PORT`);
      expect(readdirSync(DATA_DIR)).toEqual([]);
    } finally {
      other.close();
    }
  },
  LONG,
);

alone(
  'reports an unwritable data folder, a foreign address, an invalid configuration and one of tracing as error lines',
  async () => {
    const DATA_DIR = join(folder(), 'file');
    writeFileSync(DATA_DIR, '');
    chmodSync(DATA_DIR, 0o400);
    const blocked = start({ DATA_DIR });
    expect(await blocked.ended).toBe(1);
    expect(blocked.output().trim()).toMatch(
      /^error: the data folder \S+ cannot be written \(EEXIST\): set DATA_DIR$/,
    );

    const elsewhere = start({ DATA_DIR: folder(), HOST: '192.0.2.1' });
    expect(await elsewhere.ended).toBe(1);
    expect(elsewhere.output()).toBe('error: the address 192.0.2.1 is not of this machine: set HOST\n');

    const untraced = start({ DATA_DIR: folder(), OTEL_EXPORTER_OTLP_ENDPOINT: 'nowhere' });
    expect(await untraced.ended).toBe(1);
    expect(untraced.output()).toBe('error: OTEL_EXPORTER_OTLP_ENDPOINT is not an address\n');

    const wrong = start({ DATA_DIR: folder(), APP_MODE: 'production' });
    expect(await wrong.ended).toBe(1);
    const lines = wrong.output().trim().split('\n');
    expect(lines.every((line) => line.startsWith('error: '))).toBe(true);
    expect(lines.some((line) => line.includes('ALLOW_PGLITE=1'))).toBe(true);
  },
  LONG,
);

alone(
  'the migration command closes the database, and so does a start without storage, with a taken METRICS_PORT, or unable to take commands',
  async () => {
    const env = production(folder());
    const dataDir = env['DATA_DIR'] ?? '';
    const migration = start(env, 'db/migrate-command.ts');
    expect([await migration.ended, migration.output()]).toEqual([0, 'the schema is up to date\n']);
    expect(databaseState(dataDir)).toBe(1);

    writeFileSync(uploadsFolder(dataDir), '');
    const blocked = start(env);
    expect(await blocked.ended).toBe(1);
    expect(blocked.output()).toContain('cannot be written (EEXIST): set DATA_DIR');
    expect(databaseState(dataDir)).toBe(1);
    rmSync(uploadsFolder(dataDir));

    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    try {
      const unwatched = start({ ...env, METRICS_PORT: String(port) });
      expect(await unwatched.ended).toBe(1);
      expect(unwatched.output().trim().split('\n').at(-1)).toBe(
        `error: port ${port} on 127.0.0.1 is in use: set METRICS_PORT`,
      );
      expect(databaseState(dataDir)).toBe(1);
    } finally {
      other.close();
    }

    // It listens already.
    mkdirSync(join(dataDir, 'control.json'));
    const deaf = start(env);
    expect(await deaf.ended).toBe(1);
    expect(deaf.output()).toContain('EISDIR');
    expect(databaseState(dataDir)).toBe(1);
  },
  // Four processes.
  2 * LONG,
);

alone(
  'production starts without seed data; the seed command writes content once, and no account',
  async () => {
    const env = production(folder());
    const server = start(env);
    const address = await server.address;
    const login = await fetch(`${address}/api/user_auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'user@yunduo.test', password: SEED_PASSWORD, agree: true }),
    });
    expect([login.status, await login.json()]).toMatchObject([400, { code: 'CREDENTIALS_INVALID' }]);
    const list = await fetch(`${address}/api/app_store/list`);
    expect(await list.json()).toMatchObject({ data: { total: 0 } });
    // From a keyboard; an orchestrator sends SIGTERM.
    server.child.kill('SIGINT');
    expect(await server.ended).toBe(0);

    const world = async () => {
      const database = await openPglite({ folder: join(env['DATA_DIR'] ?? '', 'db') }, quiet);
      try {
        return { accounts: await database.db.$count(users), apps: await database.db.$count(apps) };
      } finally {
        await database.close();
      }
    };
    expect(await world()).toEqual({ accounts: 0, apps: 0 });
    const first = start(env, 'seed/seed-command.ts');
    expect([await first.ended, first.output()]).toEqual([0, 'the seeded world is there\n']);
    const written = await world();
    expect(written.accounts).toBe(0);
    expect(written.apps).toBeGreaterThanOrEqual(40);
    const again = start(env, 'seed/seed-command.ts');
    expect([await again.ended, again.output()]).toEqual([0, 'already seeded: nothing was changed\n']);
    expect(await world()).toEqual(written);
  },
  LONG,
);

(onPostgres ? test : test.skip)(
  'SIGTERM during a mail delivery waits for it: the mail is recorded as sent, and no failure is logged',
  async () => {
    const { database, drop, url } = await testDatabase(true);
    // Accepts a mail, and confirms it when allowed.
    let taken = (): void => undefined;
    const arrived = new Promise<void>((resolve) => (taken = resolve));
    let letGo = (): void => undefined;
    const reported = new Promise<void>((resolve) => (letGo = resolve));
    const mails = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      logger: false,
      onData: (stream, _session, done) => {
        stream.resume().once('end', () => {
          taken();
          void reported.then(() => done());
        });
      },
    });
    try {
      mails.listen(0, '127.0.0.1');
      await once(mails.server, 'listening');
      const { port } = mails.server.address() as { port: number };
      const server = start({
        DATABASE_URL: url ?? '',
        DATA_DIR: folder(),
        SIGNING_KEY: TEST_SIGNING_KEY,
        SMTP_URL: `smtp://127.0.0.1:${port}`,
        MAIL_FROM: 'no-reply@yunduo.example',
      });
      const address = await server.address;
      const outbox = createOutbox({
        database,
        transport: devMailbox(database.db),
        clock: systemClock,
        key: deriveKey(TEST_SIGNING_KEY, 'mail'),
        log: quiet,
      });
      await outbox.start({ deliver: false });
      await outbox.enqueue(database.db, { to: 'reader@example.com', subject: 's', text: 't', html: 'h' });
      await outbox.stop();
      await arrived;
      server.child.kill('SIGTERM');
      // Shutdown has begun once it accepts no connections.
      for (;;) {
        const answer = await fetch(`${address}/api/health/live`).catch(() => null);
        if (answer?.status !== 200) break;
      }
      letGo();
      expect(await server.ended).toBe(0);
      expect(server.output()).not.toMatch(/failed|not delivered/);
      expect(await database.db.$count(mailDeliveries)).toBe(1);
    } finally {
      letGo();
      mails.close();
      await database.close();
      await drop();
    }
  },
  LONG,
);
