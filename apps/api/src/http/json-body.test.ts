import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import { requestContext } from '../plugins/request-context.ts';
import { answerErrors } from './error-handler.ts';
import { isTooDeep, readJson } from './json-body.ts';

const arrays = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const objects = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

test.each([
  ['32 arrays', arrays(32), false],
  ['33 arrays', arrays(33), true],
  ['32 objects', objects(32), false],
  ['33 objects', objects(33), true],
  ['33 unclosed arrays', '['.repeat(33), true],
  ['a thousand arrays beside each other', `[${Array(1000).fill('[]').join()}]`, false],
  ['33 arrays after many that were closed', `[${'[],'.repeat(100)}${arrays(32)}]`, true],
  ['brackets in a string', JSON.stringify(arrays(100)), false],
  [
    'brackets in a string, after quotes and backslashes of its own',
    JSON.stringify(`"\\"${arrays(100)}`),
    false,
  ],
  ['brackets after a string that ends in a backslash', `["\\\\",${arrays(32)}]`, true],
  ['an empty text', '', false],
])('isTooDeep: %s', (_what, text, expected) => {
  expect(isTooDeep(text)).toBe(expected);
});

describe('JSON body parser', () => {
  let app: FastifyInstance;
  const heard: string[] = [];
  beforeAll(async () => {
    app = Fastify();
    answerErrors(app);
    await app.register(requestContext);
    readJson(app);
    app.post('/', ({ body }) => ({ body }));
    await app.register(async (scope) => {
      readJson(scope, (_request, text) => heard.push(text));
      scope.post('/heard', ({ body }) => ({ body }));
    });
  });
  afterAll(() => app.close());
  const post = (url: string, payload: string) =>
    app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json' } });

  test('parses JSON, and rejects a body that is too deep, broken, empty or sets __proto__', async () => {
    expect((await post('/', '{"a":[1]}')).json()).toEqual({ body: { a: [1] } });
    for (const body of [
      arrays(10_000),
      '['.repeat(10_000),
      objects(10_000),
      '{"a":',
      '',
      '{"__proto__":{}}',
    ]) {
      const answer = await post('/', body);
      expect(answer.body).toContain('BAD_REQUEST');
      expect(answer.statusCode).toBe(400);
    }
  });

  test('passes the raw text to a listener', async () => {
    expect((await post('/heard', '{ "a": 1 }')).json()).toEqual({ body: { a: 1 } });
    expect(heard).toEqual(['{ "a": 1 }']);
  });
});
