import { expect, test } from '@jest/globals';
import type { AnyObjectSchema, ValidationError } from 'yup';
import { REQUIRED_FIELDS } from './required-fields.ts';
import * as rules from './rules.ts';

/** The fields that a schema rejects when everything is empty. */
function refusedWhenEmpty(schema: AnyObjectSchema): string[] {
  const names = Object.keys(schema.fields);
  try {
    schema.validateSync(Object.fromEntries(names.map((name) => [name, ''])), { abortEarly: false });
    return [];
  } catch (error) {
    const rejected = new Set((error as ValidationError).inner.map(({ path }) => path));
    return names.filter((name) => rejected.has(name));
  }
}

test('exactly the fields that the schemas reject when empty are marked as required', () => {
  const schemas = Object.entries(rules).flatMap(([name, schema]) =>
    typeof schema === 'function' ? [] : [[name, refusedWhenEmpty(schema as AnyObjectSchema)]],
  );

  expect(Object.fromEntries(schemas)).toEqual(REQUIRED_FIELDS);
});
