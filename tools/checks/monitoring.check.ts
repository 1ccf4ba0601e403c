import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { freePort, isFree } from '@yunduo/e2e/free-port';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { startProduct, type Product } from '@yunduo/e2e/product';
import { traceIdOf } from '@yunduo/tracing';
import { root } from './workspace.ts';

// Alert rules, dashboard and the table of docs/operations.md refer to metrics that the running product
// exports.

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const FOLDER = 'tools/deployment/monitoring';

/** Metric names in a Prometheus expression: everything but labels, strings, functions and grouping. */
export function figuresIn(expression: string): string[] {
  const bare = expression
    .replace(/\{[^}]*\}|"[^"]*"|\[[^\]]*\]/g, '')
    .replace(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, '');
  return [...bare.matchAll(/\b[a-z][a-z0-9_]*\b(?!\s*\()/g)]
    .map(([name]) => name)
    .filter((name) => !/^(?:and|or|unless|by|bool)$/.test(name));
}

let product: Product;
/** By process, the names of its metrics. */
const names: Record<'api' | 'public site', Set<string>> = { api: new Set(), 'public site': new Set() };
let site = '';

interface Received {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  service: string;
}
/** A receiver of OTLP on loopback. */
let receiver: Server;
const spans: Received[] = [];
interface Batch {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: Omit<Received, 'service'>[] }[];
  }[];
}

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString()) as Batch;
      for (const { resource, scopeSpans } of resourceSpans) {
        const service =
          resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
        spans.push(...scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, service }))));
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  let port = await freePort();
  // The public site has the port after the API's.
  while (port === 65_535 || !(await isFree(port + 1))) port = await freePort();
  product = await startProduct(
    {
      METRICS_PORT: String(port),
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '50',
    },
    false,
  );
  await fetch(product.origin);
  site = `http://127.0.0.1:${port + 1}`;
  for (const [name, at] of [
    ['api', `http://127.0.0.1:${port}`],
    ['public site', site],
  ] as const) {
    const text = await (await fetch(`${at}/metrics`)).text();
    for (const [, metric = '', type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
      names[name].add(metric);
      if (type === 'histogram')
        for (const end of ['bucket', 'count', 'sum']) names[name].add(`${metric}_${end}`);
    }
  }
});
afterAll(async () => {
  await product.stop();
  receiver.closeAllConnections();
  receiver.close();
});

const isKnown = (name: string): boolean =>
  name === 'up' || Object.values(names).some((known) => known.has(name));

test('figuresIn distinguishes metrics from functions, labels, texts and groupings', () => {
  expect(
    figuresIn(
      'histogram_quantile(0.99, sum by (job, le) (rate(a_bucket{x="no_name"}[5m]))) > 1 and b_total == 0',
    ),
  ).toEqual(['a_bucket', 'b_total']);
});

test.each<[what: string, figure: string, of: (keyof typeof names)[]]>([
  ['requests and latencies', 'http_request_duration_seconds', ['api', 'public site']],
  ['cache', 'page_cache_lookups_total', ['public site']],
  ['pool', 'db_connections', ['api']],
  ['replica', 'db_replica_read', ['api']],
  ['jobs', 'job_last_run_timestamp_seconds', ['api']],
  ['outbox', 'mail_outbox_waiting', ['api']],
  ['event loop', 'nodejs_eventloop_lag_p99_seconds', ['api', 'public site']],
])('%s: %s of %j', (_what, figure, of) => {
  for (const process of of) expect(names[process]).toContain(figure);
});

test('every alert uses existing metrics and has a summary', () => {
  interface Rule {
    alert: string;
    expr: string;
    labels: { severity: string };
    annotations: { summary: string };
  }
  const { groups } = parse(read(`${FOLDER}/alerts.yaml`)) as { groups: { rules: Rule[] }[] };
  const rules = groups.flatMap((group) => group.rules);
  expect(rules.length).toBeGreaterThan(10);
  for (const { alert, expr, labels, annotations } of rules) {
    const used = figuresIn(expr);
    expect({ alert, known: used.length > 0, unknown: used.filter((name) => !isKnown(name)) }).toEqual({
      alert,
      known: true,
      unknown: [],
    });
    expect(['page', 'ticket']).toContain(labels.severity);
    expect(annotations.summary).toBeTruthy();
  }
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
});

test('every dashboard panel uses existing metrics', () => {
  const { panels } = JSON.parse(read(`${FOLDER}/dashboard.json`)) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  for (const { title, targets } of panels) {
    const used = targets.flatMap(({ expr }) => figuresIn(expr));
    expect({ title, known: used.length > 0, unknown: used.filter((name) => !isKnown(name)) }).toEqual({
      title,
      known: true,
      unknown: [],
    });
  }
});

test('docs/operations.md lists every metric', () => {
  const text = read('docs/operations.md');
  const own = Object.values(names).flatMap((known) =>
    [...known].filter((name) => !/^(?:nodejs|process)_|_(?:bucket|count|sum)$/.test(name)),
  );
  expect(own.length).toBeGreaterThan(10);
  expect(own.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

test('the metrics port of the public site serves readiness', async () => {
  const ready = await fetch(`${site}/health/ready`);
  expect([ready.status, ((await ready.json()) as { api: boolean }).api]).toEqual([200, true]);
});

/** Waits for a span of a request: the exporter sends every 50 ms. */
async function spanOf(requestId: string, service: string, name: RegExp): Promise<Received> {
  for (;;) {
    const found = spans.find(
      (span) => span.traceId === traceIdOf(requestId) && span.service === service && name.test(span.name),
    );
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('one request id links the spans of public site and API in one trace; a foreign parent is dropped', async () => {
  const id = 'request-from-outside';
  const foreign = `00-${traceIdOf(id)}-${'f'.repeat(16)}-01`;
  const answer = await fetch(`${product.origin}/store?q=trace`, {
    headers: { 'x-request-id': id, traceparent: foreign },
  });
  expect(answer.status).toBe(200);
  const page = await spanOf(id, 'yunduo-public-site', /^GET page$/);
  const call = await spanOf(id, 'yunduo-public-site', /^GET$/);
  const api = await spanOf(id, 'yunduo-api', /^GET \/api\/app_store/);
  // The edge drops a parent from outside.
  expect(page.parentSpanId || null).toBeNull();
  expect(call.parentSpanId).toBe(page.spanId);
  expect(spans.find(({ spanId }) => spanId === api.parentSpanId)).toMatchObject({
    service: 'yunduo-public-site',
    name: 'GET',
  });
  expect(spans.filter(({ name }) => /health|metrics/.test(name))).toEqual([]);
});
