import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

/** An answer of the API is data: whatever a browser makes of it, it runs and loads nothing. */
const DATA_POLICY = {
  defaultSrc: ["'none'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
  requireTrustedTypesFor: ["'script'"],
};

const PERMISSIONS_POLICY = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()';

/** What helmet sets on every answer; only visitors over TLS are told to stay there. */
export function apiHeaders(config: Pick<Config, 'origin'>): FastifyHelmetOptions {
  return {
    contentSecurityPolicy: { useDefaults: false, directives: DATA_POLICY },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // Only where visitors come over TLS: a trial on http must stay reachable.
    hsts: config.origin.startsWith('https:') ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
  };
}

/** What helmet does not know: the policy of permissions, and the id by which a request is found in the logs. */
export function headersOfEveryAnswer(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('permissions-policy', PERMISSIONS_POLICY).header('x-request-id', request.id);
  });
}
