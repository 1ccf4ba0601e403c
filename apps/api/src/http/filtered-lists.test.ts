import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PAGE_SIZE } from '@yunduo/validation';
import { OPENAPI_FILES } from '../openapi-document.ts';
import { testApp, type TestApp } from '../testing/app.ts';
import { SEED_PASSWORD } from '../testing/builders.ts';
import { signedInAs } from '../testing/people.ts';

interface Operation {
  'x-access': string;
  parameters?: { name: string; required?: boolean; schema?: { enum?: string[] } }[];
}
type Paths = Record<string, { get?: Operation }>;

const paths = Object.values(OPENAPI_FILES).flatMap((file) =>
  Object.entries((JSON.parse(readFileSync(file, 'utf8')) as { paths: Paths }).paths),
);
/** Every filter of fixed values, of the paged lists that require no other input. */
const FILTERS = paths.flatMap(([path, { get }]) => {
  const inputs = get?.parameters ?? [];
  if (!inputs.some(({ name }) => name === 'page_size') || inputs.some(({ required }) => required)) return [];
  return inputs.flatMap(({ name, schema }) =>
    schema?.enum && name !== 'sort' ? [{ path, access: get?.['x-access'], name, values: schema.enum }] : [],
  );
});
/** Filters whose value is the field of that name. */
const FIELDS = ['state', 'status', 'review_status', 'reason', 'type', 'provider'];

let api: TestApp;
const tokens = new Map<string | undefined, string>();
beforeAll(async () => {
  api = await testApp({ seeded: true });
  for (const role of ['user', 'developer', 'operator', 'reviewer'])
    tokens.set(role, (await signedInAs(api, `${role}@yunduo.test`, SEED_PASSWORD)).token);
});
afterAll(() => api.close());

describe('a filter finds its rows, and counts those only', () => {
  test.each(FILTERS)('$path by $name', async ({ path, access, name, values }) => {
    const token = tokens.get(access) ?? tokens.get('user');
    const read = async (filter: Record<string, string>) => {
      const answer = await api.app.inject({
        url: path,
        query: { ...filter, page_size: String(PAGE_SIZE.max) },
        headers: { authorization: `Bearer ${token}` },
      });
      const { data } = answer.json<{ data: { total: number; list: Record<string, unknown>[] } }>();
      expect(data.list).toHaveLength(data.total);
      return data;
    };
    const { total } = await read({});
    const found = [];
    for (const value of values) {
      const { list } = await read({ [name]: value });
      found.push(list.length);
      if (FIELDS.includes(name) && value !== 'all')
        expect(list.map((row) => row[name])).toEqual(list.map(() => value));
    }
    // The seed has no invitation requests, and no decision waits in it.
    if (!/invite\/requests|admin_decision/.test(path)) expect(Math.min(...found)).toBeLessThan(total);
  });
});
