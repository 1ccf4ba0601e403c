import { channel } from 'node:diagnostics_channel';
import type { ErrorCode, RefusalEnvelope } from '@yunduo/api-contract';
import type { FieldMessage } from '@yunduo/validation/schemas';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { accountIsGone, databaseIsAway } from '../db/errors.ts';
import { recordSecurityEvent } from '../modules/security/events.ts';
import { errorResponse } from './envelope.ts';
import { ApiError, apiError } from './errors.ts';
import { brokenRules, fieldErrors, type SchemaFault } from './field-errors.ts';
import { missingMessage } from './missing-field.ts';
import { isOpened, localeOfLink, sendLinkError } from './opened-link.ts';

/** Milliseconds that a client should wait when a dependency is unavailable. */
const RETRY_AFTER_OUTAGE = 5_000;

/** Fastify's own errors are never sent as 413, 415 or 422, but as 400 with their code. */
const FRAMEWORK_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'FILE_TOO_LARGE',
  FST_REQ_FILE_TOO_LARGE: 'FILE_TOO_LARGE',
  FST_ERR_HANDLER_TIMEOUT: 'UNAVAILABLE',
  FST_UNDER_PRESSURE: 'UNAVAILABLE',
};
/** What a route said of the file that it then could not send. */
const OF_THE_FILE = ['accept-ranges', 'content-disposition', 'content-range', 'etag', 'last-modified'];
/** Bytes of a refused body that are still read: what an edge proxy accepts for a JSON call. */
const READ_TO_ITS_END_MAX = 2 * 1024 * 1024;
const DISK_REFUSES = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EIO']);

/** Errors of any call that are logged as security events; neither has a row, so nothing is awaited. */
const ERROR_EVENTS: Partial<Record<ErrorCode, 'access_denied' | 'limit_reached'>> = {
  FORBIDDEN: 'access_denied',
  TOKEN_SCOPE_MISSING: 'access_denied',
  TOO_MANY_REQUESTS: 'limit_reached',
  RATE_LIMITED: 'limit_reached',
};

/** Reports each error and its call to subscribers: tests compare them with the call's declaration. */
export const refusals = channel('yunduo:refusal');
export interface RefusalMessage {
  code: ErrorCode;
  request: FastifyRequest;
}

/** The latest response of each connection, finished or in progress. */
const latest = new WeakMap<Socket, ServerResponse>();

/** Sends every error in the envelope, in the language of the header. */
export function answerErrors(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    latest.set(request.raw.socket, reply.raw);
    done();
  });
  app.setErrorHandler((error: unknown, request, reply) => {
    if (mayBeReadToItsEnd(error, request)) void reply.removeHeader('connection');
    const thrown = toApiError(error, request);
    const event = ERROR_EVENTS[thrown.code];
    if (event) {
      const details = { call: request.routeOptions.url ?? '' };
      void recordSecurityEvent(app, event, { userId: request.user?.id ?? null, details });
    }
    return sendErrorResponse(thrown, request, reply);
  });
  app.setNotFoundHandler((request, reply) => {
    const methods = methodsAt(request);
    if (methods.length === 0) return sendErrorResponse(apiError('NOT_FOUND'), request, reply);
    void reply.header('allow', methods.join(', '));
    return sendErrorResponse(apiError('METHOD_NOT_ALLOWED'), request, reply);
  });
}

/**
 * Fastify closes the connection when a body is too large. A client still sending then gets a reset instead of the
 * response, which a proxy reports as a bad gateway. If the connection stays open, Node reads and discards a small rest.
 */
function mayBeReadToItsEnd(error: unknown, { headers }: FastifyRequest): boolean {
  const tooLarge = (error as Partial<FastifyError>).code === 'FST_ERR_CTP_BODY_TOO_LARGE';
  return tooLarge && Number(headers['content-length']) <= READ_TO_ITS_END_MAX;
}

/**
 * Sends an error in the language of the request, with the time to wait where it has one; as a page to a person who
 * opened a link.
 */
function sendErrorResponse(error: ApiError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error.retryAfter !== null) void reply.header('retry-after', error.retryAfter);
  for (const name of OF_THE_FILE) void reply.removeHeader(name);
  // Without a policy, caches may keep a 404: the picture or call may exist a moment later. That of a file is not its
  // error's.
  if (!String(reply.getHeader('cache-control')).includes('no-store'))
    void reply.header('cache-control', 'no-cache');
  void reply.headers(headersForMachines(error, request));
  refusals.publish({ code: error.code, request } satisfies RefusalMessage);
  if (isOpened(request)) return sendLinkError(error, request, reply, request.server.config.origin);
  if (request.routeOptions.config?.opened) request.locale = localeOfLink(request);
  return reply
    .code(statusOf(error, request))
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(refusalOf(error, request));
}

/** The envelope of an error: its fields with position, rule and sentence, and the request id in our log. */
function refusalOf({ code, data, words, rules }: ApiError, request: FastifyRequest): RefusalEnvelope {
  const { locale, method, id } = request;
  const envelope = errorResponse(locale, code, data, words);
  const place = method === 'GET' ? 'query' : 'body';
  const errors =
    data?.fields && fieldErrors({ locale, in: place, fields: data.fields, rules, otherwise: envelope.msg });
  return { ...envelope, data: errors ? { ...data, errors } : data, request_id: id };
}

/** Forms get 400 with the time to wait; a build server gets 429, which every HTTP client handles. */
const statusOf = (error: ApiError, { user }: FastifyRequest): number =>
  error.code === 'TOO_MANY_REQUESTS' && user?.token ? 429 : error.status;

/** HTTP's own headers for an error: how to authenticate (RFC 6750), how long to wait (the RateLimit header field). */
function headersForMachines(error: ApiError, request: FastifyRequest): Record<string, string> {
  const scope = error.data?.scope;
  if (error.status === 401) return { 'www-authenticate': 'Bearer' };
  if (scope !== undefined) {
    const lacking = scope === null ? '' : `, scope="${scope}"`;
    return { 'www-authenticate': `Bearer error="insufficient_scope"${lacking}` };
  }
  if (statusOf(error, request) === 429 && error.retryAfter !== null)
    return { ratelimit: `"default";r=0;t=${error.retryAfter}` };
  return {};
}

/** Other methods of the requested URL. */
const methodsAt = ({ server, url, method }: FastifyRequest): string[] =>
  ['GET', 'POST'].filter(
    (other) => other !== method && server.findRoute({ method: other, url: url.split('?')[0] ?? '' }) !== null,
  );

/** Requests whose address the router could not read. */
const malformed = new WeakSet<IncomingMessage>();
/** Stands for their address: no route has it. */
const MALFORMED_URL = '/malformed';

/**
 * Sends a call whose address the router cannot read through the app again, as one to an unknown address: the framework
 * runs no hooks for it, and its answer would have neither security headers nor the language.
 */
export function answerMalformed(
  app: FastifyInstance,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  malformed.add(request);
  request.url = MALFORMED_URL;
  app.routing(request, response);
}

/** Refuses those calls, after the hooks that set headers and language. */
export function rejectMalformed(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (malformed.has(raw)) throw apiError('BAD_REQUEST');
  });
}

const UNREADABLE: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/**
 * True if the unparseable bytes follow a response already started on this socket: they belong to its request, or come
 * after it while it is being sent.
 */
function hasAnswer(socket: Socket): boolean {
  const answer = latest.get(socket);
  return answer !== undefined && answer.headersSent && !(answer.req.complete && answer.writableFinished);
}

/**
 * Answers requests that Node cannot parse and that reach no route: a truncated body, endless headers. Sent only if the
 * client still listens.
 */
export function answerUnreadable({ code }: { code?: string }, socket: Socket): void {
  if (code !== 'ECONNRESET' && socket.writable && !hasAnswer(socket)) {
    const body = JSON.stringify(errorResponse('zh', 'BAD_REQUEST'));
    const answer = [
      `HTTP/1.1 ${UNREADABLE[code ?? ''] ?? '400 Bad Request'}`,
      'connection: close',
      'cache-control: no-store',
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      "content-security-policy: default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      'x-content-type-options: nosniff',
    ];
    socket.write(`${answer.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroy();
}

function toApiError(error: unknown, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error;
  const { code, statusCode, validation } = error as Partial<FastifyError>;
  if (validation) {
    const rules = brokenRules(validation as readonly SchemaFault[]);
    return apiError('VALIDATION_FAILED', { fields: invalidFields(validation, request), rules });
  }
  const known = code === undefined ? undefined : FRAMEWORK_CODES[code];
  if (known === 'UNAVAILABLE' || databaseIsAway(error) || DISK_REFUSES.has(code ?? '')) {
    request.log.error({ err: error }, 'unavailable');
    return apiError('UNAVAILABLE', { retryAfter: RETRY_AFTER_OUTAGE });
  }
  if (known) return apiError(known, { words: { limit: '256 KB' } });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return apiError(statusCode === 404 ? 'NOT_FOUND' : 'BAD_REQUEST');
  }
  if (accountIsGone(error)) return apiError('UNAUTHENTICATED');
  request.log.error({ err: error }, 'unexpected error');
  return apiError('INTERNAL');
}

/** Fields that the contract's schema refused; a missing field has its own sentence. */
function invalidFields(
  validation: NonNullable<FastifyError['validation']>,
  { body, routeOptions }: FastifyRequest,
): Record<string, FieldMessage> {
  const given = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const url = (routeOptions.url ?? '').replace('/api', '');
  const fields: Record<string, FieldMessage> = {};
  for (const { instancePath, params } of validation) {
    const named = params['requiredProperties'] ?? params['additionalProperties'];
    const names = Array.isArray(named) ? named.map(String) : [instancePath.split('/')[1] ?? ''];
    for (const name of names) {
      if (!name || name === '__proto__') continue;
      const lacks = given[name] === undefined || given[name] === null || given[name] === '';
      fields[name] = lacks ? missingMessage(url, name) : 'field_invalid';
    }
  }
  return fields;
}
