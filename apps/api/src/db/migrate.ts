import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { PgDialect, PgSession } from 'drizzle-orm/pg-core';
import type { Db } from './client.ts';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/**
 * Gives back what it is given, but as something dear: the planner does not know that reading a long array means
 * fetching and unpacking it, and would rather do so for every app than use the index of `search_grams`.
 */
const indexedOnly = sql`create or replace function indexed_only(words text[]) returns text[]
  language plpgsql immutable cost 10000 as 'begin return words; end'`;

/**
 * Rows of apps are kept narrow: their texts and grams stand beside them, and what lists filter, rank and count by stays.
 * A search for a common word looks at thousands of rows, four to a page by default and about twenty so.
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

/**
 * Runs the migrations that the database has not seen, by the same code on PGlite and PostgreSQL; of all we have the
 * first `count` when it is given.
 */
export async function migrate(db: Db, count?: number): Promise<void> {
  await db.execute(sql`create extension if not exists pg_trgm`);
  await db.execute(indexedOnly);
  // What drizzle's migrators of both drivers call; theirs differ in types only.
  const { dialect, session } = db as unknown as { dialect: PgDialect; session: PgSession };
  const migrations = readMigrationFiles({ migrationsFolder }).slice(0, count);
  await dialect.migrate(migrations, session, { migrationsFolder });
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
