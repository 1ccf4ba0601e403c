import type { FastifyInstance } from 'fastify';

/** Milliseconds in which a body must have arrived, unless its route may take longer. */
const BODY_TIME = 30_000;

/**
 * Hangs up on whoever sends a body too slowly: a call that was answered long ago would go on reading otherwise, a byte a
 * second. Node has one limit for all calls; an upload may take as long as its route does.
 * @param usual milliseconds that a route has which says nothing of its own
 */
export function bodyDeadline(app: FastifyInstance, usual: number, time = BODY_TIME): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    const hasBody =
      raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length']) > 0;
    if (hasBody) {
      const ofRoute = request.routeOptions.handlerTimeout;
      const timer = setTimeout(() => raw.destroy(), ofRoute > usual ? Math.max(time, ofRoute) : time);
      timer.unref();
      // The last byte has come, or nobody is there any more.
      raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}
