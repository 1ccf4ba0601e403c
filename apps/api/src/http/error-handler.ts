import { channel } from 'node:diagnostics_channel';
import type { ErrorCode, RefusalEnvelope } from '@yunduo/api-contract';
import type { FieldMessage } from '@yunduo/validation/schemas';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { accountIsGone, databaseIsAway } from '../db/errors.ts';
import { recordSecurityEvent } from '../modules/security/events.ts';
import { errorResponse } from './envelope.ts';
import { ApiError, apiError } from './errors.ts';
import { brokenRules, fieldErrors, type SchemaFault } from './field-errors.ts';
import { missingMessage } from './missing-field.ts';

/** Seconds that a client should let pass when something we need is away. */
const RETRY_AFTER_OUTAGE = 5_000;

/** What Fastify itself refuses never reaches a form as 413, 415 or 422: it is a 400 with its code. */
const FRAMEWORK_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'FILE_TOO_LARGE',
  FST_REQ_FILE_TOO_LARGE: 'FILE_TOO_LARGE',
  FST_ERR_HANDLER_TIMEOUT: 'UNAVAILABLE',
  FST_UNDER_PRESSURE: 'UNAVAILABLE',
};
/** Bytes of a refused body that are still read: what an edge in front lets through to a call that takes JSON. */
const READ_TO_ITS_END_MAX = 2 * 1024 * 1024;
const DISK_REFUSES = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EIO']);

/** Refusals of any call that the security log names; neither has a row of its own, so nothing is waited for. */
const ERROR_EVENTS: Partial<Record<ErrorCode, 'access_denied' | 'limit_reached'>> = {
  FORBIDDEN: 'access_denied',
  TOKEN_SCOPE_MISSING: 'access_denied',
  TOO_MANY_REQUESTS: 'limit_reached',
  RATE_LIMITED: 'limit_reached',
};

/** Tells who listens what was refused, and to which call: tests compare it with what the call declares. */
export const refusals = channel('yunduo:refusal');
export interface RefusalMessage {
  code: ErrorCode;
  request: FastifyRequest;
}

/** What each connection was answered last, or is being answered. */
const latest = new WeakMap<Socket, ServerResponse>();

/** Every error leaves in the envelope, in the language of the header. */
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
 * Fastify hangs up on a body that is too large. Whoever is still sending then meets a reset instead of the answer, and a
 * proxy makes "nobody is there" of it. Node reads a small rest and throws it away when the connection stays.
 */
function mayBeReadToItsEnd(error: unknown, { headers }: FastifyRequest): boolean {
  const tooLarge = (error as Partial<FastifyError>).code === 'FST_ERR_CTP_BODY_TOO_LARGE';
  return tooLarge && Number(headers['content-length']) <= READ_TO_ITS_END_MAX;
}

/** Answers with an error in the language of the request, and with how long to wait where it says so. */
export function sendErrorResponse(
  error: ApiError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error.retryAfter !== null) void reply.header('retry-after', error.retryAfter);
  void reply.headers(headersForMachines(error, request));
  refusals.publish({ code: error.code, request } satisfies RefusalMessage);
  return reply
    .code(statusOf(error, request))
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(refusalOf(error, request));
}

/** The envelope of a refusal: its fields once more with place, rule and sentence, and the id that our log has. */
function refusalOf({ code, data, words, rules }: ApiError, request: FastifyRequest): RefusalEnvelope {
  const { locale, method, id } = request;
  const envelope = errorResponse(locale, code, data, words);
  const place = method === 'GET' ? 'query' : 'body';
  const errors =
    data?.fields && fieldErrors({ locale, in: place, fields: data.fields, rules, otherwise: envelope.msg });
  return { ...envelope, data: errors ? { ...data, errors } : data, request_id: id };
}

/** People's forms hear 400 with a pause; a build server hears what every HTTP client knows to wait for. */
const statusOf = (error: ApiError, { user }: FastifyRequest): number =>
  error.code === 'TOO_MANY_REQUESTS' && user?.token ? 429 : error.status;

/** What HTTP itself says of an error: how to authenticate (RFC 6750), how long to wait (the RateLimit header field). */
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

/** The methods that an address has, beside the one that was asked for. */
const methodsAt = ({ server, url, method }: FastifyRequest): string[] =>
  ['GET', 'POST'].filter(
    (other) => other !== method && server.findRoute({ method: other, url: url.split('?')[0] ?? '' }) !== null,
  );

const UNREADABLE: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/** Whether what cannot be read belongs to a request that has an answer, or stands behind one that is on its way. */
function hasAnswer(socket: Socket): boolean {
  const answer = latest.get(socket);
  return answer !== undefined && answer.headersSent && !(answer.req.complete && answer.writableFinished);
}

/** What Node cannot read to its end reaches no route: a body that is cut off, headers without end. Whoever still listens is told. */
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

/** What the contract's schema refused, by field: a field that is missing has a sentence of its own. */
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
