import { describe, expect, test } from '@jest/globals';
import { createConfig, lint } from '@redocly/openapi-core';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../test/run.ts';

const FILES = ['openapi.json', 'openapi.operators.json'] as const;
const fileOf = (name: string) => join(root, 'libs/api-contract', name);

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: unknown[];
  'x-access': string;
  parameters: unknown[];
  responses: Record<string, { description: string; headers: Record<string, unknown> }>;
}
const operationsOf = (file: string): [string, Operation][] =>
  Object.entries(
    (JSON.parse(readFileSync(fileOf(file), 'utf8')) as { paths: Record<string, Record<string, Operation>> })
      .paths,
  ).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );

/** An address that people open and that redirects: it has no response body of its own. */
const REDIRECT = '#/paths/~1api~1mail~1unsubscribe~1{token}/get/responses';

test.each(FILES)('%s has no linter errors or warnings', async (name) => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lint({ ref: fileOf(name), config });
  const found = problems
    .map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer ?? ''] as const)
    .filter(([rule, , pointer]) => !(rule === 'operation-2xx-response' && pointer === REDIRECT));
  expect(found).toEqual([]);
});

describe.each(FILES)('operations of %s', (name) => {
  const operations = operationsOf(name);

  test('have a unique id, one tag, a summary without a full stop and a description', () => {
    expect(operations.length).toBeGreaterThan(20);
    expect(new Set(operations.map(([, { operationId }]) => operationId)).size).toBe(operations.length);
    for (const [call, { operationId, tags, summary, description }] of operations) {
      expect([call, operationId, tags.length]).toEqual([call, expect.stringMatching(/^[a-z]\w+$/), 1]);
      expect([call, summary]).toEqual([call, expect.stringMatching(/^[A-Z].*[^.]$/)]);
      expect([call, description]).toEqual([call, expect.stringMatching(/\S/)]);
    }
  });

  test('declare their access and the matching error codes', () => {
    for (const [call, operation] of operations) {
      const open = operation['x-access'] === 'public';
      expect([call, operation.security.some((one) => JSON.stringify(one) === '{"session":[]}')]).toEqual([
        call,
        !open || operation.security.length > 0,
      ]);
      // A public call may require a session for some of its inputs.
      if (!open)
        expect([call, operation.responses['401']?.description]).toEqual([
          call,
          expect.stringContaining('UNAUTHENTICATED'),
        ]);
    }
  });

  test('have x-request-id in every response', () => {
    for (const [call, { responses }] of operations)
      for (const [status, answer] of Object.entries(responses))
        if (status !== '416')
          expect([call, status, Object.keys(answer.headers)]).toEqual([
            call,
            status,
            expect.arrayContaining(['x-request-id']),
          ]);
  });
});

test('the public and the operator document share no operation', () => {
  const [open, operators] = FILES.map((name) => operationsOf(name));
  const staff = ['operator', 'reviewer'];
  expect(open?.filter(([, call]) => staff.includes(call['x-access']))).toEqual([]);
  const names = new Set(open?.map(([call]) => call));
  expect(operators?.filter(([call]) => names.has(call))).toEqual([]);
});
