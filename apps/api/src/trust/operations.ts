import { createHash } from 'node:crypto';
import type { Access } from '@yunduo/api-contract';
import { sql } from 'drizzle-orm';
import { tableName, tablesOf } from '../backup/tables.ts';
import type { Db } from '../db/client.ts';
import type { TestApp } from '../testing/app.ts';
import { someIp } from '../testing/people.ts';

/** The part of JSON Schema that our document uses. */
export interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  minItems?: number;
  minLength?: number;
  minimum?: number;
  pattern?: string;
  format?: string;
}

/** One call, from the OpenAPI document of the running app. */
export interface Operation {
  /** `POST /order/pay` */
  name: string;
  method: 'GET' | 'POST';
  url: string;
  access: Access;
  multipart: boolean;
  /** Schema of the query of a GET, or of the body of a POST; null without input. */
  input: Schema | null;
}

interface DocumentedCall {
  'x-access'?: Access;
  /** The parts of a form, for a call with files. */
  'x-parts'?: unknown;
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema?: Schema } | undefined> };
}

/** Every documented call of the running app, so that new ones are included automatically. */
export function operationsOf({ app }: TestApp): Operation[] {
  const document = app.swagger() as unknown as { paths: Record<string, Record<string, DocumentedCall>> };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([verb, call]): Operation => {
      const method = verb.toUpperCase() as 'GET' | 'POST';
      const url = path.replace(/^\/api/, '');
      const name = `${method} ${url}`;
      const query = (call.parameters ?? []).filter((parameter) => parameter.in === 'query');
      const body = call.requestBody?.content['application/json']?.schema ?? null;
      return {
        name,
        method,
        url,
        access: call['x-access'] ?? 'public',
        multipart: call['x-parts'] !== undefined,
        input:
          method === 'POST'
            ? body
            : {
                type: 'object',
                properties: Object.fromEntries(query.map((parameter) => [parameter.name, parameter.schema])),
                required: query.filter(({ required }) => required).map((parameter) => parameter.name),
              },
      };
    }),
  );
}

export interface Reply {
  status: number;
  code: string;
  text: string;
  fields: string[];
  headers: Record<string, unknown>;
}

/** Sends an operation as any client could, with exactly these headers. */
export async function send(
  { app }: Pick<TestApp, 'app'>,
  { method, url, multipart }: Operation,
  input: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) query.set(name, String(value));
  const form = multipart ? new Response(formOf(input)) : null;
  const response = await app.inject({
    method,
    url: `/api${url.replace('{provider}', 'sandbox')}${method === 'GET' && query.size > 0 ? `?${query}` : ''}`,
    headers: {
      lang: 'us',
      ...(form && { 'content-type': form.headers.get('content-type') ?? '' }),
      ...headers,
    },
    remoteAddress: someIp(),
    ...(form
      ? { payload: Buffer.from(await form.arrayBuffer()) }
      : method === 'POST' && {
          payload: JSON.stringify(input),
          headers: { lang: 'us', 'content-type': 'application/json', ...headers },
        }),
  });
  const body = JSON.parse(response.body.startsWith('{') ? response.body : '{}') as {
    code?: string;
    data?: { fields?: object } | null;
  };
  return {
    status: response.statusCode,
    code: body.code ?? '',
    text: response.body,
    fields: Object.keys(body.data?.fields ?? {}),
    headers: response.headers,
  };
}

/** Short fields first, as our forms send them, then the file. */
function formOf({ file, ...fields }: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  if (file) form.append('file', new Blob([file as Uint8Array<ArrayBuffer>]), 'file');
  return form;
}

export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

/** Tables that limits and captchas may change; they belong to no user and reveal nothing. */
const COUNTERS = new Set([
  'public.throttles',
  'public.captcha_challenges',
  'public.captcha_tickets',
  // Refusals are recorded too.
  'public.security_events',
]);

/** A checksum over the rows of each table. */
export async function stateOf(db: Db): Promise<Record<string, string>> {
  const tables = (await tablesOf(db)).filter((table) => !COUNTERS.has(tableName(table)));
  const sums = tables.map(
    ({ schema, name }) =>
      sql`select ${`${schema}.${name}`}::text as name,
            (select md5(coalesce(string_agg(t::text, chr(10) order by t::text), '')) from ${sql.identifier(schema)}.${sql.identifier(name)} t) as sum`,
  );
  const { rows } = await db.execute<{ name: string; sum: string }>(sql.join(sums, sql` union all `));
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}

/** Names of the tables that changed. */
export function changedTables(before: Record<string, string>, now: Record<string, string>): string[] {
  return Object.keys(now)
    .filter((name) => before[name] !== now[name])
    .toSorted();
}

/** A deterministic value that a schema accepts; `null` where allowed. */
export function sample(schema: Schema, name = 'x'): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return sample(schema.anyOf[0] ?? {}, name);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((key) => [key, sample(schema.properties?.[key] ?? {}, key)]),
      );
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items ?? {}, name));
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return text(schema, name);
  }
}

function text({ format, pattern, minLength = 0 }: Schema, name: string): string {
  if (format === 'date-time') return '2027-01-01T00:00:00.000Z';
  if (format === 'date' || pattern?.includes('\\d{4}-\\d{2}-\\d{2}')) return '2026-12-01';
  if (pattern?.includes('[0-9a-f]')) return createHash('sha256').update(name).digest('hex').slice(0, 64);
  return name.padEnd(Math.max(minLength, 1), 'x');
}
