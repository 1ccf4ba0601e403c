import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { apiError } from '../http/errors.ts';
import { localeOfRequest } from './request-context.ts';

const LOOK_INTERVAL = 100;
/** Somebody else serves by then, or the next one of us. */
const RETRY_AFTER = 5_000;

/**
 * Whoever comes while we are closing is told so, as of anything that is away: Fastify's own answer
 * (`return503OnClosing`) is not in the envelope, so it is switched off. Before all other hooks: nothing else is asked.
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
 * Lets go of connections as soon as their last answer is out: Fastify closes the idle ones when closing begins, and
 * a client that keeps the one it was just answered on would hold the process until it gives up.
 */
export function letGoOfConnections(app: FastifyInstance): void {
  let looking: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    looking = setInterval(() => app.server.closeIdleConnections(), LOOK_INTERVAL);
    looking.unref();
    // Whoever the system has let in already, while we were busy, would be cut off with the listening socket: two turns of
    // the loop take them in, and they hear that we are closing.
    await setImmediate();
    await setImmediate();
  });
  app.addHook('onClose', async () => clearInterval(looking));
}
