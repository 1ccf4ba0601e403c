import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Lookup, Rendering } from './html-cache.ts';
import { asksForFile } from './well-known.ts';

/** State of the process, for metrics and health checks. */
export interface SiteState {
  /** True if the API answered the last poll. */
  api(): boolean;
  /** Number of cached pages. */
  pages(): number;
  revision(): number;
}

export interface SiteMetrics {
  /** Counts a request when its response has been sent. */
  request(request: IncomingMessage, response: ServerResponse): void;
  lookup(result: Lookup): void;
  rendering(outcome: Rendering, took: number): void;
  /**
   * Serves `/metrics` for Prometheus, `/health/live` and `/health/ready` on a port that no proxy routes to. Ready means
   * that the process can send a page: the API answers, or pages are cached.
   */
  serve(host: string, port: number, state: SiteState): Promise<Server>;
}

/** What is asked for: a page, its data, or a file. */
export const kindOf = (url = '/'): string => {
  const path = url.split('?', 1)[0] ?? '/';
  if (path.startsWith('/page-data/')) return 'page_data';
  return /^\/(assets|boot|builds)\//.test(path) || asksForFile(path) ? 'file' : 'page';
};

/** The site's metrics. The page's path is not a label: clients choose it, so its cardinality is unbounded. */
export function createMetrics(): SiteMetrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the head of a request to the last of its answer',
    labelNames: ['kind', 'status'],
    buckets,
    registers,
  });
  const lookups = new Counter({
    name: 'page_cache_lookups_total',
    help: 'Questions for a page: answered from the cache fresh or aged, or by a rendering that was waited for',
    labelNames: ['result'],
    registers,
  });
  const renderings = new Histogram({
    name: 'page_rendering_duration_seconds',
    help: 'Renderings of pages: of everything, without what was away, or failed',
    labelNames: ['outcome'],
    buckets,
    registers,
  });

  return {
    request({ url }, response) {
      const end = duration.startTimer({ kind: kindOf(url) });
      response.once('close', () => end({ status: response.statusCode }));
    },
    lookup: (result) => lookups.inc({ result }),
    rendering: (outcome, took) => renderings.observe({ outcome }, took / 1000),

    async serve(host, port, state) {
      const gauge = (name: string, help: string, read: () => number): void => {
        new Gauge({
          name,
          help,
          registers,
          collect() {
            this.set(read());
          },
        });
      };
      gauge('api_up', 'Whether the API answered when it was asked last', () => Number(state.api()));
      gauge('page_cache_entries', 'Rendered pages that are kept', state.pages);
      gauge('content_revision', 'Number of the content that pages are made of', state.revision);

      const answer = async (url: string): Promise<[status: number, type: string, body: string]> => {
        if (url === '/metrics') return [200, register.contentType, await register.metrics()];
        const [api, pages] = [state.api(), state.pages()];
        const health = JSON.stringify({ api, pages });
        if (url === '/health/live') return [200, 'application/json', health];
        if (url === '/health/ready') return [api || pages > 0 ? 200 : 503, 'application/json', health];
        return [404, 'text/plain', 'Not found\n'];
      };
      const server = createServer((request, response) => {
        void answer(request.method === 'GET' ? (request.url ?? '') : '').then(([status, type, body]) =>
          response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body),
        );
      });
      await once(server.listen(port, host), 'listening');
      return server;
    },
  };
}
