import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorCode } from '@yunduo/api-contract';

export const CONTRACT = join(import.meta.dirname, '../../../libs/api-contract');

/** The parts of JSON Schema that the published document uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema | false;
  prefixItems?: Schema[];
  additionalProperties?: Schema | boolean;
  patternProperties?: Record<string, Schema>;
  anyOf?: Schema[];
  allOf?: Schema[];
  enum?: (string | number)[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
}

export interface Parameter {
  name: string;
  in: 'query' | 'path' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
}
interface Content {
  /** Undefined if any value is allowed, as an empty schema means. */
  schema?: Schema;
  example?: unknown;
}
export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: [string];
  security: Record<string, unknown>[];
  parameters: ({ $ref: string } | Parameter)[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { description: string; content?: Record<string, Content> }>;
  'x-token-scope'?: string;
  'x-proof'?: string;
}
/** An operation with its method and path. */
export interface Call extends Operation {
  method: 'GET' | 'POST';
  path: string;
}
export interface ErrorWords {
  status: number;
  zh: string;
  en: string;
}
interface OpenApi {
  info: { title: string; version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema> & { ErrorCode: { 'x-words': Record<ErrorCode, ErrorWords> } };
  };
}

export interface PublicDocument {
  areas: { name: string; calls: Call[] }[];
  schemas: Record<string, Schema>;
  errors: [code: string, words: ErrorWords][];
}

/** Reads the committed public document, which external developers use. */
export function readDocument(): PublicDocument {
  const { tags, paths, components } = JSON.parse(
    readFileSync(join(CONTRACT, 'openapi.json'), 'utf8'),
  ) as OpenApi;
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => ({
      ...operation,
      path,
      method: method === 'get' ? 'GET' : 'POST',
    })),
  );
  return {
    areas: tags.map(({ name }) => ({ name, calls: calls.filter((call) => call.tags[0] === name) })),
    schemas: components.schemas,
    errors: Object.entries(components.schemas.ErrorCode['x-words']),
  };
}

/** Error codes that any call may return. */
export const COMMON_CODES: readonly ErrorCode[] = [
  'VALIDATION_FAILED',
  'BAD_REQUEST',
  'TOO_MANY_REQUESTS',
  'RATE_LIMITED',
  'INTERNAL',
  'UNAVAILABLE',
];

/** The error codes of an operation, ordered by status. */
export const codesOf = ({ responses }: Operation): string[] =>
  Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([, { description }]) =>
      [...description.matchAll(/`([A-Z_0-9]+)`/g)].map(([, code = '']) => code),
    );

/** The parameters of this operation only; the guides explain those of every call once. */
export const ownParameters = ({ parameters }: Operation): Parameter[] =>
  parameters.filter((parameter): parameter is Parameter => 'name' in parameter);

const has = ({ parameters }: Operation, name: string): boolean =>
  parameters.some((parameter) => '$ref' in parameter && parameter.$ref.endsWith(`/${name}`));
export const isIdempotent = (call: Operation): boolean => has(call, 'IdempotencyKey');
export const hasEtag = (call: Operation): boolean => has(call, 'IfNoneMatch');
export const hasRanges = (call: Operation): boolean => has(call, 'Range');

/** The single body of a call, with its media type. */
export function bodyOf({ requestBody }: Operation): { media: string; content: Content } | null {
  const [first] = Object.entries(requestBody?.content ?? {});
  return first ? { media: first[0], content: first[1] } : null;
}
export function answerOf({ responses }: Operation): { media: string; content: Content } | null {
  const [first] = Object.entries(responses['200']?.content ?? {});
  return first ? { media: first[0], content: first[1] } : null;
}
