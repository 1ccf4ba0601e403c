import type { FastifyInstance } from 'fastify';

/** Milliseconds in which a body must arrive, unless its route may take longer. */
const BODY_TIME = 30_000;

/**
 * Closes connections that send a body too slowly: otherwise a call answered long ago would keep reading, a byte a
 * second. Node has only one limit for all calls; an upload may take as long as its route allows.
 * @param usual default time limit of a route, ms
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
      // The body is complete, or the client has disconnected.
      raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
}
