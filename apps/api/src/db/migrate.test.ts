import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync, cpSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { getTableName, is, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { getTableConfig, IndexedColumn, PgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { testDatabase } from '../testing/app.ts';
import { onPostgres } from '../testing/environment.ts';
import type { Database, Db } from './client.ts';
import { migrateAlone } from './migrate-alone.ts';
import { migrate } from './migrate.ts';
import { openPglite } from './pglite.ts';
import * as schema from './schema/index.ts';

const ours = join(import.meta.dirname, 'migrations');
const source = join(import.meta.dirname, 'migrate-command.ts');

let folder: string;
let database: Database;
let url: string | null;
let drop: () => Promise<void>;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'yunduo-migrations-'));
  cpSync(ours, folder, { recursive: true });
  ({ database, url, drop } = await testDatabase(false));
});
afterEach(async () => {
  await database.close();
  await drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Our migrations followed by another one. */
function add(statements: string[]): string {
  const file = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { idx: number; when: number }[] };
  const last = journal.entries.at(-1);
  const tag = `${journal.entries.length}_added`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${tag}.sql`), statements.join('\n--> statement-breakpoint\n'));
  const entry = { ...last, idx: journal.entries.length, when: (last?.when ?? 0) + 1, tag };
  writeFileSync(file, JSON.stringify({ ...journal, entries: [...journal.entries, entry] }));
  return folder;
}

const validIndexes = async (db: Db, name: string): Promise<boolean[]> => {
  const { rows } = await db.execute<{ valid: boolean }>(
    sql`select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`,
  );
  return rows.map(({ valid }) => valid);
};
const counted = async (db: Db): Promise<number> => {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from drizzle.__drizzle_migrations`,
  );
  return rows[0]?.count ?? 0;
};

test('runs each migration in its own transaction, and keeps those before a failing one', async () => {
  const before = await counted(database.db);
  add(['alter table users add column first_new text']);
  add(['alter table users add column second_new text', 'select 1 from nowhere']);
  await expect(migrate(database.db, undefined, folder)).rejects.toThrow();
  expect(await counted(database.db)).toBe(before + 1);
  await expect(database.db.execute(sql`select first_new from users`)).resolves.toBeDefined();
  await expect(database.db.execute(sql`select second_new from users`)).rejects.toThrow();
});

/** Only the previous release reads them (docs/decisions/0019-list-and-search-the-store-from-a-table-of-its-own.md). */
const KEPT_FOR_PREVIOUS =
  /index (?:apps_by_(?:category|downloads|name_en|name_zh|recommendation)|apps_filters|apps_search_(?:grams|name_grams|typos)) /;

test('all together make exactly the columns, indexes and constraints that the schema declares', async () => {
  const tables = Object.values(schema as Record<string, unknown>).filter((one) => is(one, PgTable));
  const declared = tables.flatMap((table) => {
    const { name, columns, indexes, checks, foreignKeys } = getTableConfig(table);
    return [
      ...columns.map((column) => `${name}.${column.name} ${column.notNull ? 'not null' : 'null'}`),
      ...indexes.map(({ config }) => {
        const keys = config.columns.map((key) => (is(key, IndexedColumn) ? key.name : '()'));
        const kind = `${config.unique ? 'unique ' : ''}index`;
        return `${kind} ${config.name} (${keys.join(', ')})${config.where ? ' where' : ''}`;
      }),
      ...columns.flatMap((column) =>
        column.isUnique ? `unique index ${column.uniqueName} (${column.name})` : [],
      ),
      ...checks.map((check) => `check ${check.name}`),
      ...foreignKeys.map((key) => {
        const { foreignTable, columns: own } = key.reference();
        const names = own.map((column) => column.name).join(', ');
        return `key ${name} (${names}) of ${getTableName(foreignTable)} ${key.onDelete ?? 'no action'}`;
      }),
    ];
  });
  const { rows } = await database.db.execute<{ one: string }>(sql`
    with ours as (select oid, relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r')
    select relname || '.' || attname || case when attnotnull then ' not null' else ' null' end as one
      from ours join pg_attribute on attrelid = ours.oid where attnum > 0 and not attisdropped
    union all select case when indisunique then 'unique ' else '' end || 'index ' || i.relname || ' ('
        || (select string_agg(coalesce(attname, '()'), ', ' order by place) from unnest(indkey) with ordinality k (n, place)
          left join pg_attribute on attrelid = indrelid and attnum = nullif(n, 0)) || ')'
        || case when indpred is null then '' else ' where' end
      from ours join pg_index on indrelid = ours.oid join pg_class i on i.oid = indexrelid where not indisprimary
    union all select 'check ' || conname from ours join pg_constraint on conrelid = ours.oid where contype = 'c'
    union all select 'key ' || relname || ' ('
        || (select string_agg(attname, ', ' order by place) from unnest(conkey) with ordinality k (n, place)
          join pg_attribute on attrelid = conrelid and attnum = n) || ') of ' || confrelid::regclass || ' '
        || case confdeltype when 'a' then 'no action' when 'c' then 'cascade' when 'n' then 'set null'
          when 'r' then 'restrict' else 'set default' end
      from ours join pg_constraint on conrelid = ours.oid where contype = 'f'`);
  const made = rows.map(({ one }) => one).filter((one) => !KEPT_FOR_PREVIOUS.test(one));
  expect(made.sort()).toEqual(declared.sort());
  expect(rows.length - made.length).toBe(9);
});

test('creates and drops indexes concurrently, outside of a transaction, once', async () => {
  add([
    '-- for the list of accounts\ncreate index concurrently if not exists "users_made" on users (created_at)',
    'create index concurrently if not exists users_gone on users (updated_at)',
  ]);
  add(['drop index concurrently if exists users_gone']);
  const before = await counted(database.db);
  await migrate(database.db, undefined, folder);
  await migrate(database.db, undefined, folder);
  expect(await validIndexes(database.db, 'users_made')).toEqual([true]);
  expect(await validIndexes(database.db, 'users_gone')).toEqual([]);
  expect(await counted(database.db)).toBe(before + 2);
});

test('rejects a migration that mixes concurrent indexes with other statements', async () => {
  add(['create index concurrently if not exists users_made on users (created_at)', 'select 1']);
  await expect(migrate(database.db, undefined, folder)).rejects.toThrow('holds nothing else');
});

(onPostgres ? describe : describe.skip)('Migrations on PostgreSQL', () => {
  const clients: pg.Client[] = [];
  async function connect(): Promise<{ client: pg.Client; db: Db }> {
    const client = new pg.Client({ connectionString: url ?? '' });
    await client.connect();
    clients.push(client);
    return { client, db: drizzle(client) as unknown as Db };
  }
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.end()));
  });
  const patience = { other: 60_000, table: 100, statement: 60_000, tries: 3, pause: 50 };

  test('two concurrent runs make each change once', async () => {
    add(['alter table users add column only_once text']);
    add(['create index concurrently if not exists users_only on users (only_once)']);
    add(["create table limits_then as select current_setting('lock_timeout') as value"]);
    const before = await counted(database.db);
    const [one, other] = await Promise.all([connect(), connect()]);
    // The lock belongs to the connection, which releases it by closing.
    await Promise.all(
      [one, other].map(async ({ client, db }) => {
        await migrateAlone(db, { folder });
        await client.end();
      }),
    );
    clients.length = 0;
    expect(await counted(database.db)).toBe(before + 3);
    expect(await validIndexes(database.db, 'users_only')).toEqual([true]);
    // Building an index has no time limit; later statements have.
    const { rows } = await database.db.execute(sql`select value from limits_then`);
    expect(rows).toEqual([{ value: '2s' }]);
  });

  test('the command succeeds in two concurrent processes on an empty database', async () => {
    const { client } = await connect();
    await client.query('drop schema public cascade; create schema public; drop schema drizzle cascade');
    const run = () =>
      new Promise<number | null>((done) => {
        const env = { ...process.env, NODE_OPTIONS: '', DATABASE_URL: url ?? '' };
        spawn(process.execPath, [source], { env, stdio: 'ignore' }).once('close', done);
      });
    expect(await Promise.all([run(), run()])).toEqual([0, 0]);
    expect(await counted(database.db)).toBe(readdirSync(ours).filter((name) => name.endsWith('.sql')).length);
  });

  test('a change to a table in use yields to readers, fails after its retries, and succeeds later', async () => {
    add(['alter table users add column patient text']);
    const [holder, reader, migrator] = await Promise.all([connect(), connect(), connect()]);
    await holder.client.query('begin; select 1 from users limit 1');
    const rejected = migrateAlone(migrator.db, { folder, patience }).catch((error: unknown) => error);
    // Without a limit this query would wait behind the change as long as the lock is held.
    await expect(reader.client.query('select 1 from users limit 1')).resolves.toBeDefined();
    expect(await rejected).toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(/in use 3 times/),
    });
    await holder.client.query('rollback');
    await migrateAlone(migrator.db, { folder, patience });
    await expect(reader.client.query('select patient from users limit 1')).resolves.toBeDefined();
  });

  test('another migration that does not end is reported after a timeout', async () => {
    const [holder, migrator] = await Promise.all([connect(), connect()]);
    await migrateAlone(holder.db, { folder });
    const impatient = { ...patience, other: 100 };
    await expect(migrateAlone(migrator.db, { folder, patience: impatient })).rejects.toThrow(
      'another process',
    );
  });

  test('an index whose creation was interrupted is rebuilt', async () => {
    const { client } = await connect();
    await client.query('create table twins (n int); insert into twins values (1), (1)');
    await expect(client.query('create unique index concurrently twins_n on twins (n)')).rejects.toThrow();
    expect(await validIndexes(database.db, 'twins_n')).toEqual([false]);
    await client.query('delete from twins');
    add(['create unique index concurrently if not exists twins_n on twins (n)']);
    await migrateAlone((await connect()).db, { folder });
    expect(await validIndexes(database.db, 'twins_n')).toEqual([true]);
  });
});

test('of two live licences of one owner on one server, the migration displaces the one that ends first', async () => {
  const { entries } = JSON.parse(readFileSync(join(ours, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string }[];
  };
  const older = await openPglite({ folder: null }, { error: () => undefined });
  await older.migrateTo(entries.findIndex(({ tag }) => tag.endsWith('licence_displaced')));
  const { db } = older;
  await db.execute(sql`
    insert into users (email, password_hash, nickname, yt_token, created_at, updated_at)
    select 'owner' || n || '@example.com', 'x', 'owner', 'token' || n, now(), now() from generate_series(1, 2) n`);
  // Owner, server, expiry (null: never), revoked.
  const rows: [string, string, string | null, boolean][] = [
    ['owner1', 'a', '2027-01-31', false],
    ['owner1', 'a', '2027-06-30', false],
    ['owner1', 'a', '2027-12-31', true],
    ['owner1', 'b', '2027-01-31', false],
    ['owner1', 'b', null, false],
    ['owner1', 'c', '2027-01-31', false],
    ['owner2', 'a', '2027-01-31', false],
  ];
  for (const [place, [owner, server, end, revoked]] of rows.entries()) {
    await db.execute(sql`
      insert into licences (user_id, code_hash, code_sealed, code_tail, plan, started_at, expires_at, fingerprint,
        server_name, bound_at, revoked_at, revoked_by, created_at)
      select id, ${`hash ${place}`}, 'x', 'x', 'm1', now(), ${end}::timestamptz, ${server}, 'web', now(),
        ${revoked ? '2026-11-01' : null}::timestamptz, ${revoked ? 'operator' : null}, now()
      from users where email = ${`${owner}@example.com`}`);
  }
  await older.migrate();
  const found = await db.execute<{ code_hash: string; displaced: boolean }>(
    sql`select code_hash, displaced_at is not null as displaced from licences order by id`,
  );
  expect(found.rows.filter(({ displaced }) => displaced).map(({ code_hash }) => code_hash)).toEqual([
    'hash 0',
    'hash 3',
  ]);
  expect(await validIndexes(db, 'licences_one_on_server')).toEqual([true]);
  await older.close();
});
