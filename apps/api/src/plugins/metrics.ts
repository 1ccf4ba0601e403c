import { createServer } from 'node:http';
import { once } from 'node:events';
import { health } from '@yunduo/api-contract';
import { contentSchemas } from '@yunduo/api-contract/schemas';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { apiError } from '../http/errors.ts';
import { route } from '../http/route.ts';
import { PARTS } from '../modules/health/parts.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/**
 * Prometheus metrics, at `/api/metrics` for loopback, and with METRICS_PORT on a separate port for a remote collector.
 * `docs/operations.md` lists them; alert rules and a dashboard depend on their names.
 */
export function metrics(app: FastifyInstance): void {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer',
    // The declared route, never the requested URL, which clients choose freely.
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
  gaugesOf(app, register);
  app.addHook('onClose', async () => register.clear());
  const { host, metricsPort } = app.config;
  if (metricsPort !== null) servePort(app, register, host, metricsPort);

  route(app, health.metrics, contentSchemas.metrics, async (_input, request, reply) => {
    if (!fromThisMachine(request)) throw apiError('NOT_FOUND');
    void reply.type(register.contentType).header('cache-control', 'no-store');
    return register.metrics();
  });
}

/** Gauges computed when metrics are collected. */
function gaugesOf(app: FastifyInstance, register: Registry): void {
  /** An unavailable part has no value; the others are still reported. */
  function gauge<const L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[],
    read: (set: (value: number, labels?: Record<L, string>) => void) => void | Promise<void>,
  ): void {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [register],
      async collect() {
        this.reset();
        // Without labels a reset gauge reports 0, which would be a value.
        if (labelNames.length === 0) this.remove();
        try {
          await read((value, labels) => (labels ? this.set(labels, value) : this.set(value)));
        } catch {
          // `part_up` reports which part it is.
        }
      },
    });
  }
  gauge('part_up', 'Whether what the process needs beside itself answers', ['part'], async (set) => {
    const states = await app.parts();
    for (const part of PARTS) set(Number(states[part]), { part });
  });
  gauge('db_connections', 'Connections of the pool, and calls that wait for one', ['state'], (set) => {
    for (const [state, count] of Object.entries(app.database.connections() ?? {})) set(count, { state });
  });
  gauge('db_replica_read', 'Whether the store is read from the replica, where there is one', [], (set) => {
    if (app.config.replicaUrl !== null) set(Number(app.reads.onReplica));
  });
  gauge('mail_outbox_waiting', 'Mails that are not handed on yet', [], async (set) =>
    set((await app.mail.waiting()).count),
  );
  gauge('mail_outbox_oldest_seconds', 'For how long the oldest of them waits', [], async (set) =>
    set((await app.mail.waiting()).oldest),
  );
  gauge('job_last_run_timestamp_seconds', 'When a job ran last, in any process', ['job'], async (set) => {
    for (const { name, ranAt } of await app.jobs.list())
      if (ranAt) set(ranAt.getTime() / 1000, { job: name });
  });
  gauge('job_interval_seconds', 'How often a job is due', ['job'], async (set) => {
    for (const { name, every } of await app.jobs.list()) set(every / 1000, { job: name });
  });
  gauge('webhook_outbox_waiting', 'Deliveries of webhooks that are due', [], async (set) =>
    set((await app.webhooks.waiting()).count),
  );
  gauge('webhook_outbox_oldest_seconds', 'For how long the oldest of them is due', [], async (set) =>
    set((await app.webhooks.waiting()).oldest),
  );
  new Counter({
    name: 'webhook_tries_total',
    help: 'Requests of webhooks since this process started, by what became of them',
    labelNames: ['result'],
    registers: [register],
    collect() {
      this.reset();
      for (const [result, count] of app.webhooks.results()) this.inc({ result }, count);
    },
  });
  new Counter({
    name: 'job_failures_total',
    help: 'Runs that failed since this process started',
    labelNames: ['job'],
    registers: [register],
    collect() {
      this.reset();
      for (const [job, count] of app.jobs.failures()) this.inc({ job }, count);
    },
  });
}

/** Serves only the metrics, at `/metrics` of a port that no proxy routes to, while the app runs. */
function servePort(app: FastifyInstance, register: Registry, host: string, port: number): void {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
    register.metrics().then(
      (text) => response.writeHead(200, { 'content-type': register.contentType }).end(text),
      (err: unknown) => {
        app.log.error({ err }, 'metrics failed');
        response.writeHead(500).end();
      },
    );
  });
  app.addHook('onReady', async () => {
    await once(server.listen(port, host), 'listening');
  });
  app.addHook('onClose', async () => void server.close());
}

function fromThisMachine({ socket, headers }: FastifyRequest): boolean {
  const forwarded = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].some((name) => name in headers);
  return !forwarded && LOOPBACK.has(socket.remoteAddress ?? '');
}
