import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Access } from '@yunduo/api-contract';
import { languageHeader, type Locale } from '@yunduo/i18n';
import { ARTICLE_PLACES, PROTOCOL_SLUGS } from '@yunduo/validation';
import { sql, type SQL } from 'drizzle-orm';
import { testApp, type TestApp } from '../testing/app.ts';
import { SEED_PASSWORD } from '../testing/builders.ts';
import { signedInAs } from '../testing/people.ts';
import { masked, Recorder, written } from '../testing/recorded.ts';
import { bearer, operationsOf, send, type Operation } from './operations.ts';
import { recordedCalls } from './writes/all.ts';

/**
 * What each reader gets of the seeded world: which fields, in which order, with which filters, and what changes with
 * the language. Texts are recorded by their script only, so that a reworded seed changes nothing here. After an
 * intended change, run with `-u` and read the difference.
 */

type Input = Record<string, unknown>;

/** Answers without the world: of the process, or committed and compared where they are written. */
const WITHOUT_THE_WORLD = [
  'GET /health/live',
  'GET /health/ready',
  'GET /metrics',
  'GET /openapi.json',
  'GET /openapi.operators.json',
];

/** Reads left out, each with its reason. What they do is recorded in `trust/writes/documents.ts`. */
const LEFT_OUT: Record<string, string> = {
  'GET /client_download/file': 'a file',
  'GET /private_deploy/file': 'a file',
  'GET /feedback/file': 'a file',
  'GET /app_store/feed/new.xml': 'a document with a test of its own',
  'GET /app_store/feed/updated.xml': 'a document with a test of its own',
  'GET /order/invoice': 'a document with a test of its own',
  'GET /order/invoice_document': 'a document with a test of its own',
  'GET /private_deploy/install.sh': 'a document with a test of its own',
  'GET /mail/unsubscribe/{token}': 'a document with a test of its own',
  'GET /dev_app/preview': 'needs a link that was just made',
  'GET /app_store/catalog.json': 'the whole store, compared with its pages by a test of its own',
  'GET /user_info/export': 'whole tables, compared with the schema by a test of their own',
};

const ACCOUNTS: Record<Access, string | null> = {
  public: null,
  member: 'user@yunduo.test',
  owner: 'user@yunduo.test',
  developer: 'developer@yunduo.test',
  reviewer: 'reviewer@yunduo.test',
  operator: 'operator@yunduo.test',
};
/** Developer apps belong to the developer. */
const readerOf = ({ url, access }: Operation): string | null =>
  ACCOUNTS[access === 'owner' && url.startsWith('/dev_') ? 'developer' : access];

const ofDeveloper = sql`join users u on u.id = a.developer_id and u.email = ${ACCOUNTS.developer}`;
const ofUser = sql`join users u on u.id = t.user_id and u.email = ${ACCOUNTS.member}`;

/** Inputs of the calls that name an object, one for each of its situations, by a query for them. */
const NAMED: Record<string, SQL> = {
  '/app_store/detail': sql`select min(id) as id from apps a where status = 'published'
    group by source, certified, category, replaced_by is null, free order by 1`,
  '/app_store/versions': sql`select id from apps where status = 'published' order by id limit 3`,
  '/app_store/changelog': sql`select a.app_key, min(v.version) as from from apps a join app_versions v on v.app_id = a.id
    where a.status = 'published' and v.review_status = 'superseded' group by 1 order by 1 limit 3`,
  '/app_store/saved': sql`select id from apps where status = 'published' order by id limit 2`,
  '/dev_app/check_name': sql`select name from
    unnest(array['Nginx', 'WordPre55', 'Free as air']) with ordinality as names (name, place) order by place`,
  '/dev_app/detail': sql`select a.id from apps a ${ofDeveloper} order by a.id`,
  '/dev_app/difference': sql`select v.id as version_id from app_versions v join apps a on a.id = v.app_id ${ofDeveloper} order by v.id`,
  '/dev_app/timeline': sql`select a.id from apps a ${ofDeveloper} order by a.id`,
  '/dev_app/stats': sql`select a.id, b.by from apps a ${ofDeveloper}, (values ('day'), ('version')) b (by)
    where a.status = 'published' order by a.id, b.by`,
  '/activity/detail': sql`select id from activities order by id`,
  '/admin_user/detail': sql`select id from users order by id`,
  '/auth_code/detail': sql`select t.id from licences t ${ofUser} order by t.id`,
  '/admin_content/detail': sql`select min(id) as id from articles group by place, status order by 1`,
  '/admin_content/history': sql`select min(id) as id from articles group by place order by 1`,
  '/feedback/detail': sql`select t.no from feedback_tickets t ${ofUser} order by t.id`,
  '/order/detail': sql`select t.order_no from orders t ${ofUser} order by t.id`,
  '/admin_order/detail': sql`select min(order_no) as order_no from orders group by status, kind, invoice_state order by min(id)`,
  '/admin_review/detail': sql`select id as version_id from app_versions where id in (select min(id) from app_versions
    where review_status <> 'draft' group by review_status, listing, round > 0, appealed_at is null) order by id`,
  '/dev_webhook/deliveries': sql`select id from webhooks order by id`,
  '/dev_webhook/delivery': sql`select id from webhook_deliveries order by id limit 3`,
  '/private_deploy/detail': sql`select null as version`,
};
const SLUGS = PROTOCOL_SLUGS.map((id): Input => ({ id }));
const LISTED: Record<string, readonly Input[]> = {
  '/protocol/detail': SLUGS,
  '/protocol/versions': SLUGS,
  '/home_article/special_article': ARTICLE_PLACES.map((use_to) => ({ use_to })),
};

/** Further values of optional fields without a list of their own. */
const FURTHER: Input = { q: ['log', '日志', 'YD'], page: [2], page_size: [2], from: [], to: [] };

let api: TestApp;
const tokens = new Map<string, string>();
beforeAll(async () => {
  api = await testApp({ seeded: true });
  for (const email of new Set(Object.values(ACCOUNTS)))
    if (email) tokens.set(email, (await signedInAs(api, email, SEED_PASSWORD)).token);
});
afterAll(() => api.close());

/** Headers that say who may keep an answer, and in which language it is. */
const HEADERS = ['cache-control', 'vary', 'content-language'] as const;

const read = async (operation: Operation, input: Input, locale: Locale): Promise<unknown> => {
  const reader = readerOf(operation);
  const { text, headers } = await send(api, operation, input, {
    lang: languageHeader(locale),
    ...(reader && bearer(tokens.get(reader) ?? '')),
  });
  const kept = HEADERS.map((name) => `${name}: ${headers[name] === undefined ? '-' : String(headers[name])}`);
  return { ...(masked(JSON.parse(text)) as object), headers: kept.join('; ') };
};

/** What a change of the language changes: path, without positions in lists, and both values. */
function changes(zh: unknown, en: unknown, path = ''): string[] {
  if (zh === null || en === null || typeof zh !== 'object' || typeof en !== 'object')
    return zh === en ? [] : [`${path}: ${JSON.stringify(zh)} → ${JSON.stringify(en)}`];
  const keys = new Set([...Object.keys(zh), ...Object.keys(en)]);
  return [...keys].flatMap((key) =>
    changes(
      (zh as Input)[key] ?? null,
      (en as Input)[key] ?? null,
      Array.isArray(zh) ? `${path}[]` : `${path}.${key}`,
    ),
  );
}

/** The entries of a list, by what identifies them, and its numbers. */
function entries(value: unknown): unknown {
  const { data } = value as { data: { list?: Input[] } };
  if (!Array.isArray(data?.list)) return value;
  const { list, ...rest } = data;
  return [
    list.map(
      (row) => row.id ?? row.no ?? row.order_no ?? row.app_key ?? row.version_id ?? JSON.stringify(row),
    ),
    rest,
  ];
}

/** One input for each further value of each optional field. */
const variants = ({ input }: Operation): Input[] =>
  Object.entries(input?.properties ?? {}).flatMap(([name, schema]) => {
    if (input?.required?.includes(name)) return [];
    const values = schema.enum ?? (schema.type === 'boolean' ? [true, false] : FURTHER[name]);
    return ((values ?? []) as unknown[]).map((value) => ({ [name]: value }));
  });

const recorded = async (operation: Operation): Promise<string> => {
  const query = NAMED[operation.url];
  const inputs = query
    ? (await api.db.execute<Input>(query)).rows.map((row) =>
        Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)),
      )
    : (LISTED[operation.url] ?? [operation.input?.properties?.['page_size'] ? { page_size: 4 } : {}]);
  const parts: string[] = [];
  const localised = new Set<string>();
  for (const input of inputs) {
    const zh = await read(operation, input, 'zh');
    for (const change of changes(zh, await read(operation, input, 'en'))) localised.add(change);
    parts.push(`${JSON.stringify(input)}${written(zh)}`);
  }
  for (const variant of variants(operation))
    parts.push(
      `${JSON.stringify(variant)} ${JSON.stringify(entries(await read(operation, { ...(query && inputs[0]), ...variant }, 'zh')))}`,
    );
  return [...parts, 'In English:', ...[...localised].sort()].join('\n');
};

test('every read of the seeded world is as recorded, in both languages and with each filter; the reads that write are recorded in trust/writes', async () => {
  const reads = operationsOf(api).filter(
    ({ method, name }) => method === 'GET' && !LEFT_OUT[name] && !WITHOUT_THE_WORLD.includes(name),
  );
  expect(reads.length).toBeGreaterThan(60);
  const recorder = await Recorder.over(api, []);
  const writing = Object.keys(LEFT_OUT);
  for (const operation of reads) {
    let answers = '';
    const effects = await recorder.record(null, async () => {
      answers = await recorded(operation);
      return null;
    });
    expect(answers).toMatchSnapshot(operation.name);
    if (effects !== 'answer: null') writing.push(operation.name);
  }
  expect(recordedCalls(true)).toEqual(writing.sort());
});
