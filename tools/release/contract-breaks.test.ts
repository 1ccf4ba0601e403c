import { describe, expect, test } from '@jest/globals';
import { contractBreaks, newCalls, type Contract, type Operation } from './contract-breaks.ts';
import { judge, type Accepted } from './contract.ts';
import type { Releases } from './released.ts';
import type { Schema } from './schema-fit.ts';

const object = (properties: Record<string, Schema>, required = Object.keys(properties)): Schema => ({
  type: 'object',
  properties,
  required,
});
const strict = (properties: Record<string, Schema>, required?: string[]): Schema => ({
  ...object(properties, required),
  additionalProperties: false,
});
const text: Schema = { type: 'string' };
const nullable = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });

const item = {
  no: text,
  status: { type: 'string', enum: ['pending', 'paid'] },
  amount: { type: 'integer' },
  paid_at: { type: 'string', format: 'date-time' },
  note: text,
};

interface Call {
  access?: string;
  scope?: string;
  query?: [name: string, schema: Schema, required?: boolean][];
  body?: Schema;
  bodyType?: string;
  data?: Schema;
}

function call({ access = 'owner', scope, query = [], body, bodyType, data }: Call): Operation {
  return {
    'x-access': access,
    ...(scope && { 'x-token-scope': scope }),
    parameters: query.map(([name, schema, required = false]) => ({ name, in: 'query', schema, required })),
    ...(body && { requestBody: { content: { [bodyType ?? 'application/json']: { schema: body } } } }),
    responses: {
      200: {
        content: { 'application/json': { schema: object({ code: text, msg: text, data: data ?? {} }) } },
      },
    },
  };
}

const list: Call = {
  scope: 'apps:read',
  query: [
    ['page', { type: 'integer', minimum: 1 }],
    ['status', { type: 'string', enum: ['pending', 'paid'] }],
  ],
  data: object({ list: { type: 'array', items: object(item, ['no', 'status', 'amount', 'paid_at']) } }),
};
const create: Call = {
  body: strict(
    {
      plan: { type: 'string', enum: ['m1', 'm12'] },
      quantity: { type: 'integer', minimum: 1, maximum: 100 },
      remark: { type: 'string', maxLength: 200 },
      tags: { type: 'array', items: text, maxItems: 10 },
      target: nullable({ type: 'integer' }),
    },
    ['plan', 'quantity'],
  ),
  data: object({ no: text }),
};

/** The released contract with one change. */
function contract(change: { list?: Partial<Call>; create?: Partial<Call> } = {}): Contract {
  return {
    openapi: {
      paths: {
        '/api/order/list': { get: call({ ...list, ...change.list }) },
        '/api/order/create': { post: call({ ...create, ...change.create }) },
      },
    },
    catalogue: { errors: { ORDER_STATE: 400, NOT_FOUND: 404 }, idempotent: ['POST /api/order/create'] },
  };
}

const withItem = (fields: Record<string, Schema>, required?: string[]): { list: Partial<Call> } => ({
  list: { data: object({ list: { type: 'array', items: object(fields, required) } }) },
});
const withInput = (
  fields: Record<string, Schema>,
  required = ['plan', 'quantity'],
): { create: Partial<Call> } => ({
  create: { body: strict({ ...create.body?.properties, ...fields }, required) },
});
const without = <T extends object>(fields: T, name: keyof T): Record<string, Schema> =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name)) as Record<string, Schema>;

const ITEM_REQUIRED = ['no', 'status', 'amount', 'paid_at'];
const ITEM = 'data.list[]';

/** One text field of the input with another schema. */
const remark = (schema: Schema) => withInput({ remark: { type: 'string', maxLength: 200, ...schema } });
const output = (fields: Record<string, Schema>) => withItem({ ...item, ...fields }, ITEM_REQUIRED);
const inputs = create.body?.properties ?? {};
const [page, status] = list.query ?? [];
const query = (...all: (typeof page)[]) => ({ list: { query: all.filter((one) => one !== undefined) } });
const body = (fields: Record<string, Schema>, required = ['plan', 'quantity']) => ({
  create: { body: strict(fields, required) },
});

const breaking: [kind: string, at: string, change: Parameters<typeof contract>[0]][] = [
  ['input removed', 'query.status', query(page)],
  ['input required', 'query.shop', query(page, status, ['shop', text, true])],
  ['input narrower', 'query.page', query(['page', { type: 'integer', minimum: 2 }], status)],
  ['input removed', 'body.remark', body(without(inputs, 'remark'))],
  ['input required', 'body.term', body({ ...without(inputs, 'plan'), term: text }, ['term', 'quantity'])],
  ['input required', 'body.shop', withInput({ shop: text }, ['plan', 'quantity', 'shop'])],
  ['input required', 'body.remark', withInput({}, ['plan', 'quantity', 'remark'])],
  ['input retyped', 'body.quantity', withInput({ quantity: text })],
  ['input retyped', 'body.target', withInput({ target: { type: 'integer' } })],
  ['input narrower', 'body.plan', withInput({ plan: { type: 'string', enum: ['m1'] } })],
  ['input narrower', 'body.remark', remark({ enum: ['a'] })],
  ['input narrower', 'body.remark', remark({ maxLength: 100 })],
  ['input narrower', 'body.remark', remark({ minLength: 1 })],
  ['input narrower', 'body.remark', remark({ pattern: '^a' })],
  ['input narrower', 'body.quantity', withInput({ quantity: { type: 'integer', minimum: 1, maximum: 10 } })],
  ['input narrower', 'body.tags', withInput({ tags: { type: 'array', items: text, maxItems: 5 } })],
  [
    'input retyped',
    'body.tags[]',
    withInput({ tags: { type: 'array', items: { type: 'integer' }, maxItems: 10 } }),
  ],
  ['content type changed', 'body', { create: { bodyType: 'multipart/form-data' } }],
  ['output removed', `${ITEM}.amount`, withItem(without(item, 'amount'), ['no', 'status', 'paid_at'])],
  ['output removed', `${ITEM}.note`, withItem(without(item, 'note'), ITEM_REQUIRED)],
  ['output optional', `${ITEM}.amount`, withItem(item, ['no', 'status', 'paid_at'])],
  ['output retyped', `${ITEM}.amount`, output({ amount: text })],
  ['output retyped', `${ITEM}.amount`, output({ amount: { type: 'number' } })],
  ['output retyped', `${ITEM}.no`, output({ no: nullable(text) })],
  ['output retyped', `${ITEM}.paid_at`, output({ paid_at: text })],
  [
    'output wider',
    `${ITEM}.status`,
    output({ status: { type: 'string', enum: ['pending', 'paid', 'lost'] } }),
  ],
  ['output wider', `${ITEM}.status`, output({ status: text })],
  ['access changed', '', { list: { access: 'reviewer' } }],
  ['token scope changed', '', { list: { scope: 'apps:write' } }],
  ['token scope changed', '', { list: { scope: '' } }],
];

const harmless: [what: string, change: Parameters<typeof contract>[0]][] = [
  ['no change', {}],
  ['a new output', withItem({ ...item, colour: text }, [...ITEM_REQUIRED, 'colour'])],
  ['an output that became required', withItem(item, [...ITEM_REQUIRED, 'note'])],
  ['a removed enum value of an output', output({ status: { type: 'string', enum: ['paid'] } })],
  ['a new optional input', withInput({ shop: text })],
  ['a new optional query parameter', query(page, status, ['shop', text])],
  ['an input that became optional', withInput({}, ['plan'])],
  ['a new enum value of an input', withInput({ plan: { type: 'string', enum: ['m1', 'm3', 'm12'] } })],
  ['an input with a higher maxLength', remark({ maxLength: 400 })],
  ['an input without its maxLength', withInput({ remark: text })],
  ['an input that became nullable', withInput({ remark: nullable({ type: 'string', maxLength: 200 }) })],
];

describe('breaks of the previous release', () => {
  test.each(breaking)('%s at “%s” (%#)', (kind, at, change) => {
    const found = contractBreaks(contract(), contract(change));
    expect(found).toContainEqual(expect.objectContaining({ kind, at }));
    expect(new Set(found.map(({ call: name }) => name)).size).toBe(1);
  });

  test('a removed endpoint', () => {
    const next = contract();
    delete next.openapi.paths['/api/order/list'];
    expect(contractBreaks(contract(), next)).toEqual([
      { call: 'GET /api/order/list', kind: 'call removed', at: '', what: 'is not served any more' },
    ]);
  });

  test('a removed error code or one with another status', () => {
    const next = contract();
    next.catalogue.errors = { ORDER_STATE: 409 };
    expect(contractBreaks(contract(), next)).toEqual([
      { call: 'errors', kind: 'error status changed', at: 'ORDER_STATE', what: '400 → 409' },
      { call: 'errors', kind: 'error removed', at: 'NOT_FOUND', what: 'is not given any more' },
    ]);
  });

  test('a removed idempotency', () => {
    const next = contract();
    next.catalogue.idempotent = [];
    expect(contractBreaks(contract(), next)).toEqual([
      expect.objectContaining({ call: 'POST /api/order/create', kind: 'idempotency removed' }),
    ]);
  });
});

describe('webhook payload', () => {
  const sends = (properties: Record<string, object>, required = Object.keys(properties)): Contract => {
    const schema = { type: 'object', properties, required };
    const post = { requestBody: { required: true, content: { 'application/json': { schema } } } };
    return {
      openapi: { paths: {}, webhooks: { 'review.decided': { post } } },
      catalogue: contract().catalogue,
    };
  };
  const released = sends({ decision: { type: 'string' } });

  test('may gain fields but not lose any', () => {
    expect(
      contractBreaks(released, sends({ decision: { type: 'string' }, text: { type: 'string' } })),
    ).toEqual([]);
    expect(contractBreaks(released, sends({ text: { type: 'string' } }))).toEqual([
      expect.objectContaining({ call: 'webhook review.decided', kind: 'output removed', at: 'decision' }),
    ]);
    const optional = contractBreaks(released, sends({ decision: { type: 'string' } }, []));
    expect(optional).toEqual([expect.objectContaining({ kind: 'output optional' })]);
  });

  test('must not be removed', () => {
    const none = { ...released, openapi: { paths: {} } };
    expect(contractBreaks(released, none)).toEqual([
      { call: 'webhook review.decided', kind: 'call removed', at: '', what: 'is not sent any more' },
    ]);
    expect(contractBreaks(none, released)).toEqual([]);
  });
});

test.each(harmless)('is compatible: %s', (_what, change) => {
  expect(contractBreaks(contract(), contract(change))).toEqual([]);
});

test('a new endpoint and a new error code are compatible, and the endpoint is listed', () => {
  const next = contract();
  next.openapi.paths['/api/order/export'] = { get: call({}) };
  next.catalogue.errors['ORDER_LOCKED'] = 400;
  expect(contractBreaks(contract(), next)).toEqual([]);
  expect(newCalls(contract(), next)).toEqual(['GET /api/order/export']);
});

test('of several variants the most similar one is compared', () => {
  const card = object({ kind: { type: 'string', enum: ['card'] }, digits: text });
  const bank = object({ kind: { type: 'string', enum: ['bank'] }, iban: text });
  const shapes = (...anyOf: Schema[]): Contract => contract({ list: { data: { anyOf } } });
  expect(contractBreaks(shapes(card, bank), shapes(bank, card))).toEqual([]);
  const changed = object({ kind: { type: 'string', enum: ['bank'] }, iban: { type: 'integer' } });
  expect(contractBreaks(shapes(card, bank), shapes(card, changed))).toEqual([
    expect.objectContaining({ kind: 'output retyped', at: 'data.iban' }),
  ]);
});

describe('accepted break', () => {
  const next = contract({
    create: { body: strict(without(create.body?.properties ?? {}, 'remark'), ['plan', 'quantity']) },
  });
  const accepted: Accepted = {
    breaks: ['POST /api/order/create body.remark: input removed'],
    reason: 'nobody fills it in',
    without: { 'public-site': '0.3.0', 'developer-console': '0.1.0' },
  };
  const pinned = (...versions: string[]): Releases => {
    const of = (list: string[]) => list.map((version) => ({ version, commit: '0'.repeat(40) }));
    return { 'public-site': of(versions), 'developer-console': of(['0.1.0']), api: of(['0.1.0']) };
  };

  test('passes when the running and the rollback release do not need the endpoint', () => {
    expect(judge(contract(), next, [accepted], pinned('0.10.0', '0.3.0'))).toEqual({
      breaks: [],
      faults: [],
    });
  });

  test.each([[['0.2.0']], [['0.3.0', '0.2.9']]])('waits while %j is pinned', (versions) => {
    const { breaks, faults } = judge(contract(), next, [accepted], pinned(...versions));
    expect(breaks).toEqual([]);
    expect(faults).toEqual([expect.stringContaining('is pinned and still needs it')]);
  });

  test('is a fault if nothing breaks', () => {
    const { faults } = judge(contract(), contract(), [accepted], pinned('0.3.0'));
    expect(faults).toEqual([expect.stringContaining('nothing breaks')]);
  });

  test('does not cover other breaks', () => {
    const { breaks } = judge(contract(), contract({ list: { access: 'reviewer' } }), [], pinned('0.3.0'));
    expect(breaks).toHaveLength(1);
  });
});
