import { begin, type Activity } from '@yunduo/tracing';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    activity: Activity | null;
  }
}

/** Called every few seconds by balancers and collectors, of no interest to a trace. */
const UNTRACED = /^\/api\/(?:health|metrics)/;

/** Everything that a call causes knows its request id; with OpenTelemetry on, each call is a span. */
export function traceRequests(app: FastifyInstance): void {
  app.decorateRequest('activity', null);
  app.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    if (UNTRACED.test(route)) return void done();
    const activity = begin(`${request.method} ${route}`, {
      kind: 'server',
      requestId: request.id,
      traceparent: request.headers['traceparent'],
      attributes: { 'http.request.method': request.method, 'http.route': route },
    });
    request.activity = activity;
    reply.raw.once('close', () => {
      const status = reply.raw.statusCode;
      activity.end({ 'http.response.status_code': status }, status >= 500 ? String(status) : undefined);
    });
    activity.run(done);
  });
  // A body arrives in the scope of the connection, not of the request.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.activity) request.activity.run(done);
    else done();
  });
}
