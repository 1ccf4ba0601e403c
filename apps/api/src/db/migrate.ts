import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator';
import type { PgDialect, PgSession } from 'drizzle-orm/pg-core';
import type { Db } from './client.ts';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/**
 * An identity function with a high declared COST: the planner does not know that reading a long array means detoasting
 * it, and would do so for every app instead of using the ngram index.
 */
const indexedOnly = sql`create or replace function indexed_only(words text[]) returns text[]
  language plpgsql immutable cost 10000 as 'begin return words; end'`;

/**
 * Columns of `apps` stored in the row. Rows stay narrow: texts and ngrams are stored out of line and not rewritten when
 * a number changes. The columns that the list searches and sorts by are in `listed_apps`.
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
  // Runs once: the ALTER takes a lock that waits for every reader.
  if (rows[0]?.done !== false) return;
  await db.execute(sql`alter table apps set (toast_tuple_target = 128)`);
  for (const column of INLINE) {
    await db.execute(sql`alter table apps alter column ${sql.identifier(column)} set storage main`);
  }
}

/** A CREATE or DROP INDEX CONCURRENTLY, which PostgreSQL refuses inside a transaction. */
const CONCURRENT_INDEX =
  /^\s*(?:--[^\n]*\n\s*)*(?:create\s+(?:unique\s+)?|drop\s+)index\s+concurrently\s+(?:if\s+(?:not\s+)?exists\s+)?"?(\w+)"?/i;

/**
 * Runs a migration of concurrent indexes, statement by statement. An interrupted earlier attempt leaves an invalid
 * index, which is never used but satisfies IF NOT EXISTS: it is dropped first.
 */
async function changeIndexes(db: Db, { sql: statements, hash, folderMillis }: MigrationMeta): Promise<void> {
  if ((await appliedMigrations(db)).includes(hash)) return;
  const { rows: limits } = await db.execute<{ name: string; value: string }>(
    sql`select name, current_setting(name) as value from pg_settings where name in ('lock_timeout', 'statement_timeout')`,
  );
  const limit = (name: string, value: string) => db.execute(sql`select set_config(${name}, ${value}, false)`);
  // It waits for all older transactions, without blocking others.
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
 * Runs pending migrations, by the same code on PGlite and PostgreSQL, each in its own transaction; only the first
 * `count` of all migrations when that is given.
 */
export async function migrate(db: Db, count?: number, folder = migrationsFolder): Promise<void> {
  await db.execute(indexedOnly);
  // The function that drizzle's migrators of both drivers call; they differ in types only.
  const { dialect, session } = db as unknown as { dialect: PgDialect; session: PgSession };
  for (const migration of readMigrationFiles({ migrationsFolder: folder }).slice(0, count)) {
    if (migration.sql.some((statement) => CONCURRENT_INDEX.test(statement)))
      await changeIndexes(db, migration);
    else await dialect.migrate([migration], session, { migrationsFolder: folder });
  }
  await keepRowsNarrow(db);
}

/** Compares the schema of a database with this version's: `newer` also for a foreign schema. */
export async function schemaState(db: Db): Promise<'empty' | 'older' | 'current' | 'newer'> {
  const applied = await appliedMigrations(db);
  if (applied.length === 0) return 'empty';
  const ours = ourMigrations();
  if (applied.some((hash, index) => hash !== ours[index])) return 'newer';
  return applied.length < ours.length ? 'older' : 'current';
}

/** Hashes of the applied migrations, in order. */
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

/** Hashes of the migrations in this version, in order. */
export const ourMigrations = (): string[] => readMigrationFiles({ migrationsFolder }).map(({ hash }) => hash);
