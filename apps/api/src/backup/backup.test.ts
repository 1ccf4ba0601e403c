import { createHash, randomBytes } from 'node:crypto';
import { copyFile, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { userAuth, userInfo } from '@yunduo/api-contract';
import { sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { openDatabase } from '../db/open.ts';
import { throttles, users } from '../db/schema/index.ts';
import { diskFiles, uploadsFolder } from '../file-stores.ts';
import { renderEmail } from '../modules/mail/messages.ts';
import { OpsError } from '../ops/command.ts';
import { environmentOf, runOps } from '../ops/program.ts';
import { callerOf, testApp, type TestApp } from '../testing/app.ts';
import { SEED_PASSWORD } from '../testing/builders.ts';
import { onPostgres, openFilesBelow, testFolder, testTemplate } from '../testing/environment.ts';
import { opsOf } from '../testing/ops.ts';
import { newcomer, someIp } from '../testing/people.ts';
import { databaseUrl, onServer } from '../testing/server.ts';
import { takeBackup } from './backup.ts';
import { openArchive, restoreBackup } from './restore.ts';
import { tablesOf, tableName } from './tables.ts';
import { readTar, TarWriter, whole } from './tar.ts';

/** What reads archives and keys behaves alike on both databases: the run on PostgreSQL leaves it to the embedded one. */
const alone = onPostgres ? test.skip : test;

let folder: string;
let api: TestApp;
beforeAll(async () => {
  folder = testFolder('backup');
  api = await testApp({ seeded: true });
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

let targets = 0;
const KEY = 'a key for tests, thirty-two characters';

/** A fresh server: its own folder and, on PostgreSQL, its own database. */
async function emptyMachine(env: Record<string, string> = {}) {
  const number = (targets += 1);
  const dataDir = join(folder, `machine-${number}`);
  const { postgres: server, run } = testTemplate();
  const name = `${run}_restored_${process.pid}_${number}`;
  if (server !== null) await onServer(server, `create database ${name} template template0`);
  const config = readConfig({
    APP_MODE: 'test',
    DATA_DIR: dataDir,
    SIGNING_KEY: KEY,
    LOG_LEVEL: 'silent',
    ...(server !== null && { DATABASE_URL: databaseUrl(server, name) }),
    ...env,
  });
  return {
    config,
    /** Serves the restored data while `work` runs. */
    async serving<T>(work: (restored: Awaited<ReturnType<typeof serve>>) => Promise<T>): Promise<T> {
      const restored = await serve(config);
      try {
        return await work(restored);
      } finally {
        await restored.close();
      }
    },
    async remove() {
      if (server !== null) await onServer(server, `drop database if exists ${name} with (force)`);
    },
  };
}

async function serve(config: ReturnType<typeof readConfig>) {
  const database = await openDatabase(config, { info: () => undefined, error: () => undefined });
  const files = diskFiles(uploadsFolder(config.dataDir), config.filesUrl);
  const app = await buildApp({
    config: { ...config, signingKey: config.signingKey ?? KEY },
    database,
    clock: api.clock,
    files,
    deliverMails: false,
    runJobs: false,
    maxEventLoopDelay: 0,
    maxHeapUsed: 0,
    handlerTimeout: 20_000,
  });
  await app.ready();
  return {
    app,
    call: callerOf(app),
    db: database.db,
    files,
    async close() {
      await app.close();
      await database.close();
    },
  };
}

const backupOf = async (name: string) => {
  const { app } = api;
  const file = join(folder, name);
  const summary = await takeBackup(
    { database: app.database, files: app.files, config: app.config, now: app.clock.now() },
    file,
  );
  return { file, summary };
};

const sha256 = async (bytes: AsyncIterable<Buffer>): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('hex');
};

test('a backup under concurrent writes restores everything acknowledged before it began', async () => {
  const before = await newcomer(api);
  const file = `backup/${randomBytes(16).toString('hex')}.bin`;
  const bytes = randomBytes(3_000_000);
  await api.app.files.put(file, bytes);
  await api.app.files.put(`private/${file}`, bytes);
  const waiting = renderEmail('en', 'waiting@example.com', 'password_changed', {
    brand: 'Yunduo',
    link: 'http://127.0.0.1/',
  });
  await api.app.mail.enqueue(api.db, waiting);

  // Repeatedly creates and deletes a row with its file.
  let stop = false;
  let written = 0;
  const writer = async (id: number): Promise<void> => {
    for (let round = 0; !stop; round += 1) {
      const key = `writer:${id}:${round}`;
      const picture = `written/${id}-${round}.bin`;
      await api.app.files.put(picture, Buffer.from(key));
      await api.db.insert(throttles).values({ key, hits: [], expiresAt: new Date(9e12) });
      if (round % 3 === 2) {
        await api.db.delete(throttles).where(sql`key = ${`writer:${id}:${round - 1}`}`);
        await api.app.files.remove(`written/${id}-${round - 1}.bin`);
      }
      written += 1;
    }
  };
  const writers = [1, 2, 3, 4].map(writer);
  const { file: archive, summary } = await backupOf('under-load.tar').finally(() => (stop = true));
  await Promise.all(writers);
  expect(written).toBeGreaterThan(4);
  expect(summary.files).toBeGreaterThan(2);

  const machine = await emptyMachine();
  try {
    const restored = await restoreBackup(machine.config, archive, { otherKey: false });
    expect(restored).toEqual(summary);
    await machine.serving(async ({ call, db, files, app }) => {
      // Existing sessions stay valid, and users can sign in.
      const me = await call(userInfo.index, undefined, { token: before.token });
      expect(me.data).toMatchObject({ email: before.email, id: before.user.id });
      const form = { email: 'operator@yunduo.test', password: SEED_PASSWORD, agree: true };
      expect((await call(userAuth.login, form, { ip: someIp() })).status).toBe(200);
      expect(await sha256(files.read(file))).toBe(createHash('sha256').update(bytes).digest('hex'));
      expect(await files.size(`private/${file}`)).toBe(bytes.length);
      // Every row of the writers references an existing file.
      const rows = await db
        .select({ key: throttles.key })
        .from(throttles)
        .where(sql`starts_with(key, 'writer:')`);
      for (const { key } of rows) {
        const [, id, round] = key.split(':');
        expect(await whole(files.read(`written/${id}-${round}.bin`) as AsyncIterable<Buffer>)).toEqual(
          Buffer.from(key),
        );
      }
      // The waiting mail is sent by the restored server, once.
      expect(await app.mail.drain()).toBeGreaterThanOrEqual(1);
      expect(await app.mail.drain()).toBe(0);
      // New rows get new ids.
      const next = await db
        .insert(users)
        .values({
          email: 'after@example.com',
          passwordHash: 'none',
          nickname: 'after',
          ytToken: 'after',
          createdAt: new Date(0),
          updatedAt: new Date(0),
        })
        .returning({ id: users.id });
      expect(next[0]?.id).toBeGreaterThan(before.user.id);
    });
  } finally {
    await machine.remove();
  }
});

test('restores every row of every table and every constraint exactly', async () => {
  const { file, summary } = await backupOf('letter.tar');
  const machine = await emptyMachine();
  try {
    await restoreBackup(machine.config, file, { otherKey: false });
    await machine.serving(async ({ db }) => {
      const tables = await tablesOf(api.db);
      expect((await tablesOf(db)).map(tableName)).toEqual(tables.map(tableName));
      let rows = 0;
      for (const { schema, name } of tables.filter((table) => table.schema === 'public')) {
        const all = sql`select t::text as row from ${sql.identifier(schema)}.${sql.identifier(name)} t order by 1`;
        const [there, here] = [await api.db.execute(all), await db.execute(all)];
        expect({ name, rows: here.rows }).toEqual({ name, rows: there.rows });
        rows += here.rows.length;
      }
      expect(rows).toBeGreaterThan(500);
      expect(rows).toBeLessThanOrEqual(summary.rows);
      const constraints = sql`select conname, pg_get_constraintdef(oid) as definition from pg_constraint
        where connamespace = 'public'::regnamespace order by 1, 2`;
      expect((await db.execute(constraints)).rows).toEqual((await api.db.execute(constraints)).rows);
    });
  } finally {
    await machine.remove();
  }
});

(onPostgres ? test : test.skip)('moves data from PostgreSQL to PGlite and back unchanged', async () => {
  const { file, summary } = await backupOf('there.tar');
  const trial = readConfig({ APP_MODE: 'test', DATA_DIR: join(folder, 'trial'), SIGNING_KEY: KEY });
  await restoreBackup(trial, file, { otherKey: false });
  const back = join(folder, 'back.tar');
  const restored = await serve(trial);
  try {
    const { database, config, files } = restored.app;
    const again = await takeBackup({ database, config, files, now: new Date(summary.taken_at) }, back);
    expect(again).toEqual(summary);
  } finally {
    await restored.close();
  }
  const machine = await emptyMachine();
  try {
    expect(await restoreBackup(machine.config, back, { otherKey: false })).toEqual(summary);
    const [one, other] = [await openArchive(file), await openArchive(back)];
    expect(other.manifest.rows).toEqual(one.manifest.rows);
    expect(other.manifest.sequences).toEqual(one.manifest.sequences);
    await machine.serving(async ({ call }) => {
      const form = { email: 'operator@yunduo.test', password: SEED_PASSWORD, agree: true };
      expect((await call(userAuth.login, form, { ip: someIp() })).status).toBe(200);
    });
  } finally {
    await machine.remove();
  }
});

test('contains a file that is removed during the backup', async () => {
  const { files } = api.app;
  const name = 'removed/in-between.bin';
  await files.put(name, Buffer.from('still named'));
  // Files are listed after the rows: by then the file is removed.
  const late: typeof files = {
    ...files,
    async *list(below) {
      await files.remove(name);
      yield* files.list(below);
    },
  };
  const file = join(folder, 'removed.tar');
  await takeBackup(
    { database: api.app.database, files: late, config: api.app.config, now: new Date() },
    file,
  );
  const names: string[] = [];
  for await (const entry of readTar(file)) names.push(entry.name);
  expect(names).toContain(`files/${name}`);
  expect(await files.size(name)).toBeNull();
});

alone(
  'the archive is readable only by its owner, overwrites no file, and is removed on failure',
  async () => {
    const { file } = await backupOf('owner.tar');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const ops = opsOf(api, { cwd: folder });
    expect(await ops('backup --to owner.tar')).toMatchObject({
      code: 1,
      err: `error: ${file} exists: name another file\n`,
    });
    expect((await ops('backup --to no/such/folder.tar')).err).toContain('cannot be written (ENOENT)');
    const broken = { ...api.app.files, open: () => Promise.reject(new Error('the disk is gone')) };
    const target = join(folder, 'broken.tar');
    await expect(
      takeBackup(
        { database: api.app.database, files: broken, config: api.app.config, now: new Date() },
        target,
      ),
    ).rejects.toThrow('the disk is gone');
    expect((await readdir(folder)).filter((name) => name.startsWith('broken.tar'))).toEqual([]);
    // Those of the tests before, too.
    expect(openFilesBelow(folder)).toEqual([]);
  },
);

alone('one of two concurrent backups to one name succeeds, the other fails with EEXIST', async () => {
  const ends = await Promise.allSettled([backupOf('twice.tar'), backupOf('twice.tar')]);
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'EEXIST' } });
  await openArchive(join(folder, 'twice.tar'));
  expect((await readdir(folder)).filter((name) => name.startsWith('twice.tar'))).toEqual(['twice.tar']);
});

alone('a partial file of a killed backup does not block the next backup', async () => {
  const left = join(folder, 'nightly.tar.part');
  await writeFile(left, 'begun');
  const ops = opsOf(api, { cwd: folder });
  expect(await ops('backup --to nightly.tar')).toMatchObject({ code: 0 });
  await openArchive(join(folder, 'nightly.tar'));
  expect(await readFile(left, 'utf8')).toBe('begun');
  expect((await readdir(folder)).filter((name) => name.startsWith('nightly.tar')).sort()).toEqual([
    'nightly.tar',
    'nightly.tar.part',
  ]);
});

alone('the command prints file and row count, and is audited', async () => {
  const ops = opsOf(api, { cwd: folder, user: 'nightly' });
  const taken = await ops('backup --to command.tar --json');
  expect(taken.json()).toMatchObject({ file: join(folder, 'command.tar'), rows: expect.any(Number) });
  const rows = await ops('audit list --actor nightly --action backup --json');
  expect(rows.json<{ list: object[] }>().list).toMatchObject([{ action: 'backup.take', via: 'command' }]);
});

describe('Restore', () => {
  let file: string;
  beforeAll(async () => {
    // A key that a trial generated is saved with its data.
    const { dataDir, signingKey } = api.app.config;
    await writeFile(join(dataDir, 'signing.key'), signingKey);
    ({ file } = await backupOf('source.tar'));
  });

  /** Runs the command against a server, as typed. */
  async function command(config: ReturnType<typeof readConfig>, line: string) {
    let err = '';
    let out = '';
    const io = {
      out: (text: string) => void (out += text),
      err: (text: string) => void (err += text),
      cwd: folder,
      user: 'root',
      locale: 'en' as const,
    };
    const code = await runOps(line.split(' '), io, {
      environment: (given, locale) => Promise.resolve({ config, locale, ...environmentOf(given) }),
      withSession: () => Promise.reject(new OpsError('not here')),
    });
    return { code, out, err };
  }

  test('needs --yes, and rejects a data folder that is not empty', async () => {
    const machine = await emptyMachine({ SIGNING_KEY: '' });
    const key = join(machine.config.dataDir, 'signing.key');
    try {
      expect((await command(machine.config, 'restore --from source.tar')).code).toBe(2);
      const done = await command(machine.config, 'restore --from source.tar --yes --json');
      expect(done).toMatchObject({ code: 0, err: '' });
      expect(JSON.parse(done.out)).toMatchObject({ file, rows: expect.any(Number) });
      expect(await readFile(key, 'utf8')).toBe(api.app.config.signingKey);
      expect((await stat(key)).mode & 0o777).toBe(0o600);
      const again = await command(machine.config, 'restore --from source.tar --yes');
      expect(again.code).toBe(1);
      expect(again.err).toMatch(
        /^error: the data folder \S+ is not empty \(\S+\): set DATA_DIR to an empty one\n$/,
      );
    } finally {
      await machine.remove();
    }
  });

  test('rejects a database with rows, and changes nothing', async () => {
    const machine = await emptyMachine();
    try {
      await machine.serving(async ({ db, app }) => {
        await app.database.migrate();
        await db.insert(throttles).values({ key: 'mine', hits: [], expiresAt: new Date(9e12) });
      });
      const rejected = await command(machine.config, 'restore --from source.tar --yes');
      expect(rejected.err).toContain('the database is not empty (public.throttles has rows)');
      await machine.serving(async ({ db }) => {
        expect(await db.$count(throttles)).toBe(1);
        expect(await db.$count(users)).toBe(0);
      });
    } finally {
      await machine.remove();
    }
  });

  const damage: [string, (bytes: Buffer) => Buffer][] = [
    ['one bit in the rows', (bytes) => flip(bytes, bytes.indexOf('tables/') + 700)],
    ['one bit in a file', (bytes) => flip(bytes, bytes.indexOf('files/') + 600)],
    ['one bit in the header of an entry', (bytes) => flip(bytes, bytes.indexOf('files/') + 2)],
    ['one bit in the list of sums', (bytes) => flip(bytes, bytes.lastIndexOf('"header.json":"') + 20)],
    ['cut off in the middle', (bytes) => bytes.subarray(0, Math.floor(bytes.length / 2))],
    ['cut off between two entries', (bytes) => bytes.subarray(0, bytes.lastIndexOf('manifest.json'))],
    ['empty', () => Buffer.alloc(0)],
    ['something else', () => randomBytes(5000)],
  ];
  const flip = (bytes: Buffer, at: number): Buffer => {
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    return bytes;
  };
  alone.each(damage)('rejects a damaged archive before changing anything: %s', async (what, change) => {
    const damaged = join(folder, `${what.replaceAll(' ', '-')}.tar`);
    await copyFile(file, damaged);
    const handle = await open(damaged, 'w');
    await handle.writeFile(change(await readFile(file)));
    await handle.close();
    const { config } = await damagedMachine();
    const rejected = await command(config, `restore --from ${damaged} --yes`);
    expect(rejected).toMatchObject({ code: 1, out: '' });
    expect(rejected.err).toMatch(/^error: \S+ is (damaged: .+|no backup of this product)\n$/);
    expect((await command(config, `backup-check --from ${damaged}`)).code).toBe(1);
  });
  // Nothing is opened before the archive is read, so a missing folder is enough.
  const damagedMachine = async () => ({
    config: readConfig({ APP_MODE: 'test', DATA_DIR: join(folder, 'nowhere'), SIGNING_KEY: KEY }),
  });

  alone('backup-check accepts a good archive, and reports a missing file', async () => {
    const { config } = await damagedMachine();
    expect(await command(config, 'backup-check --from source.tar')).toMatchObject({ code: 0, err: '' });
    expect((await command(config, 'backup-check --from none.tar')).err).toBe(
      `error: there is no file ${join(folder, 'none.tar')}\n`,
    );
  });

  alone.each<[what: string, text: string | null, other: string, reason: string]>([
    ['schema', null, 'f'.repeat(64), 'has a schema that this version does not know'],
    ['format', '"format": 1', '"format": 2', 'was made by a newer version of this product'],
    ['product', '"product": "yunduo"', '"product": "yunduX"', 'is no backup of this product'],
  ])('rejects an unknown %s', async (what, text, other, reason) => {
    const newer = join(folder, `newer-${what}.tar`);
    const bytes = await readFile(file);
    const { header } = await openArchive(file);
    // The archive's checksums are right, but it is not ours, or not of this version.
    const ours = text ?? header.migrations.at(-1) ?? '';
    const changed = Buffer.from(bytes.toString('latin1').replace(ours, other), 'latin1');
    expect(changed.length).toBe(bytes.length);
    const start = changed.indexOf('{');
    const end = changed.indexOf('\0', start);
    const sum = (from: Buffer): string =>
      createHash('sha256').update(from.subarray(start, end)).digest('hex');
    const whole_ = Buffer.from(changed.toString('latin1').replace(sum(bytes), sum(changed)), 'latin1');
    const handle = await open(newer, 'w');
    await handle.writeFile(whole_);
    await handle.close();
    await expect(openArchive(newer)).rejects.toThrow(reason);
  });

  alone('finds fewer rows than were saved: it fails, and leaves no file behind', async () => {
    const fewer = join(folder, 'fewer.tar');
    const text = (await readFile(file)).toString('latin1');
    const counted = /"public\.users":\d*(\d)/;
    const more = (one: string, last: string) => one.slice(0, -1) + String((Number(last) + 1) % 10);
    await writeFile(fewer, Buffer.from(text.replace(counted, more), 'latin1'));
    const machine = await emptyMachine();
    try {
      const rejected = await command(machine.config, 'restore --from fewer.tar --yes');
      expect(rejected.err).toContain('public.users has not as many rows as the backup');
      // Not even among the removed ones, which are kept for a day.
      const left = await readdir(uploadsFolder(machine.config.dataDir), {
        recursive: true,
        withFileTypes: true,
      });
      expect(left.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual([]);
    } finally {
      await machine.remove();
    }
  });

  test('whose migration fails keeps rows, files and key, and says what to do', async () => {
    const machine = await emptyMachine({ SIGNING_KEY: '' });
    const { dataDir } = machine.config;
    const migrate = PgDialect.prototype.migrate;
    const seen = new Set<string>();
    const spy = jest.spyOn(PgDialect.prototype, 'migrate').mockImplementation(function (
      this: PgDialect,
      ...given: Parameters<typeof migrate>
    ) {
      const hash = given[0][0]?.hash ?? '';
      // The first run is that of the archive's schema, before the rows.
      if (seen.has(hash)) return Promise.reject(new Error('out of space'));
      seen.add(hash);
      return migrate.apply(this, given);
    });
    try {
      const failed = await command(machine.config, 'restore --from source.tar --yes').finally(() =>
        spy.mockRestore(),
      );
      expect(failed).toMatchObject({ code: 1, out: '' });
      expect(failed.err).toBe(
        `error: ${file} is restored, but its schema could not be migrated to this version (out of space): start the server, or run npm run db:migrate\n`,
      );
      expect(await readFile(join(dataDir, 'signing.key'), 'utf8')).toBe(api.app.config.signingKey);
      const { manifest } = await openArchive(file);
      const saved = Object.keys(manifest.entries).filter((name) => name.startsWith('files/'));
      expect(saved.length).toBeGreaterThan(0);
      await machine.serving(async ({ db, files }) => {
        expect(await db.$count(users)).toBe(await api.db.$count(users));
        for (const name of saved) expect(await files.size(name.slice('files/'.length))).not.toBeNull();
      });
    } finally {
      await machine.remove();
    }
  });

  alone('rejects another signing key without --other-key', async () => {
    const machine = await emptyMachine({ SIGNING_KEY: 'another key, also of thirty-two characters' });
    try {
      expect((await command(machine.config, 'restore --from source.tar --yes')).err).toContain(
        'the signing key is not the one of the backup',
      );
      expect((await command(machine.config, 'restore --from source.tar --other-key --yes')).code).toBe(0);
    } finally {
      await machine.remove();
    }
  });

  alone('rejects a server without the LICENCE_KEYS of the backup, or without its signing key', async () => {
    const [secret, older] = [
      'a secret of licences of thirty-two characters',
      'an older secret of licences of the same length',
    ];
    const encrypted = join(folder, 'sealed.tar');
    // A key that is not in use is not saved.
    await writeFile(join(folder, 'signing.key'), 'an older key');
    await takeBackup(
      {
        database: api.app.database,
        files: api.app.files,
        config: { ...api.app.config, dataDir: folder, licenceKeys: [secret, older] },
        now: new Date(),
      },
      encrypted,
    );
    const without = await emptyMachine();
    const newest = await emptyMachine({ LICENCE_KEYS: secret });
    const with_ = await emptyMachine({ LICENCE_KEYS: `${secret},${older}` });
    const keyless = await emptyMachine({ SIGNING_KEY: '', LICENCE_KEYS: `${secret},${older}` });
    try {
      expect((await command(keyless.config, 'restore --from sealed.tar --yes')).err).toBe(
        'error: the backup has no signing key in it: set SIGNING_KEY to the one that was in use\n',
      );
      for (const { config } of [without, newest])
        expect((await command(config, 'restore --from sealed.tar --yes')).err).toContain(
          'LICENCE_KEYS lacks',
        );
      expect((await command(with_.config, 'restore --from sealed.tar --yes')).code).toBe(0);
    } finally {
      for (const machine of [without, newest, with_, keyless]) await machine.remove();
    }
  });

  (onPostgres ? test : test.skip)('rejects a database with a running server', async () => {
    const machine = await emptyMachine();
    try {
      await machine.serving(async () => {
        const rejected = await command(machine.config, 'restore --from source.tar --yes');
        expect(rejected.err).toBe('error: a server is running on this database: stop it first\n');
      });
    } finally {
      await machine.remove();
    }
  });
});

alone('an archive holds files of any size, under names that tar can read, once each', async () => {
  let made = 0;
  const tar = async (write: (writer: TarWriter) => Promise<unknown>) => {
    const path = join(folder, `made-${(made += 1)}.tar`);
    const writer = await TarWriter.create(path);
    await write(writer).finally(() => writer.end());
    return path;
  };
  // From 8 GiB on a size is a binary number.
  for (const size of [8 ** 11 - 1, 8 ** 11]) {
    const path = await tar((writer) =>
      expect(writer.add({ name: 'large', size }, [])).rejects.toThrow(`large has 0 bytes instead of ${size}`),
    );
    for await (const entry of readTar(path)) {
      expect([entry.name, entry.size]).toEqual(['large', size]);
      break;
    }
  }
  const name = 'n'.repeat(100);
  const path = await tar(async (writer) => {
    for (const size of [0, 511, 512, 513]) await writer.add({ name, size }, [Buffer.alloc(size, 1)]);
    await expect(writer.add({ name: `${name}n`, size: 0 }, [])).rejects.toThrow('the name is too long');
  });
  const sizes: number[] = [];
  for await (const entry of readTar(path)) {
    const bytes = await whole(entry.bytes);
    expect([entry.name, bytes.equals(Buffer.alloc(entry.size, 1))]).toEqual([name, true]);
    sizes.push(bytes.length);
  }
  expect(sizes).toEqual([0, 511, 512, 513]);
  await expect(openArchive(path)).rejects.toThrow(`${path} is damaged: ${name} is there twice`);
  await tar((writer) =>
    expect(writer.add({ name: 'a', size: 1 }, [Buffer.alloc(2)])).rejects.toThrow('2 bytes instead of 1'),
  );
  await expect(openArchive(folder)).rejects.toThrow(`${folder} cannot be read (EISDIR)`);
  expect(openFilesBelow(folder)).toEqual([]);
});

test('is refused where the files of the rows are not, and leaves nothing', async () => {
  const elsewhere = join(folder, 'elsewhere');
  const { database, config } = api.app;
  const target = join(folder, 'without-files.tar');
  const parts = { database, files: diskFiles(elsewhere, ''), config: { ...config, dataDir: elsewhere } };
  await expect(takeBackup({ ...parts, now: api.clock.now() }, target)).rejects.toThrow(
    `the database names files, and the data folder ${elsewhere} has none: set DATA_DIR to the server's`,
  );
  expect((await readdir(folder)).filter((name) => name.startsWith('without-files'))).toEqual([]);
});

test('a large table is stored in several pieces', async () => {
  const large = 'x'.repeat(1_500_000);
  const keys = Array.from({ length: 8 }, (_, index) => `large:${index}:${large}`);
  // Not in an index: PostgreSQL limits the length of index keys.
  for (const [index, key] of keys.entries()) {
    await api.db.insert(users).values({
      email: `large-${index}@example.com`,
      passwordHash: key,
      nickname: 'large',
      ytToken: `large-${index}`,
      createdAt: new Date(0),
      updatedAt: new Date(0),
    });
  }
  const { file } = await backupOf('pieces.tar');
  const pieces: number[] = [];
  for await (const { name, bytes } of readTar(file)) {
    if (!/public\.users\//.test(name)) continue;
    pieces.push(gunzipSync(await whole(bytes)).length);
  }
  expect(pieces.length).toBeGreaterThan(2);
  expect(Math.max(...pieces)).toBeLessThan(6_000_000);
});
