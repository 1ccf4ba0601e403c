import { localeOfHeader, type Locale } from '@yunduo/i18n';
import type { Role } from '@yunduo/validation';
import type { FastifyInstance } from 'fastify';
import { apiError } from '../http/errors.ts';
import type { SessionUser } from '../http/route.ts';
import { findSession } from '../modules/user-auth/sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Language of the answer, from the `Lang` header. */
    locale: Locale;
    /** Who is signed in; null for everybody else, a dead token included. */
    user: SessionUser | null;
  }
}

const ROLE_OF_ACCESS: Partial<Record<string, Role>> = {
  developer: 'developer',
  reviewer: 'reviewer',
  operator: 'operator',
};

/** What every call knows before it is read: language, who calls, and whether they may. */
export function requestContext(app: FastifyInstance): void {
  app.decorateRequest('locale', 'zh');
  app.decorateRequest('user', null);

  // A route that does not say who may call it is a mistake that must not go live.
  app.addHook('onRoute', ({ url, config }) => {
    if (url.startsWith('/api/') && config?.access === undefined) {
      throw new Error(`route ${url} declares no access`);
    }
  });

  app.addHook('onRequest', async (request, reply) => {
    const lang = request.headers['lang'];
    request.locale = localeOfHeader(Array.isArray(lang) ? lang[0] : lang);

    const { access } = request.routeOptions.config;
    if (access === undefined) return;
    const [scheme, token] = (request.headers.authorization ?? '').split(' ');
    if (scheme?.toLowerCase() === 'bearer' && token) {
      request.user = await findSession(app.db, token, app.clock.now());
    }

    const personal = access !== 'public' || request.user !== null || request.method !== 'GET';
    void reply.header('vary', 'Lang, Authorization');
    void reply.header('cache-control', personal ? 'no-store' : 'no-cache');

    if (access === 'public') return;
    if (!request.user) throw apiError('UNAUTHENTICATED');
    const role = ROLE_OF_ACCESS[access];
    // An admin may do what any role may.
    if (role && !request.user.roles.includes(role) && !request.user.roles.includes('admin')) {
      throw apiError('FORBIDDEN');
    }
  });
}
