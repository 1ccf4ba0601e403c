import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { PgDialect, PgSession } from 'drizzle-orm/pg-core';
import type { Db } from './client.ts';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Runs the migrations that the database has not seen, by the same code on PGlite and PostgreSQL. */
export async function migrate(db: Db): Promise<void> {
  await db.execute(sql`create extension if not exists pg_trgm`);
  // What drizzle's migrators of both drivers call; theirs differ in types only.
  const { dialect, session } = db as unknown as { dialect: PgDialect; session: PgSession };
  await dialect.migrate(readMigrationFiles({ migrationsFolder }), session, { migrationsFolder });
}
