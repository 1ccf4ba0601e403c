import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { apiError } from '../http/errors.ts';
import { localeOfRequest } from './request-context.ts';

const LOOK_INTERVAL = 100;
/** By then another process serves, or this one has restarted. */
const RETRY_AFTER = 5_000;

/**
 * Refuses calls during shutdown as for an unavailable dependency: Fastify's own response (`return503OnClosing`) is not
 * in the envelope, so it is disabled. Runs before all other hooks.
 */
export function rejectWhenClosing(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onRequest', async (request) => {
    if (!closing) return;
    request.locale = localeOfRequest(request);
    throw apiError('UNAVAILABLE', { retryAfter: RETRY_AFTER });
  });
}

/**
 * Closes each connection after its last response: Fastify closes idle ones only when shutdown begins, and a client that
 * keeps its connection would delay the process until it gives up.
 */
export function letGoOfConnections(app: FastifyInstance): void {
  let looking: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    looking = setInterval(() => app.server.closeIdleConnections(), LOOK_INTERVAL);
    looking.unref();
    // Connections already accepted by the system while we were busy would be cut off with the listening socket: two
    // turns of the event loop accept them, so that they get a response.
    await setImmediate();
    await setImmediate();
  });
  app.addHook('onClose', async () => clearInterval(looking));
}
