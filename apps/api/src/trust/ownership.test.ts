// Other users' objects: every call of the document, with no session, an invented one and another user's.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testApp, type TestApp } from '../testing/app.ts';
import { SEED_PASSWORD } from '../testing/builders.ts';
import { opsOf } from '../testing/ops.ts';
import { newcomer, signedInAs, type SignedIn } from '../testing/people.ts';
import { newToken } from '../modules/codes/tokens.ts';
import { ORPHANED, OWNED, OWN_LISTS, World } from './owned.ts';
import { bearer, changedTables, operationsOf, sample, send, stateOf, type Operation } from './operations.ts';

let api: TestApp;
let operations: Operation[];
let world: World;
const sessions = new Map<string, SignedIn>();
const session = (email: string): SignedIn => {
  const found = sessions.get(email);
  if (!found) throw new Error(`${email} is not signed in`);
  return found;
};

beforeAll(async () => {
  api = await testApp({ seeded: true });
  operations = operationsOf(api);
  world = new World(api);
  for (const name of ['user', 'developer', 'lighthouse', 'newcomer', 'plain', 'reviewer', 'operator']) {
    const email = `${name}@yunduo.test`;
    sessions.set(email, await signedInAs(api, email, SEED_PASSWORD));
  }
});
afterAll(() => api.close());

/** Field names that identify an object. */
const NAMES = /^(?:id|no|code|token|.+_(?:id|ids|no|code|token))$/;
const OPERATORS = new Set(['reviewer', 'operator']);
const namesIn = ({ input }: Operation): string[] =>
  Object.keys(input?.properties ?? {}).filter((name) => NAMES.test(name) && name !== 'captcha_ticket');
const personal = (): Operation[] =>
  operations.filter(({ access }) => access !== 'public' && !OPERATORS.has(access));

test('the OpenAPI document lists the calls with their access', () => {
  expect(operations.length).toBeGreaterThan(60);
  expect(operations.filter(({ access }) => access === 'owner').length).toBeGreaterThan(10);
});

test('[R6.01] every call that names a user’s object is covered below', () => {
  const named = personal().filter(
    (operation) => namesIn(operation).length > 0 || (operation.access === 'owner' && operation.multipart),
  );
  const missed = named.filter(({ name }) => !(name in OWNED) && !(name in ORPHANED)).map(({ name }) => name);
  expect(missed).toEqual([]);
  const lists = operations.filter(({ access, name }) => access === 'owner' && /\/(?:list|my)$/.test(name));
  expect(lists.filter(({ name }) => !(name in OWN_LISTS)).map(({ name }) => name)).toEqual([]);
});

describe('Calls without a valid session or role', () => {
  test('return 401 for a missing, empty or made-up token, and change nothing', async () => {
    const before = await stateOf(api.db);
    const errors: string[] = [];
    for (const operation of operations.filter(({ access }) => access !== 'public')) {
      const input = (operation.input ? sample(operation.input) : {}) as Record<string, unknown>;
      for (const headers of [
        {},
        { authorization: '' },
        { authorization: 'Bearer ' },
        bearer(newToken('session')),
        { ...bearer(newToken('session')), 'idempotency-key': 'a-key-of-nobody' },
        { 'idempotency-key': 'a-key-of-nobody' },
      ]) {
        const { status, code } = await send(api, operation, input, headers);
        if (status !== 401 || code !== 'UNAUTHENTICATED') errors.push(`${operation.name}: ${status} ${code}`);
      }
    }
    expect(errors).toEqual([]);
    expect(changedTables(before, await stateOf(api.db))).toEqual([]);
  });

  test('return 403 without the role, and change nothing', async () => {
    const cases: [string, (operation: Operation) => boolean][] = [
      ['plain@yunduo.test', ({ access }) => access === 'developer' || OPERATORS.has(access)],
      ['developer@yunduo.test', ({ access }) => OPERATORS.has(access)],
      ['reviewer@yunduo.test', ({ access }) => access === 'operator' || access === 'developer'],
      ['operator@yunduo.test', ({ access }) => access === 'reviewer' || access === 'developer'],
    ];
    const before = await stateOf(api.db);
    const errors: string[] = [];
    for (const [email, forbidden] of cases) {
      for (const operation of operations.filter(forbidden)) {
        const input = (operation.input ? sample(operation.input) : {}) as Record<string, unknown>;
        const { status, code } = await send(api, operation, input, bearer(session(email).token));
        if (status !== 403 || code !== 'FORBIDDEN') {
          errors.push(`${operation.name} as ${email}: ${status} ${code}`);
        }
      }
    }
    expect(errors).toEqual([]);
    expect(changedTables(before, await stateOf(api.db))).toEqual([]);
  });
});

const DEVELOPERS = ['lighthouse@yunduo.test', 'newcomer@yunduo.test', 'developer@yunduo.test'];
const EVERYBODY = [...DEVELOPERS, 'user@yunduo.test', 'operator@yunduo.test'];

/** Unused ids in the form of used ones. */
function madeUp(value: unknown): unknown[] {
  if (typeof value === 'number') return [2_147_483_647, 999_999];
  const text = String(value);
  return [text.replace(/[0-9A-Za-z](?=[^0-9A-Za-z]*$)/, (last) => (last === '0' ? '1' : '0'))];
}

describe('[R6.01] Calls with another user’s session', () => {
  test.each(Object.entries(OWNED))(
    '%s returns 404 as for a missing object, and changes nothing',
    async (name, make) => {
      const operation = operations.find((one) => one.name === name);
      if (!operation) throw new Error('the document has no such call: take it out of OWNED');
      const { owner, input, names } = await make(world);
      // A caller without the developer role is refused first, by every call about apps.
      const others = (name.includes('/dev_') ? DEVELOPERS : EVERYBODY).filter((email) => email !== owner);
      const before = await stateOf(api.db);
      const answers = new Set<string>();
      for (const email of others) {
        const headers = bearer(session(email).token);
        const replies = [await send(api, operation, input, headers)];
        for (const field of names) {
          for (const value of madeUp(input[field])) {
            replies.push(await send(api, operation, { ...input, [field]: value }, headers));
          }
        }
        for (const { status, code } of replies) answers.add(`${status} ${code}`);
      }
      // The same answer for another user's object and a missing one.
      expect([...answers]).toEqual([expect.stringMatching(/^404 \w*NOT_FOUND$/)]);
      expect(changedTables(before, await stateOf(api.db))).toEqual([]);
      // The object exists: its owner finds it.
      const own = await send(api, operation, input, bearer(session(owner).token));
      expect({ status: own.status, code: own.code }).not.toMatchObject({ status: 404 });
      expect(own.code).not.toBe('VALIDATION_FAILED');
      expect(own.status).toBeLessThan(500);
    },
  );

  test.each(Object.entries(OWN_LISTS))('%s lists nothing of another user', async (name, { owner, key }) => {
    const operation = operations.find((one) => one.name === name);
    if (!operation) throw new Error('the document has no such call: take it out of OWN_LISTS');
    const idsFor = async (email: string): Promise<unknown[]> => {
      const { text } = await send(api, operation, {}, bearer(session(email).token));
      const { data } = JSON.parse(text) as { data: { list: Record<string, unknown>[] } };
      return data.list.map((entry) => entry[key]);
    };
    const own = await idsFor(owner);
    expect(own.length).toBeGreaterThan(0);
    for (const email of ['lighthouse@yunduo.test', 'newcomer@yunduo.test']) {
      expect((await idsFor(email)).filter((id) => own.includes(id))).toEqual([]);
    }
  });
});

test('every call returns 401 for the session of a disabled account', async () => {
  const { email, token } = await newcomer(api);
  for (const role of ['developer', 'reviewer', 'operator'])
    await opsOf(api)(`role grant --email ${email} --role ${role}`);
  // Only an admin can disable an operator.
  await opsOf(api)('role grant --email operator@yunduo.test --role admin');
  await opsOf(api)(`user disable --email ${email} --yes`);
  const errors: string[] = [];
  for (const operation of operations.filter(({ access }) => access !== 'public')) {
    const { status } = await send(api, operation, {}, bearer(token));
    if (status !== 401) errors.push(`${operation.name}: ${status}`);
  }
  expect(errors).toEqual([]);
});
