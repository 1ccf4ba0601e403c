import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import type { Manifest, TableShape } from './archive.ts';

/** The queue of waiting mails is the only part of pg-boss's schema that a start does not recreate. */
const QUEUE_SCHEMA = 'pgboss';
const WAITING = sql`state in ('created', 'retry', 'active')`;
const FETCH = 200;

type Row = Record<string, unknown>;
const rowsOf = async <T extends Row>(db: Db, query: SQL): Promise<T[]> =>
  (await db.execute(query)).rows as T[];

/** Name of a table in the archive. */
export const tableName = ({ schema, name }: Pick<TableShape, 'schema' | 'name'>): string =>
  `${schema}.${name}`;
/** The same, quoted for SQL. */
const quoted = ({ schema, name }: Pick<TableShape, 'schema' | 'name'>): SQL =>
  sql`${sql.identifier(schema)}.${sql.identifier(name)}`;
const isQueue = ({ schema }: TableShape): boolean => schema === QUEUE_SCHEMA;

/** Written by a trigger: restored with the rows it is derived from. */
const DERIVED = ['listed_apps'];

/** Every backed-up table with its columns, except generated ones. */
export async function tablesOf(db: Db): Promise<TableShape[]> {
  const columns = await rowsOf<{ schema: string; name: string; column: string; type: string }>(
    db,
    sql`select n.nspname as schema, c.relname as name, a.attname as "column",
          format_type(a.atttypid, a.atttypmod) as type
        from pg_class c
        join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relkind in ('r', 'p') and not c.relispartition and a.attgenerated = ''
          and c.relname not in (${sql.join(DERIVED, sql`, `)})
          and (n.nspname = 'public' or (n.nspname = ${QUEUE_SCHEMA} and c.relname = 'job'))
        order by n.nspname desc, c.relname, a.attnum`,
  );
  const tables = new Map<string, TableShape>();
  for (const { schema, name, column, type } of columns) {
    const table = tables.get(`${schema}.${name}`) ?? { schema, name, columns: [] };
    table.columns.push({ name: column, type });
    tables.set(`${schema}.${name}`, table);
  }
  return [...tables.values()];
}

/** Makes both databases format values identically, whatever their settings. */
export async function plainTexts(db: Db): Promise<void> {
  for (const setting of [
    `timezone = 'UTC'`,
    `datestyle = 'ISO, YMD'`,
    `intervalstyle = 'postgres'`,
    `bytea_output = 'hex'`,
    'extra_float_digits = 1',
  ]) {
    await db.execute(sql.raw(`set local ${setting}`));
  }
}

/** The rows of a table in batches, each as the JSON array of its columns' texts. Only inside a transaction. */
export async function* readRows(db: Db, table: TableShape): AsyncGenerator<string[], void, undefined> {
  const texts = table.columns.map(({ name }) => sql`${sql.identifier(name)}::text`);
  const which = isQueue(table) ? sql` where ${WAITING}` : sql``;
  await db.execute(
    sql`declare backup_rows no scroll cursor for
        select json_build_array(${sql.join(texts, sql`, `)})::text as row from ${quoted(table)}${which}`,
  );
  for (;;) {
    const rows = await rowsOf<{ row: string }>(db, sql.raw(`fetch ${FETCH} from backup_rows`));
    if (rows.length === 0) break;
    yield rows.map(({ row }) => row);
  }
  await db.execute(sql`close backup_rows`);
}

/** Restores rows unchanged, including generated ids. */
export async function writeRows(db: Db, table: TableShape, rows: readonly string[]): Promise<void> {
  if (rows.length === 0) return;
  const names = table.columns.map(({ name }) => sql.identifier(name));
  // Types come from the target's catalogue, never from the archive.
  const values = table.columns.map(({ type }, index) => sql.raw(`(row_ ->> ${index})::${type}`));
  await db.execute(
    sql`insert into ${quoted(table)} (${sql.join(names, sql`, `)}) overriding system value
        select ${sql.join(values, sql`, `)} from jsonb_array_elements(${`[${rows.join(',')}]`}::jsonb) as row_`,
  );
}

/** The state of every sequence, so that no id is issued twice after a restore. */
export async function sequencesOf(db: Db): Promise<Manifest['sequences']> {
  const found = await rowsOf<{ schema: string; name: string }>(
    db,
    sql`select n.nspname as schema, c.relname as name from pg_class c
        join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'S' and n.nspname = 'public' order by 1, 2`,
  );
  const sequences: Manifest['sequences'] = [];
  for (const sequence of found) {
    const [state] = await rowsOf<{ value: string; called: boolean }>(
      db,
      sql`select last_value::text as value, is_called as called from ${quoted(sequence)}`,
    );
    if (state) sequences.push({ ...sequence, ...state });
  }
  return sequences;
}

/** Restores every sequence, in a database with the same ones. */
export async function setSequences(db: Db, sequences: Manifest['sequences']): Promise<void> {
  for (const { schema, name, value, called } of sequences) {
    await db.execute(
      sql`select setval(format('%I.%I', ${schema}::text, ${name}::text)::regclass, ${value}::bigint, ${called}::boolean)`,
    );
  }
}

/**
 * Drops the foreign keys while rows are written in any order, and recreates them, which checks every row. (Disabling
 * them instead would need superuser rights.)
 */
export async function withoutForeignKeys(db: Db, work: () => Promise<void>): Promise<void> {
  const keys = await rowsOf<{ schema: string; name: string; constraint: string; definition: string }>(
    db,
    sql`select n.nspname as schema, c.relname as name, k.conname as "constraint", pg_get_constraintdef(k.oid) as definition
        from pg_constraint k
        join pg_class c on c.oid = k.conrelid
        join pg_namespace n on n.oid = c.relnamespace
        where k.contype = 'f' and n.nspname = 'public'
        order by 1, 2, 3`,
  );
  for (const key of keys) {
    await db.execute(sql`alter table ${quoted(key)} drop constraint ${sql.identifier(key.constraint)}`);
  }
  await work();
  for (const key of keys) {
    await db.execute(
      sql`alter table ${quoted(key)} add constraint ${sql.identifier(key.constraint)} ${sql.raw(key.definition)}`,
    );
  }
}

/** The first non-empty table, or null. */
export async function firstFilled(db: Db, tables: readonly TableShape[]): Promise<string | null> {
  for (const table of tables) {
    const [found] = await rowsOf(db, sql`select 1 as one from ${quoted(table)} limit 1`);
    if (found) return tableName(table);
  }
  return null;
}
