import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Compile } from 'typebox/schema';
import { acceptedBreaks, currentContract, releasedContract } from './contract.ts';
import { answerOf, bodyOf, callsOf, queryOf, type Operation } from './contract-breaks.ts';
import { EXCHANGES } from './exchange-file.ts';
import type { Exchange } from './recorder.ts';
import type { Schema } from './schema-fit.ts';
import { valuesOf } from './values.ts';

// A second judge beside contract-breaks.ts: it does not compare schemas, it sends values.

const released = callsOf(releasedContract().openapi);
const current = callsOf(currentContract().openapi);
const decided = new Set(acceptedBreaks().map(({ call }) => call));
const both = [...released].flatMap(([name, before]): [string, Operation, Operation][] => {
  const after = current.get(name);
  return after && !decided.has(name) ? [[name, before, after]] : [];
});

const RUNS = { numRuns: 25, seed: 20_261_121 };
const accepts = (schema: Schema) => {
  const compiled = Compile(schema as Parameters<typeof Compile>[0]);
  return (value: unknown): boolean => compiled.Check(value);
};

/** Every value that `written` allows is one for `read`. */
function expectUnderstood(written: Schema, read: Schema): void {
  const understands = accepts(read);
  fc.assert(
    fc.property(valuesOf(written), (value) => {
      expect([value, understands(value)]).toEqual([value, true]);
    }),
    RUNS,
  );
}

test('what the released web apps may send, the API of this commit takes', () => {
  let tried = 0;
  for (const [, before, after] of both) {
    expectUnderstood(queryOf(before), queryOf(after));
    const [sent, taken] = [bodyOf(before)?.schema, bodyOf(after)?.schema];
    if (sent && taken) expectUnderstood(sent, taken);
    tried += 1;
  }
  expect(tried).toBeGreaterThan(100);
});

test('what the API of this commit answers, the released web apps read', () => {
  let tried = 0;
  for (const [, before, after] of both) {
    const [gave, gives] = [answerOf(before)?.schema, answerOf(after)?.schema];
    if (!gave || !gives) continue;
    expectUnderstood(gives, gave);
    tried += 1;
  }
  expect(tried).toBeGreaterThan(100);
});

test('this judge can say no', () => {
  const text: Schema = { type: 'object', required: ['no'], properties: { no: { type: 'string' } } };
  const shorter: Schema = { ...text, properties: { no: { type: 'string', maxLength: 3 } } };
  const more: Schema = { ...text, required: ['no', 'shop'] };
  expect(() => expectUnderstood(text, text)).not.toThrow();
  expect(() => expectUnderstood(text, shorter)).toThrow();
  expect(() => expectUnderstood(text, more)).toThrow();
});

const heard = existsSync(EXCHANGES) ? (JSON.parse(readFileSync(EXCHANGES, 'utf8')) as Exchange[]) : [];

/** A query as the server reads it: text becomes what the schema asks for. */
function readQuery(query: Record<string, string>, { properties = {} }: Schema): Record<string, unknown> {
  const read = (text: string, schema: Schema = {}): unknown => {
    const types = [schema.type, ...(schema.anyOf ?? []).map(({ type }) => type)];
    if (types.includes('integer') || types.includes('number')) return Number(text);
    if (types.includes('boolean')) return text === 'true';
    return text;
  };
  return Object.fromEntries(
    Object.entries(query).map(([name, text]) => [name, read(text, properties[name])]),
  );
}

/** `/api/pay_notify/{provider}` for `/api/pay_notify/sandbox`. */
function callOf({ method, path }: Exchange): Operation | undefined {
  const exact = current.get(`${method} ${path}`);
  if (exact) return exact;
  const [, pattern] = [...current].find(([name]) => {
    const [verb, template = ''] = name.split(' ');
    return verb === method && new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
  }) ?? [undefined, undefined];
  return pattern;
}

describe('what the released web apps really said, recorded from their browser tests', () => {
  test('there is enough of it, from both apps', () => {
    const calls = new Set(heard.map(({ method, path }) => `${method} ${path}`));
    expect(calls.size).toBeGreaterThan(40);
    for (const call of ['POST /api/user_auth/login', 'GET /api/app_store/list', 'POST /api/dev_app/submit']) {
      expect(calls).toContain(call);
    }
  });

  test('every call that succeeded then is taken now', () => {
    const refused = heard
      .filter(({ method, path, status }) => status === 200 && !decided.has(`${method} ${path}`))
      .flatMap((exchange) => {
        const call = callOf(exchange);
        if (!call) return [`${exchange.method} ${exchange.path} is not served`];
        const query = queryOf(call);
        const body = bodyOf(call)?.schema;
        const good =
          accepts(query)(readQuery(exchange.query, query)) &&
          (exchange.body === undefined || (body !== undefined && accepts(body)(exchange.body)));
        return good
          ? []
          : [`${exchange.method} ${exchange.path}: ${JSON.stringify(exchange.body ?? exchange.query)}`];
      });
    expect(refused).toEqual([]);
  });

  test('every refusal of then still has its code and status', () => {
    const { errors } = currentContract().catalogue;
    const codes = heard
      .filter(({ status }) => status >= 400)
      .map(({ status, answer }) => ({ code: (answer as { code: string }).code, status }));
    expect(codes.length).toBeGreaterThan(5);
    for (const { code, status } of codes) expect([code, errors[code]]).toEqual([code, status]);
  });
});
