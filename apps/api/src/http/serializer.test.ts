import { expect, test } from '@jest/globals';
import fastJson, { type AnySchema } from 'fast-json-stringify';
import { testApp } from '../testing/app.ts';

interface Answers {
  responses?: Record<string, { content?: Record<string, { schema?: AnySchema }> }>;
}

test('every response schema compiles', async () => {
  const { app, close } = await testApp();
  try {
    const { paths = {} } = app.swagger();
    const schemas = Object.entries(paths).flatMap(([path, calls]) =>
      Object.values((calls ?? {}) as Record<string, Answers>).flatMap(({ responses = {} }) =>
        Object.entries(responses).flatMap(([status, { content }]) => {
          const schema = content?.['application/json']?.schema;
          return schema ? [{ name: `${path} ${status}`, schema }] : [];
        }),
      ),
    );
    expect(schemas.length).toBeGreaterThan(Object.keys(paths).length);
    for (const { name, schema } of schemas) {
      expect([name, typeof fastJson(schema)]).toEqual([name, 'function']);
    }
  } finally {
    await close();
  }
});
