import { misfits, type Misfit, type Reading, type Schema } from './schema-fit.ts';

/** A body or a response, by content type. */
export interface Content {
  content?: Record<string, { schema?: Schema }>;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema?: Schema;
}

/** One call in the OpenAPI document. */
export interface Operation {
  'x-access'?: string;
  'x-token-scope'?: string;
  parameters?: Parameter[];
  requestBody?: Content & { required?: boolean };
  responses?: Record<string, Content>;
}

export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  /** Webhook payloads, by event type. */
  webhooks?: Record<string, { post: Operation }>;
}

/** Guarantees for clients that are not in the document. */
export interface Catalogue {
  /** Error code → HTTP status. */
  errors: Record<string, number>;
  /** Calls that accept an `Idempotency-Key`, as `POST /api/order/create`. */
  idempotent: string[];
}

/** The guarantees of a released API. */
export interface Contract {
  openapi: OpenApi;
  catalogue: Catalogue;
}

export type BreakKind =
  | 'call removed'
  | 'access changed'
  | 'token scope changed'
  | 'idempotency removed'
  | 'content type changed'
  | 'input removed'
  | 'input required'
  | 'input retyped'
  | 'input narrower'
  | 'output removed'
  | 'output optional'
  | 'output retyped'
  | 'output wider'
  | 'error removed'
  | 'error status changed';

/** A change that breaks the previous release of a web app. */
export interface Break {
  /** `POST /api/order/create`, or `errors` for the catalogue. */
  call: string;
  kind: BreakKind;
  /** The field, empty for the call itself: `body.plan`, `query.page`, `data.list[].status`. */
  at: string;
  what: string;
}

const INPUT: Record<Misfit['rule'], BreakKind> = {
  type: 'input retyped',
  values: 'input narrower',
  limit: 'input narrower',
  required: 'input required',
  removed: 'input removed',
};

/** A bound of a response breaks no reader, which displays whatever arrives. */
const OUTPUT: Record<Misfit['rule'], BreakKind | undefined> = {
  type: 'output retyped',
  values: 'output wider',
  limit: undefined,
  required: 'output optional',
  removed: 'output removed',
};

/** Every call of a document by its name. */
export function callsOf({ paths }: OpenApi): Map<string, Operation> {
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, call]): [string, Operation] => [
        `${method.toUpperCase()} ${path}`,
        call,
      ]),
    ),
  );
}

/** Changes that break a client of `released` if `next` is served. Additions break nothing. */
export function contractBreaks(released: Contract, next: Contract): Break[] {
  const nextCalls = callsOf(next.openapi);
  const found: Break[] = [];
  for (const [name, before] of callsOf(released.openapi)) {
    const after = nextCalls.get(name);
    if (!after) found.push({ call: name, kind: 'call removed', at: '', what: 'is not served any more' });
    else found.push(...callBreaks(name, before, after));
  }
  for (const [name, { post: before }] of Object.entries(released.openapi.webhooks ?? {})) {
    const after = next.openapi.webhooks?.[name]?.post;
    const call = `webhook ${name}`;
    // Receivers read payloads, so these are compared like responses.
    const read = ({ requestBody = {} }: Operation): Operation => ({ responses: { 200: requestBody } });
    if (!after) found.push({ call, kind: 'call removed', at: '', what: 'is not sent any more' });
    else found.push(...callBreaks(call, read(before), read(after)));
  }
  return [...found, ...catalogueBreaks(released.catalogue, next.catalogue, nextCalls)];
}

/** Calls that `next` serves and `released` did not. */
export function newCalls(released: Contract, next: Contract): string[] {
  const before = callsOf(released.openapi);
  return [...callsOf(next.openapi).keys()].filter((name) => !before.has(name));
}

function callBreaks(call: string, before: Operation, after: Operation): Break[] {
  const found: Break[] = [];
  const changed = (kind: BreakKind, key: 'x-access' | 'x-token-scope'): void => {
    if (before[key] === after[key]) return;
    found.push({ call, kind, at: '', what: `${before[key] ?? 'none'} → ${after[key] ?? 'none'}` });
  };
  changed('access changed', 'x-access');
  changed('token scope changed', 'x-token-scope');
  const add = (kinds: typeof OUTPUT, reading: Reading, at: string, written: Schema, read: Schema): void => {
    for (const { rule, at: place, what } of misfits(written, read, reading, at)) {
      const kind = kinds[rule];
      if (kind) found.push({ call, kind, at: place, what });
    }
  };
  // Releases before 2026-11-26 did not document headers and multipart bodies, although clients send them.
  const saysHeaders = before.parameters?.some((parameter) => parameter.in === 'header') ?? false;
  for (const place of ['query', 'path', ...(saysHeaders ? ['header'] : [])]) {
    add(INPUT, 'strict', place, parameters(before, place), parameters(after, place));
  }
  const bodies = [bodyOf(before), bodyOf(after)];
  const [sent, taken] = bodies;
  if (sent?.type !== taken?.type && sent) {
    found.push({ call, kind: 'content type changed', at: 'body', what: `${sent.type} → ${taken?.type}` });
  } else if (taken?.schema && (sent ?? taken.type !== 'multipart/form-data')) {
    // A call that had no body sends nothing: every required field is new.
    add(
      INPUT,
      'strict',
      'body',
      sent?.schema ?? { type: 'object', additionalProperties: false },
      taken.schema,
    );
  }
  const [gave, gives] = [answerOf(before), answerOf(after)];
  if (gave && gave.type !== gives?.type) {
    found.push({ call, kind: 'content type changed', at: 'answer', what: `${gave.type} → ${gives?.type}` });
  } else if (gave?.schema && gives?.schema) add(OUTPUT, 'tolerant', '', gives.schema, gave.schema);
  return found;
}

/** The named values of a query or path as one object, so that one rule covers all. */
function parameters({ parameters: all = [] }: Operation, place: string): Schema {
  const named = all.filter((parameter) => parameter.in === place);
  return {
    type: 'object',
    properties: Object.fromEntries(named.map(({ name, schema }) => [name, schema ?? {}])),
    required: named.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
}

interface Typed {
  type: string;
  schema: Schema | undefined;
}

function contentOf(part: Content | undefined): Typed | undefined {
  const [first] = Object.entries(part?.content ?? {});
  return first && { type: first[0], schema: first[1].schema };
}

const bodyOf = (call: Operation): Typed | undefined => contentOf(call.requestBody);
const answerOf = (call: Operation): Typed | undefined => contentOf(call.responses?.['200']);

function catalogueBreaks(
  before: Catalogue,
  after: Catalogue,
  nextCalls: ReadonlyMap<string, Operation>,
): Break[] {
  const errors = Object.entries(before.errors).flatMap(([code, status]): Break[] => {
    const now = after.errors[code];
    if (now === status) return [];
    return now === undefined
      ? [{ call: 'errors', kind: 'error removed', at: code, what: 'is not given any more' }]
      : [{ call: 'errors', kind: 'error status changed', at: code, what: `${status} → ${now}` }];
  });
  // A removed call has already been reported.
  const idempotent = before.idempotent
    .filter((call) => !after.idempotent.includes(call) && nextCalls.has(call))
    .map((call): Break => ({
      call,
      kind: 'idempotency removed',
      at: '',
      what: 'a repeated call would be done twice',
    }));
  return [...errors, ...idempotent];
}
