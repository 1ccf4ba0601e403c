import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { DrizzleQueryError, eq, sql } from 'drizzle-orm';
import { accountIsGone, brokenUniqueIndex, DatabaseAway, databaseIsAway, plainError } from './errors.ts';
import { openPglite, type PgliteDatabase } from './pglite.ts';
import { users } from './schema/index.ts';

let database: PgliteDatabase;
beforeAll(async () => {
  database = await openPglite({ folder: null }, { error: () => undefined });
  await database.migrate();
});
afterAll(() => database.close());

const moment = new Date('2026-11-20T02:00:00.123Z');
const person = (email: string) => ({
  email,
  passwordHash: 'x',
  nickname: '船长',
  ytToken: 'y',
  birthday: '1990-02-28',
  createdAt: moment,
  updatedAt: moment,
});
const stored = (email: string) => database.db.select().from(users).where(eq(users.email, email));

test('stores timestamps and dates exactly', async () => {
  await database.db.insert(users).values(person('dates@example.com'));
  const [row] = await stored('dates@example.com');
  expect(row).toMatchObject({ createdAt: moment, birthday: '1990-02-28', nickname: '船长' });
  const { rows } = await database.jobs.executeSql('select created_at from users where email = $1', [
    'dates@example.com',
  ]);
  expect(rows[0]).toEqual({ created_at: moment });
});

test('opens with 16 MB of shared buffers, all of which are resident', async () => {
  const { rows } = await database.jobs.executeSql('show shared_buffers');
  expect(rows).toEqual([{ shared_buffers: '16MB' }]);
});

test('commits, rolls back, and rolls back to a savepoint', async () => {
  await database.db.transaction(async (tx) => {
    await tx.insert(users).values(person('kept@example.com'));
    const inner = tx.transaction(async (nested) => {
      await nested.insert(users).values(person('dropped@example.com'));
      throw new Error('inner');
    });
    await expect(inner).rejects.toThrow('inner');
  });
  expect(await stored('kept@example.com')).toHaveLength(1);
  expect(await stored('dropped@example.com')).toHaveLength(0);
  const failing = database.db.transaction(async (tx) => {
    await tx.insert(users).values(person('gone@example.com'));
    throw new Error('outer');
  });
  await expect(failing).rejects.toThrow('outer');
  expect(await stored('gone@example.com')).toHaveLength(0);
});

test('a query of a transaction that has ended is rejected, and no request waits for an answer', async () => {
  let ended: typeof database.db | undefined;
  await database.db.transaction(async (tx) => {
    ended = tx as unknown as typeof database.db;
    await tx.insert(users).values(person('in-time@example.com'));
  });
  const late = ended?.insert(users).values(person('late@example.com'));
  await expect(late).rejects.toMatchObject({ cause: { message: 'the transaction has ended' } });
  expect(await stored('late@example.com')).toHaveLength(0);
  // A reply that stays on the list is never freed.
  expect(database.client['waiting'].size).toBe(0);
});

test('reports the violated unique index, and stays usable', async () => {
  await database.db.insert(users).values(person('twice@example.com'));
  const again = database.db.transaction((tx) => tx.insert(users).values(person('twice@example.com')));
  const error: unknown = await again.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(brokenUniqueIndex(error)).toBe('users_email');
  expect(databaseIsAway(error)).toBe(false);
  expect(await stored('twice@example.com')).toHaveLength(1);
});

test('does not block the event loop', async () => {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 5);
  await database.db.execute(sql`select count(*) from generate_series(1, 3000000)`);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(5);
});

test('writes a checkpoint every five minutes', async () => {
  const timers = jest.spyOn(globalThis, 'setInterval');
  const other = await openPglite({ folder: null }, { error: () => undefined });
  const [tick] = timers.mock.calls.find(([, every]) => every === 5 * 60_000) ?? [];
  timers.mockRestore();
  try {
    const last = async () =>
      (
        await other.client.query<{ at: string }>(
          'select checkpoint_lsn::text as at from pg_control_checkpoint()',
        )
      ).rows[0]?.at;
    await other.client.exec('create table kept ()');
    const before = await last();
    tick?.();
    // Queries run in sequence: this one follows the checkpoint.
    expect(await last()).not.toBe(before);
  } finally {
    await other.close();
  }
});

test('is unavailable once it is closed', async () => {
  const other = await openPglite({ folder: null }, { error: () => undefined });
  await other.close();
  const failed = (): Promise<unknown> => other.ping().catch((reason: unknown) => reason);
  const [error, again] = [await failed(), await failed()];
  expect([error, again].map(databaseIsAway)).toEqual([true, true]);
  // The job queue adds to the message of the error that it gets.
  expect(again).not.toBe(error);
});

test('replaces a folder left by a process that was killed while creating it', async () => {
  const place = await mkdtemp(join(tmpdir(), 'yunduo-folder-'));
  const folder = join(place, 'db');
  try {
    // State left by a kill: PGlite's marker, and little else.
    await mkdir(`${folder}.new`);
    await writeFile(join(`${folder}.new`, 'PG_VERSION'), '18\n');
    await mkdir(folder);
    await writeFile(join(folder, 'pg_hba.conf'), 'half');
    for (const rows of [1, 2]) {
      const made = await openPglite({ folder }, { error: () => undefined });
      await made.client.exec('create table if not exists kept (); insert into kept default values');
      expect((await made.client.query('select * from kept')).rows).toHaveLength(rows);
      await made.close();
    }
    expect(await readdir(place)).toEqual(['db']);
  } finally {
    await rm(place, { recursive: true, force: true });
  }
});

describe('Error of the driver', () => {
  const failure = (values: object, message = 'failed') => Object.assign(new Error(message), values);
  const inDrizzle = (cause: Error) => new DrizzleQueryError('select $1', ['secret'], cause);
  const inState =
    (away: boolean) =>
    (code: string): [string, boolean, Error] => [`state ${code}`, away, failure({ code })];
  const refused = failure({ code: 'ECONNREFUSED', syscall: 'connect' });

  test.each<[what: string, away: boolean, error: unknown]>([
    ['our own', true, new DatabaseAway('closed')],
    ...['08006', '53300', '57P01', '57014', '25P03', '40P01'].map(inState(true)),
    ...['22007', '23505', '42P01', '57000', '108006'].map(inState(false)),
    ['a refused connection', true, refused],
    ['a missing socket', true, failure({ code: 'ENOENT', syscall: 'connect' })],
    ['a missing file', false, failure({ code: 'ENOENT', syscall: 'open' })],
    ['a code without a system call', false, failure({ code: 'ECONNREFUSED' })],
    ['another failure of a socket', false, failure({ code: 'EACCES', syscall: 'connect' })],
    ['several refused connections', true, new AggregateError([refused, refused])],
    ['several others', false, new AggregateError([new Error('no')])],
    ['a cut connection', true, new Error('Connection terminated unexpectedly')],
    ['another message', false, new Error('no')],
    ['a query that was cut', true, inDrizzle(failure({ code: '57P01' }))],
    ['a text', false, '57P01'],
  ])('%s: the database is away: %s', (_, away, error) => {
    expect(databaseIsAway(error)).toBe(away);
  });

  test('names a deleted account by the foreign key alone', () => {
    const broken = (code: string, constraint?: string) =>
      accountIsGone(inDrizzle(failure({ code, constraint })));
    expect(broken('23503', 'orders_user_id_users_id_fk')).toBe(true);
    expect(broken('23503', 'orders_plan_plans_plan_fk')).toBe(false);
    expect(broken('23503')).toBe(false);
    expect(broken('23505', 'orders_user_id_users_id_fk')).toBe(false);
    expect(accountIsGone('23503')).toBe(false);
  });

  test('is logged with its statement and places, without values', () => {
    const invalid = plainError(inDrizzle(failure({ code: '22007' }, 'invalid date: "secret"')));
    expect(invalid.message).toBe('a value was refused (22007) in: select $1');
    expect(invalid.stack).toMatch(/^a value was refused \(22007\) in: select \$1(\n\s+at .+)+$/);
    expect(plainError(inDrizzle(failure({ code: '57P01' }, 'shut down'))).message).toBe(
      'shut down in: select $1',
    );
    const own = new Error('full');
    expect(plainError(own)).toEqual({ message: 'full', stack: own.stack });
    expect(plainError('full')).toEqual({ message: 'full', stack: '' });
  });
});
