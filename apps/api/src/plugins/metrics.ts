import { health } from '@yunduo/api-contract';
import { contentSchemas } from '@yunduo/api-contract/schemas';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { apiError } from '../http/errors.ts';
import { route } from '../http/route.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** Figures for Prometheus, for who asks from this machine and not through a proxy. */
export function metrics(app: FastifyInstance): void {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer',
    // The route as declared, never the address as asked: strangers choose the latter.
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [register],
  });
  app.addHook('onResponse', async (request, reply) => {
    duration.observe(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
      },
      reply.elapsedTime / 1000,
    );
  });
  app.addHook('onClose', async () => register.clear());

  route(app, health.metrics, contentSchemas.metrics, async (_input, request, reply) => {
    if (!fromThisMachine(request)) throw apiError('NOT_FOUND');
    void reply.type(register.contentType).header('cache-control', 'no-store');
    return register.metrics();
  });
}

function fromThisMachine({ socket, headers }: FastifyRequest): boolean {
  const forwarded = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].some((name) => name in headers);
  return !forwarded && LOOPBACK.has(socket.remoteAddress ?? '');
}
