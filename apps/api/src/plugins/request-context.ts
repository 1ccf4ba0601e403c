import { localeOfAccepted, localeOfHeader, type Locale } from '@yunduo/i18n';
import type { Role } from '@yunduo/validation';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { apiError } from '../http/errors.ts';
import { bearerOf, type SessionUser } from '../http/route.ts';
import { lacksFactor, STAFF } from '../modules/second-factor/factors.ts';
import { findBuildToken } from '../modules/build-token/tokens.ts';
import { requireProof } from '../modules/auth/proof.ts';
import { findSession } from '../modules/auth/sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Language of the response, from the `Lang` header or `Accept-Language`. */
    locale: Locale;
    /** The signed-in user; null otherwise, including for an invalid token. */
    user: SessionUser | null;
  }
}

const ROLE_OF_ACCESS: Partial<Record<string, Role>> = {
  developer: 'developer',
  reviewer: 'reviewer',
  operator: 'operator',
};

/** The language of a call's `Lang` header, else the preferred one of its `Accept-Language`. */
export function localeOfRequest({ headers }: FastifyRequest): Locale {
  const lang = headers['lang'];
  if (lang === undefined) return localeOfAccepted(headers['accept-language']) ?? localeOfHeader(undefined);
  return localeOfHeader(Array.isArray(lang) ? lang[0] : lang);
}

/** Sets up every call before its body is read: language, user, and access check. */
export function requestContext(app: FastifyInstance): void {
  app.decorateRequest('locale', 'zh');
  app.decorateRequest('user', null);

  // A route without declared access is a defect that must not be released.
  app.addHook('onRoute', ({ url, config }) => {
    if (url.startsWith('/api/') && config?.access === undefined) {
      throw new Error(`route ${url} declares no access`);
    }
  });

  app.addHook('onRequest', async (request, reply) => {
    request.locale = localeOfRequest(request);

    const { access, scope, proof, endsSession } = request.routeOptions.config;
    if (access === undefined) return;
    const token = bearerOf(request);
    if (token) {
      request.user = await findSession(app.db, token, app.clock.now());
      // On public calls a build token does not identify its owner.
      if (!request.user && access !== 'public') request.user = await findBuildToken(app, token);
    }

    const personal = access !== 'public' || request.user !== null || request.method !== 'GET';
    const language = request.headers['lang'] === undefined ? 'Lang, Accept-Language' : 'Lang';
    void reply.header('vary', `${language}, Authorization`);
    void reply.header('cache-control', personal ? 'no-store' : 'no-cache');

    if (access === 'public') return;
    // The response was lost, and the session ended with the call: the handler finds the response by token and key.
    if (!request.user && endsSession && token && request.headers['idempotency-key']) return;
    if (!request.user) throw apiError('UNAUTHENTICATED');
    // An invalid token gets no details; a valid one learns that tokens are not allowed here.
    if (request.user.token && !scope) throw apiError('FORBIDDEN', { scope: null });
    // A token acts as a developer; if its owner has lost the role, it is allowed nothing.
    const role = request.user.token ? 'developer' : ROLE_OF_ACCESS[access];
    // An admin has every role.
    if (role && !request.user.roles.includes(role) && !request.user.roles.includes('admin')) {
      throw apiError('FORBIDDEN');
    }
    if (role && STAFF.includes(role) && app.config.staffFactor && (await lacksFactor(app.db, request.user)))
      throw apiError('STAFF_FACTOR_REQUIRED');
    if (request.user.token && scope && !request.user.token.scopes.includes(scope)) {
      throw apiError('TOKEN_SCOPE_MISSING', { scope, words: { scope } });
    }
    if (proof) await requireProof(app.db, request.user, proof, app.clock.now());
  });
}
