import type { Access, DataOf, Endpoint, InputOf, Proof } from '@yunduo/api-contract';
import type { CallSchemas } from '@yunduo/api-contract/schemas';
import { PROOF_METHODS, type TokenScope } from '@yunduo/validation';
import { Type } from 'typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ok } from './envelope.ts';
import { apiError } from './errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call. The app refuses to start with a route under `/api` that does not say. */
    access?: Access;
    /** What its caller must have proved lately. */
    proof?: Proof;
    /** What a token of a build server must be allowed; without it such tokens are refused. */
    scope?: TokenScope;
    /** As in `RouteOptions`. */
    endsSession?: boolean;
    /** The call of the contract, and what the published document says of it. */
    endpoint?: Endpoint;
    call?: CallSchemas;
  }
}

/** Who is signed in, as a request knows them. */
export interface SessionUser {
  id: number;
  email: string;
  roles: readonly string[];
  /** 0 when a build server calls: its token belongs to no session. */
  sessionId: number;
  /** When the session last proved its owner; a build server's token never did. */
  provedAt?: Date;
  /** Set when a build server calls with a token of this user. */
  token?: BuildToken;
}

/** The token of a build server, as a request knows it. */
export interface BuildToken {
  id: number;
  scopes: readonly TokenScope[];
  /** The one app it may touch; null: every app of its owner. `tokenReaches` tells. */
  appId: number | null;
}

export interface RouteOptions {
  /** Largest body in bytes; JSON bodies are small. */
  bodyLimit?: number;
  /** Milliseconds until the call is answered with 503; uploads take longer than questions. */
  timeout?: number;
  /** Lets tokens of build servers in that have this scope; every other call refuses them as no session at all. */
  scope?: TokenScope;
  /**
   * The session goes with the call: sent again under its `Idempotency-Key`, it comes without one and still reaches the
   * handler, which answers what was done and calls `signedIn` before it does anything.
   */
  endsSession?: boolean;
}

/** Multipart wraps the file in a few lines of its own. */
const WRAPPING = 64 * 1024;

/** Options of a call that takes one file of at most `bytes`; `timeout` in ms. */
export const uploadOf = (bytes: number, timeout = 30_000): Pick<RouteOptions, 'bodyLimit' | 'timeout'> => ({
  bodyLimit: bytes + WRAPPING,
  timeout,
});

type Handler<E extends Endpoint> = (
  input: InputOf<E>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<DataOf<E>> | DataOf<E>;

const ProofMethods = Type.Array(Type.Unsafe({ type: 'string', enum: [...PROOF_METHODS] }));
const ErrorResponse = Type.Object({
  code: Type.String(),
  msg: Type.String(),
  data: Type.Union([
    Type.Null(),
    Type.Object({
      fields: Type.Optional(Type.Record(Type.String(), Type.String())),
      retry_after: Type.Optional(Type.Integer()),
      captcha_required: Type.Optional(Type.Boolean()),
      revision: Type.Optional(Type.Integer()),
      scope: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      proof: Type.Optional(ProofMethods),
      second_step: Type.Optional(
        Type.Object({ ticket: Type.String(), methods: ProofMethods, until: Type.String() }),
      ),
    }),
  ]),
});

/**
 * Serves one call of the contract: its access is declared, its input validated (unknown fields are refused), its
 * answer put into the envelope and stripped of what the contract does not name. A `raw` endpoint sends by itself.
 */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  schemas: CallSchemas,
  handler: Handler<E>,
  options: RouteOptions = {},
): void {
  const raw = endpoint.format === 'raw';
  app.route({
    method: endpoint.method,
    // The contract names parts of a path as OpenAPI does, `{provider}`; Fastify says `:provider`.
    url: `/api${endpoint.url.replace(/\{(\w+)\}/g, ':$1')}`,
    config: {
      access: endpoint.access,
      endpoint,
      call: schemas,
      ...(endpoint.proof && { proof: endpoint.proof }),
      ...(options.scope && { scope: options.scope }),
      ...(options.endsSession && { endsSession: true }),
    },
    ...(options.bodyLimit !== undefined && { bodyLimit: options.bodyLimit }),
    ...(options.timeout !== undefined && { handlerTimeout: options.timeout }),
    schema: {
      // A newer client may ask a public read for more than this release knows.
      ...(schemas.query && {
        querystring:
          endpoint.access === 'public' && endpoint.method === 'GET'
            ? { ...schemas.query, additionalProperties: true }
            : schemas.query,
      }),
      ...(schemas.params && { params: schemas.params }),
      ...(schemas.body && { body: schemas.body }),
      ...(endpoint.format === 'form' && { consumes: ['multipart/form-data'] }),
      response: raw
        ? { '4xx': ErrorResponse }
        : {
            200: Type.Object({ code: Type.String(), msg: Type.String(), data: schemas.data }),
            '4xx': ErrorResponse,
            '5xx': ErrorResponse,
          },
    },
    handler: async (request, reply) => {
      const input = (endpoint.method === 'GET' ? request.query : request.body) as InputOf<E>;
      const data = await handler(input, request, reply);
      if (raw) return data;
      // A handler that answered by itself, with a status of its own, is not answered for once more.
      return reply.sent ? reply : ok(data);
    },
  });
}

/** The token that a call came with, living or not; empty without one. */
export function bearerOf({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const [scheme, token = ''] = (headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' ? token : '';
}

/** The user of a call whose access is `member` or more. */
export function signedIn(request: FastifyRequest): SessionUser {
  if (!request.user) throw apiError('UNAUTHENTICATED');
  return request.user;
}

/**
 * Whether the caller's token, if it is one, may touch this app at all. Sessions and tokens for every app may; `null` is
 * an app yet to be made, which a token for one app never makes. What it does not reach is not there for it: 404.
 */
export function tokenReaches(user: SessionUser, appId: number | null): boolean {
  const only = user.token?.appId ?? null;
  return only === null || only === appId;
}
