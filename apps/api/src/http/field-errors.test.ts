import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FieldError, RefusalEnvelope } from '@yunduo/api-contract';
import { en } from '@yunduo/i18n/en';
import { Type } from 'typebox';
import { testApp, type TestApp } from '../testing/app.ts';
import { newcomer } from '../testing/people.ts';
import { apiError } from './errors.ts';
import { brokenRules, fieldErrors, type SchemaFault } from './field-errors.ts';
import { validatorCompiler } from './validator.ts';

let api: TestApp;
let token: string;
beforeAll(async () => {
  api = await testApp({ seeded: true });
  ({ token } = await newcomer(api));
});
afterAll(() => api.close());

const rejected = async (
  url: string,
  { body, lang = 'us' }: { body?: object; lang?: string } = {},
): Promise<RefusalEnvelope> => {
  const answer = await api.app.inject({
    method: body ? 'POST' : 'GET',
    url: `/api${url}`,
    headers: { lang, authorization: `Bearer ${token}` },
    ...(body && { payload: body }),
  });
  return answer.json<RefusalEnvelope>();
};
const errorsOf = async (...call: Parameters<typeof rejected>) => (await rejected(...call)).data?.errors;

test('a query is read strictly: numbers and booleans as such, other texts as they are', () => {
  const fields = {
    q: Type.Optional(Type.String()),
    page: Type.Optional(Type.Integer()),
    on: Type.Optional(Type.Boolean()),
    at: Type.Optional(Type.String({ format: 'date-time' })),
  };
  const validator = (schema: object) =>
    validatorCompiler({ schema, httpPart: 'querystring' } as never) as unknown as (query: object) => {
      value?: object;
      error?: object;
    };
  const read = validator(Type.Object(fields));
  const at = '2026-11-20T02:00:00Z';
  expect(read({ q: '12', page: '-3', on: 'false', at, other: 'x' })).toEqual({
    value: { q: '12', page: -3, on: false, at },
  });
  expect(read({ q: 'true', on: 'true' })).toEqual({ value: { q: 'true', on: true } });
  for (const wrong of [
    { page: '1.5' },
    { page: '1e3' },
    { page: '1'.repeat(16) },
    { on: 'maybe' },
    { on: '' },
    { q: ['a', 'b'] },
    { q: 'a\0b' },
    { at: '0000-01-01T00:00:00Z' },
    { at: 'tomorrow' },
  ])
    expect({ wrong, ...read(wrong) }).toHaveProperty('error');
  const closed = validator(Type.Object(fields, { additionalProperties: false }));
  expect(closed({ other: 'x' })).toHaveProperty('error');
});

describe('Field errors', () => {
  test('have location, rule, limit and a message in the language of the request', async () => {
    expect(await errorsOf('/app_store/list?page=0&page_size=1000')).toEqual([
      { in: 'query', pointer: '/page', rule: 'minimum', limit: 1, message: 'Must be 1 or more' },
      { in: 'query', pointer: '/page_size', rule: 'maximum', limit: 100, message: 'Must be 100 or less' },
    ]);
    expect(await errorsOf('/app_store/list?page=0', { lang: 'zh-cn' })).toEqual([
      { in: 'query', pointer: '/page', rule: 'minimum', limit: 1, message: '不能小于 1' },
    ]);
  });

  test('list the values of an enum', async () => {
    const [error] = (await errorsOf('/app_store/list?sort=rude')) ?? [];
    expect(error).toMatchObject({ in: 'query', pointer: '/sort', rule: 'enum' });
    expect(error?.limit).toContain('newest');
    expect(error?.message).toBe(`Must be one of: ${(error?.limit as string[]).join(', ')}`);
  });

  test('point into a nested body', async () => {
    const body = { apps: [{ app_key: 'one' }, { app_key: 5, versoin: '1.0.0' }], server: { mem_mb: -1 } };
    const errors = await errorsOf('/app_store/check', { body });
    expect(errors?.map(({ pointer, rule, limit }) => [pointer, rule, limit])).toEqual([
      ['/apps/1/versoin', 'additionalProperties', undefined],
      ['/apps/1/app_key', 'type', 'string'],
      ['/server/mem_mb', 'minimum', 0],
    ]);
  });

  test('use the form’s message for a missing field', async () => {
    expect(await errorsOf('/order/create', { body: { quantity: 1 } })).toEqual([
      { in: 'body', pointer: '/plan', rule: 'required', message: en.validation.plan_required },
    ]);
  });

  test('include errors found beyond the schema', async () => {
    const { data, msg } = await rejected('/user_device/allow', { body: { user_code: 'BCDF-GHJK' } });
    expect(data).toMatchObject({
      fields: { user_code: 'field_invalid' },
      errors: [{ in: 'body', pointer: '/user_code', rule: 'invalid', message: msg }],
    });
    const { data: join } = await rejected('/user_info/save_user', {
      body: { nickname: 'x'.repeat(60), gender: 'male', birthday: '1990-01-01' },
    });
    expect(join?.errors).toEqual([
      { in: 'body', pointer: '/nickname', rule: 'nickname_length', message: en.validation.nickname_length },
    ]);
  });
});

describe('Schema rules', () => {
  const problemsOf = (schema: unknown, input: unknown): FieldError[] => {
    const validate = validatorCompiler({ schema, httpPart: 'body' } as never) as unknown as (
      value: unknown,
    ) => { error: SchemaFault[] };
    const rules = brokenRules(validate(input).error);
    return fieldErrors({ locale: 'en', in: 'body', fields: {}, rules, otherwise: '' });
  };

  test.each([
    ['a missing field', Type.Object({ a: Type.String() }), {}, '/a', 'required', undefined],
    [
      'an unknown field',
      Type.Object({}, { additionalProperties: false }),
      { 'x/y~': 1 },
      '/x~1y~0',
      'additionalProperties',
      undefined,
    ],
    ['a wrong type', Type.Object({ a: Type.Integer() }), { a: 'one' }, '/a', 'type', 'integer'],
    [
      'a union of constants',
      Type.Object({ a: Type.Union([Type.Literal('x'), Type.Literal('y')]) }),
      { a: 'z' },
      '/a',
      'enum',
      ['x', 'y'],
    ],
    ['a length', Type.Object({ a: Type.String({ maxLength: 2 }) }), { a: 'abc' }, '/a', 'maxLength', 2],
    ['a least length', Type.Object({ a: Type.String({ minLength: 1 }) }), { a: '' }, '/a', 'minLength', 1],
    ['a pattern', Type.Object({ a: Type.String({ pattern: '^a+$' }) }), { a: 'b' }, '/a', 'pattern', '^a+$'],
    [
      'a format',
      Type.Object({ a: Type.String({ format: 'email' }) }),
      { a: 'today' },
      '/a',
      'format',
      'email',
    ],
    [
      'a number of items',
      Type.Object({ a: Type.Array(Type.String(), { minItems: 1 }) }),
      { a: [] },
      '/a',
      'minItems',
      1,
    ],
    [
      'a duplicate item',
      Type.Object({ a: Type.Array(Type.String(), { uniqueItems: true }) }),
      { a: ['b', 'b'] },
      '/a',
      'uniqueItems',
      undefined,
    ],
    [
      'a nullable type',
      Type.Object({ a: Type.Union([Type.String(), Type.Null()]) }),
      { a: 4 },
      '/a',
      'type',
      'string',
    ],
    ['a NUL', Type.Object({ a: Type.String() }), { a: '\0' }, '/a', 'invalid', undefined],
    ['not an object', Type.Object({ a: Type.String() }), 5, '', 'type', 'object'],
  ])('%s', (_about, schema, input, pointer, rule, limit) => {
    const [error, ...more] = problemsOf(schema, input);
    expect(more).toEqual([]);
    expect(error).toEqual({
      in: 'body',
      pointer,
      rule,
      ...(limit !== undefined && { limit }),
      message: error?.message,
    });
    expect(error?.message).toMatch(/^(Must|This|There) /);
    expect(error?.message).not.toMatch(/undefined|\{\{| $|\b1 [a-z]+s\b|\ba [aeiou]/);
  });
});

test.each([
  ['CODE_INVALID', 'code'],
  ['DEVICE_CODE_INVALID', 'user_code'],
  ['INVITATION_EXPIRED', 'invitation_code'],
  ['INVITATION_USED_UP', 'invitation_code'],
  ['INVITATION_REVOKED', 'invitation_code'],
  ['LICENCE_SERVER_TAKEN', 'fingerprint'],
  ['PAY_PROVIDER_UNAVAILABLE', 'provider'],
] as const)('%s is shown at the field %s', (code, field) => {
  expect(apiError(code).data).toEqual({ fields: { [field]: 'field_invalid' } });
});

test('a wait is told in whole seconds, at least one', () => {
  const waits = [1, 1_000, 60_000, 60_001].map(
    (retryAfter) => apiError('TOO_MANY_REQUESTS', { retryAfter }).data?.retry_after,
  );
  expect(waits).toEqual([1, 1, 60, 61]);
});

describe('Request id', () => {
  const ask = (id?: string) =>
    api.app.inject({
      url: '/api/app_store/detail?id=999999',
      headers: id === undefined ? {} : { 'x-request-id': id },
    });

  test('is in the header and in the body of an error', async () => {
    const answer = await ask();
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.json<RefusalEnvelope>().request_id).toBe(answer.headers['x-request-id']);
  });

  test('is the caller’s if it is valid', async () => {
    const answer = await ask('client-2026.11_27');
    expect(answer.headers['x-request-id']).toBe('client-2026.11_27');
    expect(answer.json<RefusalEnvelope>().request_id).toBe('client-2026.11_27');
  });

  test.each(['short', 'x'.repeat(65), 'with space', 'quote"quote', 'line{br}'])(
    'is generated if the caller sent %p',
    async (given) => {
      expect((await ask(given)).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    },
  );
});
