import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import * as schema from './schema/index.ts';

type Snapshot = ReturnType<typeof generateDrizzleJson>;

test('the tables, columns, constraints and indexes of the code are those of the migrations', async () => {
  const meta = new URL('./migrations/meta/', import.meta.url);
  const { entries } = JSON.parse(await readFile(new URL('_journal.json', meta), 'utf8')) as {
    entries: { tag: string }[];
  };
  const file = `${entries.at(-1)?.tag.slice(0, 4)}_snapshot.json`;
  const migrated = JSON.parse(await readFile(new URL(file, meta), 'utf8')) as Snapshot;
  expect(await generateMigration(migrated, generateDrizzleJson(schema, migrated.id))).toEqual([]);
});
