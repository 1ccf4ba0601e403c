import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator';
import type { PgDialect, PgSession } from 'drizzle-orm/pg-core';
import type { Db } from './client.ts';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/**
 * Gives back what it is given, but as something dear: the planner does not know that reading a long array means
 * fetching and unpacking it, and would rather do so for every app than use the index of the grams.
 */
const indexedOnly = sql`create or replace function indexed_only(words text[]) returns text[]
  language plpgsql immutable cost 10000 as 'begin return words; end'`;

/**
 * Rows of apps are kept narrow: their texts and grams stand beside them, which are not written again when a number
 * changes. What the list searches and sorts by has a table of its own, `listed_apps`.
 */
const INLINE = [
  'app_key',
  'category',
  'os',
  'arch',
  'source',
  'status',
  'search_names',
  'sort_name_zh',
  'sort_name_en',
];

async function keepRowsNarrow(db: Db): Promise<void> {
  const { rows } = await db.execute<{ done: boolean }>(
    sql`select reloptions is not null as done from pg_class where oid = to_regclass('public.apps')`,
  );
  // Once: it takes a lock that waits for every reader.
  if (rows[0]?.done !== false) return;
  await db.execute(sql`alter table apps set (toast_tuple_target = 128)`);
  for (const column of INLINE) {
    await db.execute(sql`alter table apps alter column ${sql.identifier(column)} set storage main`);
  }
}

/** An index that is made or dropped while others write; PostgreSQL refuses that inside a transaction. */
const CONCURRENT_INDEX =
  /^\s*(?:--[^\n]*\n\s*)*(?:create\s+(?:unique\s+)?|drop\s+)index\s+concurrently\s+(?:if\s+(?:not\s+)?exists\s+)?"?(\w+)"?/i;

/**
 * Runs a migration of concurrent indexes, statement by statement. What an earlier try left behind when it was cut off is
 * an index that nobody uses and that IF NOT EXISTS takes for done: it is dropped first.
 */
async function changeIndexes(db: Db, { sql: statements, hash, folderMillis }: MigrationMeta): Promise<void> {
  if ((await appliedMigrations(db)).includes(hash)) return;
  const { rows: limits } = await db.execute<{ name: string; value: string }>(
    sql`select name, current_setting(name) as value from pg_settings where name in ('lock_timeout', 'statement_timeout')`,
  );
  const limit = (name: string, value: string) => db.execute(sql`select set_config(${name}, ${value}, false)`);
  // It waits for every transaction that is older, and gets in nobody's way meanwhile.
  for (const { name } of limits) await limit(name, '0');
  for (const statement of statements) {
    const name = CONCURRENT_INDEX.exec(statement)?.[1];
    if (name === undefined) throw new Error('A migration of concurrent indexes holds nothing else');
    const { rows } = await db.execute<{ broken: boolean }>(
      sql`select not indisvalid as broken from pg_index where indexrelid = to_regclass(${`public."${name}"`})`,
    );
    if (rows[0]?.broken) await db.execute(sql`drop index concurrently ${sql.identifier(name)}`);
    await db.execute(sql.raw(statement));
  }
  await db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`,
  );
  for (const { name, value } of limits) await limit(name, value);
}

/**
 * Runs the migrations that the database has not seen, by the same code on PGlite and PostgreSQL, each in a transaction
 * of its own; of all we have the first `count` when it is given.
 */
export async function migrate(db: Db, count?: number, folder = migrationsFolder): Promise<void> {
  await db.execute(indexedOnly);
  // What drizzle's migrators of both drivers call; theirs differ in types only.
  const { dialect, session } = db as unknown as { dialect: PgDialect; session: PgSession };
  for (const migration of readMigrationFiles({ migrationsFolder: folder }).slice(0, count)) {
    if (migration.sql.some((statement) => CONCURRENT_INDEX.test(statement)))
      await changeIndexes(db, migration);
    else await dialect.migrate([migration], session, { migrationsFolder: folder });
  }
  await keepRowsNarrow(db);
}

/** How the schema of a database stands to ours: `newer` also for one that is not ours at all. */
export async function schemaState(db: Db): Promise<'empty' | 'older' | 'current' | 'newer'> {
  const applied = await appliedMigrations(db);
  if (applied.length === 0) return 'empty';
  const ours = ourMigrations();
  if (applied.some((hash, index) => hash !== ours[index])) return 'newer';
  return applied.length < ours.length ? 'older' : 'current';
}

/** Hashes of the migrations that a database has seen, in their order. */
export async function appliedMigrations(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ there: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as there`,
  );
  if (!rows[0]?.there) return [];
  const applied = await db.execute<{ hash: string }>(
    sql`select hash from drizzle.__drizzle_migrations order by created_at, id`,
  );
  return applied.rows.map(({ hash }) => hash);
}

/** Hashes of the migrations that this version knows, in their order. */
export const ourMigrations = (): string[] => readMigrationFiles({ migrationsFolder }).map(({ hash }) => hash);
