// No mass assignment: a write refuses undeclared fields from any caller.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testApp, type TestApp } from '../testing/app.ts';
import { SEED_PASSWORD } from '../testing/builders.ts';
import { opsOf } from '../testing/ops.ts';
import { signedInAs } from '../testing/people.ts';
import {
  bearer,
  changedTables,
  operationsOf,
  sample,
  send,
  stateOf,
  type Operation,
  type Schema,
} from './operations.ts';

const EXTRA = [
  'id',
  'user_id',
  'role',
  'roles',
  'status',
  'price',
  'amount',
  'paid',
  'paid_at',
  'official',
  'certified',
  'free',
  'used_by',
  'owner_id',
  'developer_id',
  'expires_at',
  'created_at',
  'updated_at',
  'disabled_at',
  'constructor',
  'prototype',
];

/**
 * A payment company's notification is its own format, authenticated by signature (`modules/payment/gateways.test.ts`).
 */
const FOREIGN = /^POST \/pay_notify\/(alipay|wechat_pay|stripe)$/;

let api: TestApp;
let token: string;
let writes: Operation[];
beforeAll(async () => {
  api = await testApp({ seeded: true });
  // May call everything: any refusal is about the fields.
  const email = 'operator@yunduo.test';
  // The admin last: once one exists, another account has to appoint them.
  for (const role of ['developer', 'reviewer', 'admin'])
    await opsOf(api)(`role grant --email ${email} --role ${role}`);
  ({ token } = await signedInAs(api, email, SEED_PASSWORD));
  writes = operationsOf(api).filter(
    ({ name, method, multipart }) => method === 'POST' && !multipart && !FOREIGN.test(name),
  );
});
afterAll(() => api.close());

/** Paths of the objects in a schema that accept undeclared fields. */
function open(schema: Schema, path: string): string[] {
  const parts = [
    ...Object.entries(schema.properties ?? {}).map(([name, part]) => [part, `${path}.${name}`] as const),
    ...(schema.anyOf ?? []).map((part) => [part, path] as const),
    ...(schema.items ? [[schema.items, `${path}[]`] as const] : []),
  ];
  const here = schema.type === 'object' && schema.additionalProperties !== false ? [path] : [];
  return [...here, ...parts.flatMap(([part, name]) => open(part, name))];
}

test('every object in the input of a write is closed, at any depth', () => {
  expect(writes.length).toBeGreaterThan(30);
  expect(writes.flatMap(({ name, input }) => (input ? open(input, name) : [`${name} (no body)`]))).toEqual(
    [],
  );
});

test('every write rejects an undeclared field, and changes nothing', async () => {
  const before = await stateOf(api.db);
  const errors: string[] = [];
  for (const operation of writes) {
    const input = sample(operation.input ?? {}) as Record<string, unknown>;
    for (const extra of EXTRA.filter((name) => !(name in (operation.input?.properties ?? {})))) {
      const { status, code, fields } = await send(api, operation, { ...input, [extra]: 1 }, bearer(token));
      // The extra field itself must be refused, not another one.
      if (status !== 400 || code !== 'VALIDATION_FAILED' || !fields.includes(extra)) {
        errors.push(`${operation.name} with ${extra}: ${status} ${code} ${fields.join(' ')}`);
      }
    }
  }
  expect(errors).toEqual([]);
  expect(changedTables(before, await stateOf(api.db))).toEqual([]);
});

test('every write rejects __proto__ and constructor.prototype, and changes nothing', async () => {
  const before = await stateOf(api.db);
  const errors: string[] = [];
  for (const operation of writes) {
    const input = JSON.stringify(sample(operation.input ?? {})).replace(/\}$/, '');
    const comma = input.length > 1 ? ',' : '';
    for (const poison of ['"__proto__":{"role":"admin"}', '"constructor":{"prototype":{"role":"admin"}}']) {
      const response = await api.app.inject({
        method: 'POST',
        url: `/api${operation.url.replace('{provider}', 'sandbox')}`,
        headers: { 'content-type': 'application/json', ...bearer(token) },
        payload: `${input}${comma}${poison}}`,
      });
      if (response.statusCode !== 400) errors.push(`${operation.name} ${poison}: ${response.statusCode}`);
    }
  }
  expect(errors).toEqual([]);
  expect(({} as { role?: string }).role).toBeUndefined();
  expect(changedTables(before, await stateOf(api.db))).toEqual([]);
});
