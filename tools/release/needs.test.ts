import { expect, test } from '@jest/globals';
import { currentContract } from './contract.ts';
import type { Contract, Operation } from './contract-breaks.ts';
import { ahead, testsOf } from './needs.ts';

const contract = (paths: Record<string, Record<string, Operation>>, idempotent: string[] = []): Contract => ({
  openapi: { paths },
  catalogue: { errors: {}, idempotent },
});
const answering = (...fields: string[]): Operation => ({
  responses: {
    200: {
      content: {
        'application/json': {
          schema: { type: 'object', properties: Object.fromEntries(fields.map((name) => [name, {}])) },
        },
      },
    },
  },
});
const released = contract({ '/api/a': { get: answering('old') } });
const current = contract({ '/api/a': { get: answering('old', 'new') }, '/api/b': { post: answering() } }, [
  'POST /api/b',
]);

test.each([
  ['GET /api/a', []],
  ['GET /api/a old', []],
  ['GET /api/a new', ['GET /api/a new']],
  ['POST /api/b', ['POST /api/b']],
  ['POST /api/a', ['POST /api/a']],
  ['POST /api/b Idempotency-Key', ['POST /api/b Idempotency-Key']],
])('a test that needs %s waits for %j', (need, lacking) => {
  const { waiting } = ahead([{ title: 'it', needs: ['GET /api/a', need] }], released, current);
  expect(waiting.flatMap(({ needs }) => needs)).toEqual(lacking);
});

test('reports unknown needs; a test without needs waits for nothing', () => {
  const tests = [
    { title: 'one', needs: ['POST /api/gone', 'GET /api/a gone', 'POST /api/b'] },
    { title: 'two', needs: [] },
  ];
  expect(ahead(tests, released, current).unknown).toEqual(['POST /api/gone', 'GET /api/a gone']);
  expect(ahead(tests, current, current).waiting.map(({ title }) => title)).toEqual(['one']);
});

test('testsOf reads the needs of nested suites, each test once', () => {
  const annotations = [{ type: 'needs', description: 'POST /api/b' }, { type: 'slow' }];
  const report = {
    suites: [
      {
        suites: [{ specs: [{ title: 'inner', tests: [{ annotations }, { annotations }] }] }],
        specs: [{ title: 'outer', tests: [{ annotations: [] }] }],
      },
    ],
  };
  expect(testsOf(report)).toEqual([
    { title: 'outer', needs: [] },
    { title: 'inner', needs: ['POST /api/b'] },
  ]);
});

test('finds an endpoint and a field of the real contract', () => {
  const real = currentContract();
  const needs = [
    'POST /api/order/create Idempotency-Key',
    'POST /api/dev_app/delete',
    'GET /api/admin_review/detail rejected_by_reader',
  ];
  expect(ahead([{ title: 'it', needs }], real, real)).toEqual({ waiting: [], unknown: [] });
});
