import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { examples } from '@yunduo/api-contract/examples';
import { exampleFaults, operationsOf, shortened, worth, type DescribedDocument } from './examples.ts';
import { OPENAPI_FILES } from './openapi-document.ts';

const document = JSON.parse(readFileSync(OPENAPI_FILES.public, 'utf8')) as DescribedDocument;
const operations = [...operationsOf(document).values()];

describe('OpenAPI examples', () => {
  test('match the schemas, one for each call', () => {
    expect(operations.length).toBeGreaterThan(100);
    const errors = operations.flatMap((operation) => {
      const found = exampleFaults(document, operation, examples[operation.operationId]);
      return found.length > 0 ? [[operation.operationId, found]] : [];
    });
    expect(errors).toEqual([]);
  });

  test('belong to existing calls', () => {
    const names = new Set(operations.map(({ operationId }) => operationId));
    expect(Object.keys(examples).filter((name) => !names.has(name))).toEqual([]);
  });
});

describe('An example is rejected', () => {
  const named = (id: string) => operations.filter(({ operationId }) => operationId === id);
  const errorsOf = (id: string, change: object) =>
    named(id).flatMap((operation) => exampleFaults(document, operation, { ...examples[id], ...change }));

  test.each([
    ['whose body lacks a field', { body: { plan: 'm1' } }, /^body/],
    ['whose answer does not match', { answer: { code: 'OK', msg: 'OK', data: { order_no: 1 } } }, /^answer/],
    ['with an unknown parameter', { query: { colour: 'red' } }, /^colour is no parameter/],
  ])('%s', (_, change, fault) => {
    expect(errorsOf('orderCreate', {})).toEqual([]);
    expect(errorsOf('orderCreate', change)).toContainEqual(expect.stringMatching(fault));
  });

  test('without a required parameter', () => {
    expect(errorsOf('payNotifyNotify', { path: {} })).toContainEqual('provider is missing');
  });
});

test('a recorded example is shortened to two entries of a list and to the start of a long text', () => {
  const long = 'word '.repeat(50);
  const token = 'x'.repeat(201);
  expect(
    shortened({ list: [{ ids: [1, 2, 3] }, 2, 3], long, token, fits: 'y'.repeat(200), none: null }),
  ).toEqual({
    list: [{ ids: [1, 2] }, 2],
    long: `${long.slice(0, 160)}…`,
    token: token.slice(0, 160),
    fits: 'y'.repeat(200),
    none: null,
  });
});

test('of two examples the one with more filled fields is worth more, and an English one more than a Chinese one', () => {
  const answer = { a: 'one', b: 'two' };
  expect(worth({ answer })).toBeGreaterThan(worth({ answer: { a: 'one', b: null } }));
  expect(worth({ answer })).toBeGreaterThan(worth({ answer: { a: 'one', b: '' } }));
  expect(worth({ answer })).toBeGreaterThan(worth({ answer: { a: '一', b: '二' } }));
});
