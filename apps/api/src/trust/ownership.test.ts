// Other users' objects: every call of the document, with no session, an invented one and another user's. Then the order
// of one's own.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { withTransaction } from '../context.ts';
import { activities, appReports, apps, invitationRequests, securityEvents } from '../db/schema/index.ts';
import { openSession } from '../modules/auth/sessions.ts';
import { createBuildToken } from '../modules/build-token/tokens.ts';
import { createInvitation } from '../modules/download/invitations.ts';
import { createWebhook } from '../modules/webhook/webhooks.ts';
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

/** Cache policy of the public reads that are not marked as shared; null for those that need a signed link. */
const UNSHARED: Record<string, string | null> = {
  'GET /site/info': 'no-cache',
  'GET /health/live': 'no-cache',
  'GET /health/ready': 'no-cache',
  'GET /metrics': 'no-store',
  'GET /activity/current': 'public, max-age=10',
  'GET /activity/detail': 'public, max-age=10',
  'GET /private_deploy/install.sh': 'no-cache',
  'GET /private_deploy/file': null,
  'GET /client_download/file': null,
  'GET /feedback/file': null,
  'GET /order/invoice_document': null,
  'GET /dev_app/preview': null,
  'GET /mail/unsubscribe/{token}': null,
};

test('public reads may be cached as the document declares, and only those', async () => {
  const { id } = await world.find<{ id: number }>(
    sql`select id from apps where status = 'published' order by id limit 1`,
  );
  const running = await world.find<{ id: number }>(
    sql`select id from activities where withdrawn_at is null order by ends_at desc limit 1`,
  );
  const inputs: Record<string, Record<string, string>> = {
    'GET /home_article/special_article': { use_to: 'banner' },
    'GET /protocol/detail': { id: 'user-agreement' },
    'GET /protocol/versions': { id: 'user-agreement' },
    'GET /app_store/detail': { id: String(id) },
    'GET /app_store/versions': { id: String(id) },
    'GET /app_store/changelog': { id: String(id), from: '0.0.1' },
    'GET /activity/detail': { id: String(running.id) },
  };
  const { paths } = api.app.swagger() as { paths?: Record<string, { get?: { 'x-shared'?: boolean } }> };
  const reads = operations.filter(
    ({ name, method, access }) => method === 'GET' && access === 'public' && UNSHARED[name] !== null,
  );
  const get = (name: string, headers: Record<string, string> = {}) =>
    api.app.inject({
      url: `/api${name.slice(4)}?${new URLSearchParams(inputs[name])}`,
      headers: { lang: 'us', ...headers },
    });
  const found: Record<string, unknown> = {};
  const declared: Record<string, unknown> = {};
  for (const { name, url } of reads) {
    const { statusCode, headers } = await get(name);
    found[name] = [statusCode, headers['cache-control']];
    const shared = paths?.[`/api${url}`]?.get?.['x-shared'];
    declared[name] = [200, shared ? 'public, max-age=30, stale-while-revalidate=600' : UNSHARED[name]];
    if (!shared) continue;
    const etag = String(headers['etag']);
    for (const [tags, status] of [
      [etag, 304],
      [`W/${etag}`, 304],
      [`"other", ${etag}`, 304],
      ['*', 304],
      ['"other"', 200],
    ] as const) {
      const again = await get(name, { 'if-none-match': tags });
      expect([name, tags, again.statusCode, again.body === '']).toEqual([name, tags, status, status === 304]);
    }
  }
  expect(found).toEqual(declared);
});

/** Lists by a moment, and by id within one. */
interface OrderedList {
  call: string;
  input?: Record<string, unknown>;
  reader: string;
  table: string;
  column: string;
  /** The field of an entry that identifies it, and its column. */
  key: string;
  of?: string;
  oldestFirst?: true;
}
const USER = 'user@yunduo.test';
const DEVELOPER = 'developer@yunduo.test';
const OPERATOR = 'operator@yunduo.test';
const BY_CREATION = { column: 'created_at', key: 'id' };
const ORDERED: OrderedList[] = [
  { call: 'GET /user_info/sessions', reader: USER, table: 'sessions', column: 'last_used_at', key: 'id' },
  { call: 'GET /user_info/recent_activity', reader: USER, table: 'security_events', column: 'at', key: 'id' },
  { call: 'GET /order/list', reader: USER, table: 'orders', column: 'created_at', key: 'order_no' },
  { call: 'GET /feedback/my', reader: USER, table: 'feedback_tickets', column: 'created_at', key: 'no' },
  { call: 'GET /dev_app/list', reader: DEVELOPER, table: 'apps', column: 'updated_at', key: 'id' },
  { call: 'GET /dev_token/list', reader: DEVELOPER, table: 'dev_tokens', ...BY_CREATION },
  { call: 'GET /dev_webhook/list', reader: DEVELOPER, table: 'webhooks', ...BY_CREATION },
  {
    call: 'GET /admin_feedback/list',
    reader: OPERATOR,
    table: 'feedback_tickets',
    column: 'created_at',
    key: 'no',
  },
  { call: 'GET /admin_order/list', reader: OPERATOR, table: 'orders', column: 'created_at', key: 'order_no' },
  { call: 'GET /admin_activity/list', reader: OPERATOR, table: 'activities', column: 'ends_at', key: 'id' },
  { call: 'GET /admin_invite/list', reader: OPERATOR, table: 'invitations', ...BY_CREATION },
  { call: 'GET /admin_invite/requests', reader: OPERATOR, table: 'invitation_requests', ...BY_CREATION },
  {
    call: 'GET /admin_invite/requests',
    input: { state: 'open' },
    reader: OPERATOR,
    table: 'invitation_requests',
    ...BY_CREATION,
    oldestFirst: true,
  },
  {
    call: 'GET /admin_report/list',
    reader: OPERATOR,
    table: 'app_reports',
    ...BY_CREATION,
  },
  {
    call: 'GET /admin_report/list',
    input: { state: 'open' },
    reader: OPERATOR,
    table: 'app_reports',
    ...BY_CREATION,
    oldestFirst: true,
  },
  { call: 'GET /admin_audit/list', reader: OPERATOR, table: 'audit_log', column: 'at', key: 'id' },
  {
    call: 'GET /admin_review/queue',
    input: { filter: 'all' },
    reader: 'reviewer@yunduo.test',
    table: 'app_versions',
    column: 'due_at',
    key: 'version_id',
    of: 'id',
    oldestFirst: true,
  },
];

describe('Ordered lists', () => {
  beforeAll(async () => {
    const { db, app: context } = api;
    const userId = await world.idOf(DEVELOPER);
    const webhook = { url: 'https://ci.example.com/hook', events: ['review.decided' as const], appId: null };
    const token = { name: 'CI', scopes: ['app:read' as const], days: 30, appId: null };
    const now = api.clock.now();
    const [app] = await db.select({ id: apps.id }).from(apps).limit(1);
    await db.update(activities).set({ startsAt: new Date(0) });
    for (const n of [1, 2, 3]) {
      await db.transaction((tx) => createWebhook(withTransaction(context, tx), userId, webhook));
      await createBuildToken(context, userId, token);
      await createInvitation(context, { userId: null, name: 'ops', via: 'command' }, {});
      await db.insert(appReports).values({
        appId: app?.id ?? 0,
        version: '1.0.0',
        reason: 'broken',
        text: 'It stops.',
        reporterHash: `reader-${n}`,
        day: '2026-11-20',
        createdAt: now,
      });
      await db.insert(invitationRequests).values({
        email: `reader-${n}@example.com`,
        locale: 'en',
        purpose: 'To try it',
        createdAt: now,
      });
      await db.insert(securityEvents).values({
        userId: await world.idOf(USER),
        event: 'sign_in_succeeded',
        at: now,
        device: 'Firefox, Linux',
        details: {},
      });
      await openSession(db, { userId: await world.idOf(USER), device: '', now });
      const text = { zh: '活动', en: 'Activity' };
      const dates = { startsAt: now, endsAt: new Date(now.getTime() + 1), createdAt: now, updatedAt: now };
      await db.insert(activities).values({ title: text, intro: text, html: text, terms: text, ...dates });
    }
  });

  test.each(ORDERED)(
    '$call $input is ordered by $column of $table, then by id',
    async ({ call, input = {}, reader, table, column, key, of = key, oldestFirst = false }) => {
      const operation = operations.find((one) => one.name === call);
      if (!operation) throw new Error('the document has no such call');
      const name = sql.identifier(table);
      const ids = async (): Promise<number[]> => {
        const { text } = await send(api, operation, input, bearer(session(reader).token));
        const { data } = JSON.parse(text) as { data: { list: Record<string, unknown>[] } };
        const { rows } = await api.db.execute<{ id: number; key: string }>(
          sql`select id, ${sql.identifier(of)}::text as key from ${name}`,
        );
        return data.list.map((entry) => Number(rows.find((row) => row.key === String(entry[key]))?.id));
      };
      const base = sql`${new Date(api.clock.now().getTime() + 60_000).toISOString()}::timestamptz`;
      const column_ = sql.identifier(column);
      const where = sql`where ${column_} is not null`;
      const ascending = (list: number[]) => list.toSorted((one, other) => one - other);

      // The newest row has the earliest moment.
      await api.db.execute(sql`update ${name} set ${column_} = ${base} - ranks.rank * interval '1 millisecond'
        from (select id, rank() over (order by id) as rank from ${name}) ranks where ranks.id = ${name}.id
        and ${column_} is not null`);
      const byMoment = await ids();
      expect(new Set(byMoment).size).toBeGreaterThan(1);
      expect(byMoment).toEqual(oldestFirst ? ascending(byMoment).toReversed() : ascending(byMoment));

      await api.db.execute(sql`update ${name} set ${column_} = ${base} ${where}`);
      const byId = await ids();
      expect(byId).toEqual(oldestFirst ? ascending(byId) : ascending(byId).toReversed());
    },
  );
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
