import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

/** API responses are data: a browser that displays one runs and loads nothing. */
const DATA_POLICY = {
  defaultSrc: ["'none'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
  requireTrustedTypesFor: ["'script'"],
};

const PERMISSIONS_POLICY = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()';

/** Headers set by helmet on every response; HSTS only over TLS. */
export function apiHeaders(config: Pick<Config, 'origin'>): FastifyHelmetOptions {
  return {
    contentSecurityPolicy: { useDefaults: false, directives: DATA_POLICY },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // Only over TLS: a trial on http must stay reachable.
    hsts: config.origin.startsWith('https:') ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
  };
}

/** Headers that helmet does not set: the permissions policy, and the request id for the logs. */
export function headersOfEveryAnswer(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('permissions-policy', PERMISSIONS_POLICY).header('x-request-id', request.id);
  });
}
