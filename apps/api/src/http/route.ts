import type { Access, DataOf, Endpoint, InputOf, Proof } from '@yunduo/api-contract';
import type { CallSchemas } from '@yunduo/api-contract/schemas';
import { PROOF_METHODS, type TokenScope } from '@yunduo/validation';
import { Type } from 'typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ok } from './envelope.ts';
import { apiError } from './errors.ts';
import type { OpenedLink } from './opened-link.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call. The app refuses to start if a route under `/api` does not set it. */
    access?: Access;
    /** The recent proof required of the caller. */
    proof?: Proof;
    /** Scope required of a build token; without it build tokens are refused. */
    scope?: TokenScope;
    /** As in `RouteOptions`. */
    endsSession?: boolean;
    /** The call of the contract, with its published documentation. */
    endpoint?: Endpoint;
    call?: CallSchemas;
    /** As in `RouteOptions`. */
    opened?: OpenedLink;
  }
}

/** The signed-in user of a request. */
export interface SessionUser {
  id: number;
  email: string;
  roles: readonly string[];
  /** 0 for a build server: its token belongs to no session. */
  sessionId: number;
  /** When the session's owner last authenticated; unset for a build token. */
  provedAt?: Date;
  /** Set when a build server calls with a token of this user. */
  token?: BuildToken;
}

/** The build token of a request. */
export interface BuildToken {
  id: number;
  scopes: readonly TokenScope[];
  /** The only app in its scope; null: every app of its owner. See `tokenReaches`. */
  appId: number | null;
}

export interface RouteOptions {
  /** Largest body in bytes; JSON bodies are small. */
  bodyLimit?: number;
  /** Milliseconds until the call is answered with 503; uploads take longer. */
  timeout?: number;
  /** Allows build tokens with this scope; all other calls refuse them. */
  scope?: TokenScope;
  /**
   * The call ends its session: repeated under its `Idempotency-Key`, it arrives without one and still reaches the
   * handler, which returns the stored response and calls `signedIn` before it does anything.
   */
  endsSession?: boolean;
  /** People open links of the call in a browser: how it answers them when a link fails. */
  opened?: OpenedLink;
}

/** Overhead of a multipart body around the file. */
const WRAPPING = 64 * 1024;

/** Options of a call with one file of at most `bytes`; `timeout` in ms. */
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
const NamedApp = { app_key: Type.String(), name: Type.String() };
const UnpublishedApp = Type.Object({
  ...NamedApp,
  replaced_by: Type.Union([Type.Object({ id: Type.Integer(), ...NamedApp }), Type.Null()]),
});
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
      unpublished: Type.Optional(UnpublishedApp),
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
 * response put into the envelope and stripped of fields not in the contract. A `raw` endpoint sends its own response.
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
    // The contract names path parameters as OpenAPI does, `{provider}`; Fastify uses `:provider`.
    url: `/api${endpoint.url.replace(/\{(\w+)\}/g, ':$1')}`,
    config: {
      access: endpoint.access,
      endpoint,
      call: schemas,
      ...(endpoint.proof && { proof: endpoint.proof }),
      ...(options.scope && { scope: options.scope }),
      ...(options.endsSession && { endsSession: true }),
      ...(options.opened && { opened: options.opened }),
    },
    ...(options.bodyLimit !== undefined && { bodyLimit: options.bodyLimit }),
    ...(options.timeout !== undefined && { handlerTimeout: options.timeout }),
    schema: {
      // A newer client may send a public read parameters unknown to this release.
      ...(schemas.query && {
        querystring:
          endpoint.access === 'public' && endpoint.method === 'GET'
            ? { ...schemas.query, additionalProperties: true }
            : schemas.query,
      }),
      ...(schemas.params && { params: schemas.params }),
      ...(schemas.body && { body: schemas.body }),
      ...(endpoint.format === 'form' && { consumes: ['multipart/form-data'] }),
      response: {
        ...(!raw && { 200: Type.Object({ code: Type.String(), msg: Type.String(), data: schemas.data }) }),
        '4xx': ErrorResponse,
      },
    },
    handler: async (request, reply) => {
      const input = (endpoint.method === 'GET' ? request.query : request.body) as InputOf<E>;
      const data = await handler(input, request, reply);
      if (raw) return data;
      // The handler has already sent a response with its own status.
      return reply.sent ? reply : ok(data);
    },
  });
}

/** The token of a call, valid or not; empty without one. */
export function bearerOf({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const [scheme, token = ''] = (headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' ? token : '';
}

/** The user of a call with access `member` or higher. */
export function signedIn(request: FastifyRequest): SessionUser {
  if (!request.user) throw apiError('UNAUTHENTICATED');
  return request.user;
}

/**
 * Whether the caller's token, if any, has this app in its scope. Sessions and tokens for every app have; `null` is an
 * app to be created, which a token for one app cannot do. Apps out of scope are answered with 404.
 */
export function tokenReaches(user: SessionUser, appId: number | null): boolean {
  const only = user.token?.appId ?? null;
  return only === null || only === appId;
}
