import { expect, test } from '@jest/globals';
import { getTableColumns, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import * as schema from './schema/index.ts';

/** Fields whose column has another name. */
const RENAMED = {
  'appRelations.constraint': 'version_constraint',
  'apps.searchNameNgrams': 'search_name_grams',
  'apps.searchNgrams': 'search_grams',
  'licences.codeEncrypted': 'code_sealed',
  'listedApps.searchNameNgrams': 'search_name_grams',
  'listedApps.searchNgrams': 'search_grams',
};

test('each field of a table is stored in the column of its name, so that no two are swapped', () => {
  const others = Object.entries(schema).flatMap(([table, value]) =>
    is(value, PgTable)
      ? Object.entries(getTableColumns(value))
          .filter(
            ([field, { name }]) => name !== field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
          )
          .map(([field, { name }]) => [`${table}.${field}`, name] as const)
      : [],
  );
  expect(Object.fromEntries(others)).toEqual(RENAMED);
});
