import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { endpoints, ERRORS, type Endpoint, type ErrorCode } from '@yunduo/api-contract';
import { webhookSchemas } from '@yunduo/api-contract/schemas';
import { examples } from '@yunduo/api-contract/examples';
import { errors as en } from '@yunduo/i18n/en/errors';
import { errors as zh } from '@yunduo/i18n/zh/errors';
import { WEBHOOK_TYPES } from '@yunduo/validation';
import type { FastifyContextConfig } from 'fastify';

const { webhookBody, WEBHOOK_HEADERS, WEBHOOK_SUMMARIES } = webhookSchemas;

/** Description of each area of the contract. A new area does not compile without one. */
const AREAS: Record<keyof typeof endpoints, string> = {
  health: 'Health and this document',
  site: 'Site information',
  homeArticle: 'Site articles',
  protocol: 'Agreements',
  captcha: 'Captcha',
  userAuth: 'Registration and sign-in',
  userInfo: 'Your account',
  userFactor: 'Two-step sign-in',
  userDevice: 'Device sign-in (RFC 8628)',
  appStore: 'App store',
  clientDownload: 'Client downloads',
  privateDeploy: 'Private deployment',
  invite: 'Invitation requests',
  authCode: 'Authorization codes, servers and licence files',
  order: 'Orders, payments and refunds',
  payNotify: 'Payment notices',
  devCenter: 'Developer account',
  devApp: 'Your apps',
  devToken: 'Build tokens',
  devWebhook: 'Webhooks',
  feedback: 'Feedback',
  subscribe: 'Newsletter',
  mail: 'Calls for email programs',
  activity: 'Activities',
  adminReview: 'Review of submitted versions',
  adminCalendar: 'Working days',
  adminInvite: 'Invitation codes',
  adminRelease: 'Versions of the client and of private deployment',
  adminContent: 'Site articles',
  adminProtocol: 'Agreement texts',
  adminActivity: 'Activities',
  adminOrder: 'Orders, transfers and refunds',
  adminFeedback: 'Feedback',
  adminApp: 'Apps in the store',
  adminReport: 'Reports about apps',
  adminDesk: 'Operators’ to-dos',
  adminUser: 'Accounts and roles',
  adminAudit: 'Audit log',
  adminDecision: 'Decisions by a second operator',
};

/** `orderCreate` for `endpoints.order.create`, under the tag `order`. */
const NAMES = new Map<Endpoint, { operationId: string; tags: string[] }>(
  Object.entries(endpoints).flatMap(([area, calls]) =>
    Object.entries(calls as Record<string, Endpoint>).map(([name, call]) => [
      call,
      { operationId: `${area}${name.charAt(0).toUpperCase()}${name.slice(1)}`, tags: [area] },
    ]),
  ),
);

/** Error codes of a call: those that follow from its declaration, and those that it declares. */
export function errorCodesOf({ access, scope, proof, endpoint, call }: FastifyContextConfig): ErrorCode[] {
  const takesInput = call?.query ?? call?.body ?? call?.parts ?? call?.params;
  const codes: ErrorCode[] = [
    ...(takesInput ? (['VALIDATION_FAILED', 'BAD_REQUEST'] as const) : []),
    ...((call?.body ?? call?.parts) ? (['FILE_TOO_LARGE'] as const) : []),
    ...(access === 'public' ? [] : (['UNAUTHENTICATED', 'FORBIDDEN'] as const)),
    ...(['reviewer', 'operator'].includes(access ?? '') ? (['STAFF_FACTOR_REQUIRED'] as const) : []),
    ...(scope ? (['TOKEN_SCOPE_MISSING'] as const) : []),
    ...(proof ? (['PROOF_REQUIRED'] as const) : []),
    ...(endpoint?.idempotent ? (['IDEMPOTENCY_KEY_INVALID', 'IDEMPOTENCY_CONFLICT'] as const) : []),
    ...(endpoint?.format === 'form' ? (['FILE_REQUIRED', 'FILE_TYPE'] as const) : []),
    'TOO_MANY_REQUESTS',
    'RATE_LIMITED',
    'INTERNAL',
    'UNAVAILABLE',
    ...(call?.errors ?? []),
  ];
  return [...new Set(codes)];
}

/** The document is generated from the validating schemas, so it always matches the implementation. */
export const openapi: FastifyDynamicSwaggerOptions = {
  openapi: {
    openapi: '3.1.0',
    info: { title: 'Yunduo API', version: '1' },
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The token of a session.' },
        buildToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'A build token. `x-token-scope` gives the required scope.',
        },
      },
    },
  },
  transform: ({ schema, url, route }) => {
    const config = route.config ?? {};
    const { access, scope, proof, endpoint, call } = config;
    return {
      url,
      schema: {
        ...schema,
        hide: !url.startsWith('/api/') || route.method === 'HEAD',
        ...(endpoint && NAMES.get(endpoint)),
        ...(call && { summary: call.summary, description: call.description ?? `${call.summary}.` }),
        ...(access && {
          security:
            access === 'public'
              ? endpoint?.personal
                ? [{}, { session: [] }]
                : []
              : [{ session: [] }, ...(scope ? [{ buildToken: [] }] : [])],
        }),
        ...(scope && { 'x-token-scope': scope }),
        ...(proof && { 'x-proof': proof }),
        // Used by the tests that try every owned call with other users' ids.
        ...(access && { 'x-access': access }),
        ...(access && { 'x-error-codes': errorCodesOf(config) }),
        ...(endpoint?.idempotent && { 'x-idempotent': true }),
        ...(call?.media !== undefined && { 'x-media': call.media }),
        ...(call?.shared && { 'x-shared': true }),
        ...(call?.ranges && { 'x-ranges': true }),
        ...(call?.redirects && { 'x-redirects': true }),
        ...(call?.headers && { 'x-headers': call.headers }),
        ...(call?.parts && { 'x-parts': call.parts }),
      },
    };
  },
};

/** Audience of a document: developers who integrate, or operators. */
export type Audience = 'public' | 'operators';

interface JsonSchema {
  title?: string;
  [key: string]: unknown;
}
interface RawOperation {
  'x-access'?: string;
  'x-error-codes'?: ErrorCode[];
  'x-idempotent'?: boolean;
  'x-media'?: string;
  'x-shared'?: boolean;
  'x-ranges'?: boolean;
  'x-redirects'?: boolean;
  'x-headers'?: Record<string, string>;
  'x-parts'?: JsonSchema;
  tags?: string[];
  parameters?: unknown[];
  requestBody?: unknown;
  responses?: Record<string, unknown>;
  [key: string]: unknown;
}
/** The part of a document used here. */
export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string };
  components?: { securitySchemes?: unknown; schemas?: Record<string, unknown> };
  paths?: Record<string, Record<string, RawOperation>>;
  webhooks?: Record<string, unknown>;
}

const DESCRIPTIONS: Record<Audience, string> = {
  public: [
    'JSON responses have the fields `code` (`OK` or an error code), `msg` (a message for users in the language of the `Lang` header) and `data`.',
    'Fields, calls, error codes and enum values can be added at any time. Clients must ignore unknown fields and handle unknown values.',
    'Times are ISO 8601 in UTC. Dates are in Beijing time (Asia/Shanghai). Amounts are integers in minor units (fen).',
  ].join('\n\n'),
  operators: 'Calls for operators, reviewers and monitoring.',
};

const ref = (kind: 'schemas' | 'parameters' | 'headers', name: string) => ({
  $ref: `#/components/${kind}/${name}`,
});
const text = (description: string, example: string) => ({
  description,
  schema: { type: 'string' },
  example,
});

const PARAMETERS = {
  Lang: {
    name: 'Lang',
    in: 'header',
    description: 'Language of texts in the response. Default: `Accept-Language`.',
    schema: { type: 'string', enum: ['zh-cn', 'us'], default: 'zh-cn' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Repeated calls with the same key are executed once and return the same response for 24 hours.',
    schema: { type: 'string', minLength: 8, maxLength: 128, pattern: '^[\\x21-\\x7e]+$' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of the cached response.',
    schema: { type: 'string' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The `ETag` of the part that is there already: another file is answered with 412.',
    schema: { type: 'string' },
  },
  Range: {
    name: 'Range',
    in: 'header',
    description: 'The requested part of the file, such as `bytes=0-1023`.',
    schema: { type: 'string' },
  },
};
const HEADERS = {
  RequestId: text(
    'Identifies the request in the server log. Set it yourself with 8 to 64 letters, digits, `.`, `_` or `-`. Include it when you contact customer service.',
    '0f9ad0c2-6f0e-4a39-9d0c-3f2b0a4b7c11',
  ),
  ETag: text(
    'Version of the response. Send it as `If-None-Match` to receive 304 if nothing has changed.',
    '"kM8z1Qw0aGZr2t5n7p9s4u6v8x0"',
  ),
  RetryAfter: {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'integer' },
    example: 30,
  },
  ContentRange: text('Position of this part in the file.', 'bytes 0-1023/4096'),
};
const REQUEST_ID = { 'x-request-id': ref('headers', 'RequestId') };

/** Webhook events: for each, what a receiver gets and answers. */
const webhooksOf = (named: (schema: unknown) => unknown) =>
  Object.fromEntries(
    WEBHOOK_TYPES.map((type) => [
      type,
      {
        post: {
          operationId: `webhook${type.replace(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
          tags: ['devWebhook'],
          summary: WEBHOOK_SUMMARIES[type],
          description: `${WEBHOOK_SUMMARIES[type]}.`,
          security: [],
          parameters: Object.entries(WEBHOOK_HEADERS).map(([name, description]) => ({
            name,
            in: 'header',
            required: true,
            description,
            schema: { type: 'string' },
          })),
          requestBody: {
            required: true,
            content: { 'application/json': { schema: named(webhookBody(type)) } },
          },
          responses: {
            '2XX': { description: 'Received. Any other response, including a redirect, is retried.' },
          },
        },
      },
    ]),
  );

const ofOperators = ({ tags = [], ...operation }: RawOperation): boolean =>
  ['operator', 'reviewer'].includes(operation['x-access'] ?? '') || tags.includes('health');

/** The published document of one audience: named schemas appear once, and each error lists its codes. */
export function published(raw: OpenApiDocument, audience: Audience): OpenApiDocument {
  const schemas: Record<string, unknown> = {};
  /** Moves named schemas to the components; two different ones with the same name are a defect. */
  const named = (schema: unknown): unknown => {
    if (Array.isArray(schema)) return schema.map(named);
    if (typeof schema !== 'object' || schema === null) return schema;
    const {
      title,
      $comment: here,
      ...rest
    } = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, named(value)])) as JsonSchema;
    // TypeBox describes a tuple in an older JSON Schema draft than OpenAPI 3.1 uses.
    if (Array.isArray(rest['items'])) {
      rest['prefixItems'] = rest['items'];
      rest['items'] = false;
      delete rest['additionalItems'];
    }
    // A field may also be called `title`.
    if (typeof title !== 'string') return title === undefined ? rest : { title, ...rest };
    if (schemas[title] && JSON.stringify(schemas[title]) !== JSON.stringify(rest))
      throw new Error(`two schemas are called ${title}`);
    schemas[title] = rest;
    return { ...ref('schemas', title), ...(here !== undefined && { description: here }) };
  };

  const paths: OpenApiDocument['paths'] = {};
  for (const [path, methods] of Object.entries(raw.paths ?? {}))
    for (const [method, operation] of Object.entries(methods))
      if (ofOperators(operation) === (audience === 'operators'))
        (paths[path] ??= {})[method] = publishedOperation(operation, named);

  const tags = new Set(
    Object.values(paths).flatMap((methods) => Object.values(methods).flatMap((call) => call.tags ?? [])),
  );
  const codes = Object.keys(ERRORS) as ErrorCode[];
  const webhooks = audience === 'public' && tags.has('devWebhook') ? webhooksOf(named) : null;
  return {
    ...raw,
    info: {
      ...raw.info,
      description: DESCRIPTIONS[audience],
      license: { name: 'Proprietary', url: 'https://yunduo.example/en/protocol/user' },
    } as OpenApiDocument['info'],
    servers: [{ url: '/', description: 'The site itself' }],
    tags: Object.entries(AREAS)
      .filter(([name]) => tags.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    ...(webhooks && { webhooks }),
    components: {
      securitySchemes: Object.fromEntries(
        Object.entries(raw.components?.securitySchemes ?? {}).filter(([name]) =>
          JSON.stringify(paths).includes(`{"${name}":[]}`),
        ),
      ),
      parameters: used(PARAMETERS, 'parameters', paths),
      headers: used(HEADERS, 'headers', paths),
      schemas: {
        ...schemas,
        ErrorCode: {
          type: 'string',
          description: 'Other values may be added.',
          enum: codes,
          'x-words': Object.fromEntries(
            codes.map((code) => [code, { status: ERRORS[code], zh: zh[code], en: en[code] }]),
          ),
        },
        Refusal: REFUSAL,
      },
    },
  } as OpenApiDocument;
}

/** The components of a kind that the calls reference. */
const used = (components: object, kind: 'parameters' | 'headers', paths: object): object => {
  const text = JSON.stringify(paths);
  return Object.fromEntries(
    Object.entries(components).filter(([name]) => text.includes(`"${ref(kind, name).$ref}"`)),
  );
};

const REFUSAL = {
  type: 'object',
  required: ['code', 'msg', 'data'],
  properties: {
    code: ref('schemas', 'ErrorCode'),
    request_id: {
      type: 'string',
      description:
        'The value of the header `x-request-id`, which identifies the request in the server log. Missing if the request could not be parsed.',
    },
    msg: { type: 'string', description: 'A message for users, in the language of the `Lang` header.' },
    data: {
      anyOf: [
        { type: 'null' },
        {
          type: 'object',
          properties: {
            fields: {
              type: 'object',
              description: 'Message key for each invalid field.',
              additionalProperties: { type: 'string' },
            },
            errors: {
              type: 'array',
              description: 'The same errors with location, rule and message.',
              items: {
                type: 'object',
                required: ['in', 'pointer', 'rule', 'message'],
                properties: {
                  in: { type: 'string', enum: ['query', 'body'] },
                  pointer: {
                    type: 'string',
                    description: 'A JSON pointer (RFC 6901) into the query or the body.',
                  },
                  rule: {
                    type: 'string',
                    description:
                      'The violated schema keyword, such as `maximum`, or a message key. Other values may be added.',
                  },
                  limit: {
                    description: 'The limit of the rule: a number, type, pattern or list of allowed values.',
                    anyOf: [
                      { type: 'number' },
                      { type: 'string' },
                      { type: 'array', items: { type: 'string' } },
                    ],
                  },
                  message: { type: 'string', description: 'A message for users, in the requested language.' },
                },
              },
            },
            retry_after: { type: 'integer', description: 'Seconds to wait before the next attempt.' },
            captcha_required: { type: 'boolean', description: 'The next attempt requires a captcha ticket.' },
            scope: {
              type: ['string', 'null'],
              description: 'The missing scope; null if no build token can make this call.',
            },
            revision: { type: 'integer', description: 'The current revision.' },
            unpublished: {
              type: 'object',
              description: 'An app that has been unpublished.',
              required: ['app_key', 'name', 'replaced_by'],
              properties: {
                app_key: { type: 'string' },
                name: { type: 'string' },
                replaced_by: {
                  type: ['object', 'null'],
                  description: 'The replacement set by the developer, if any.',
                  required: ['id', 'app_key', 'name'],
                  properties: {
                    id: { type: 'integer' },
                    app_key: { type: 'string' },
                    name: { type: 'string' },
                  },
                },
              },
            },
            proof: {
              type: 'array',
              description: 'Available methods for confirming the identity.',
              items: { type: 'string' },
            },
            second_step: {
              type: 'object',
              description: 'Available second factors.',
              required: ['ticket', 'methods', 'until'],
              properties: {
                ticket: { type: 'string' },
                methods: { type: 'array', items: { type: 'string' } },
                until: { type: 'string', format: 'date-time' },
              },
            },
          },
        },
      ],
    },
  },
};

function publishedOperation(operation: RawOperation, named: (schema: unknown) => unknown): RawOperation {
  const {
    'x-error-codes': codes = [],
    'x-idempotent': idempotent,
    'x-media': media,
    'x-shared': shared,
    'x-ranges': ranges,
    'x-redirects': redirects,
    'x-headers': headers = {},
    'x-parts': parts,
    parameters = [],
    requestBody,
    responses = {},
    ...rest
  } = operation;
  const example = examples[String(rest['operationId'])];
  const inExample: Record<string, unknown> = { ...example?.query, ...example?.path, ...example?.headers };
  const exemplified = <T extends object>(parameter: T): T =>
    'name' in parameter && String(parameter.name) in inExample
      ? { ...parameter, example: inExample[String(parameter.name)] }
      : parameter;
  const tagged = { ...REQUEST_ID, ...((shared ?? ranges) && { ETag: ref('headers', 'ETag') }) };
  const answer = responses['200'] as { content?: Record<string, { schema: JsonSchema }> } | undefined;
  const good = answer?.content?.['application/json']?.schema;
  const file = (schema: object) => ({ [media ?? 'application/json']: { schema } });

  return {
    ...rest,
    parameters: [
      ...(named(parameters) as object[]).map(exemplified),
      ...Object.entries(headers).map(([name, description]) =>
        exemplified({ name, in: 'header', required: true, description, schema: { type: 'string' } }),
      ),
      ref('parameters', 'Lang'),
      ...(idempotent ? [ref('parameters', 'IdempotencyKey')] : []),
      ...((shared ?? ranges) ? [ref('parameters', 'IfNoneMatch')] : []),
      ...(ranges ? [ref('parameters', 'IfMatch'), ref('parameters', 'Range')] : []),
    ],
    ...(parts
      ? { requestBody: { required: true, content: { 'multipart/form-data': { schema: named(parts) } } } }
      : requestBody !== undefined && {
          requestBody: withExample(named(requestBody) as JsonBody, example?.body),
        }),
    responses: {
      ...(redirects
        ? {
            303: {
              description: 'The next page',
              headers: { ...REQUEST_ID, Location: text('The page.', '/subscribe') },
            },
          }
        : {
            200: {
              description: 'Done',
              headers: tagged,
              content:
                media === undefined
                  ? {
                      'application/json': {
                        schema: named(good),
                        ...(example?.answer !== undefined && { example: example.answer }),
                      },
                    }
                  : file({ type: 'string' }),
            },
          }),
      ...(ranges && {
        206: {
          description: 'The requested part',
          headers: { ...tagged, 'Content-Range': ref('headers', 'ContentRange') },
          content: file({ type: 'string', format: 'binary' }),
        },
        412: { description: 'Not the file of `If-Match`', headers: tagged },
        416: {
          description: 'Range not satisfiable',
          headers: { 'Content-Range': ref('headers', 'ContentRange') },
        },
      }),
      ...((shared ?? ranges) && {
        304: { description: 'Not modified: the cached response is current', headers: tagged },
      }),
      ...refusals(codes),
    },
  } as RawOperation;
}

interface JsonBody {
  content: Record<string, object>;
}
const withExample = (body: JsonBody, example: unknown): JsonBody => ({
  ...body,
  content: Object.fromEntries(
    Object.entries(body.content).map(([media, content]) => [media, { ...content, example }]),
  ),
});

/** One response per status, which lists its codes. */
function refusals(codes: readonly ErrorCode[]): Record<string, unknown> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) byStatus.set(ERRORS[code], [...(byStatus.get(ERRORS[code]) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, those]) => [
      status,
      {
        description: those.map((code) => `\`${code}\``).join(', '),
        headers: {
          ...REQUEST_ID,
          ...(those.some((code) => WITH_PAUSE.has(code)) && { 'Retry-After': ref('headers', 'RetryAfter') }),
        },
        content: {
          'application/json': {
            schema: { allOf: [ref('schemas', 'Refusal'), { properties: { code: { enum: those } } }] },
          },
        },
      },
    ]),
  );
}

/** Codes that include the time to wait. */
const WITH_PAUSE = new Set<ErrorCode>(['TOO_MANY_REQUESTS', 'RATE_LIMITED', 'UNAVAILABLE', 'ACCOUNT_LOCKED']);
