/** @jest-environment node */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { makeBody } from './body.ts';
import { readConfig } from './config.ts';
import { createMetrics, kindOf, type SiteMetrics, type SiteState } from './metrics.ts';
import type { Page } from './pages.ts';
import { createSite, type Site } from './site.ts';

let site: Site;
let management: Server;
let metrics: SiteMetrics;
let state: { api: boolean };
let status = 200;
let origin = '';
let figuresAt = '';

const pageOf = async (key: string): Promise<Page> => ({
  status,
  partial: key === '/store',
  timed: false,
  policy: "default-src 'none'",
  body: await makeBody(`<p>${key}</p>`),
  location: null,
  boot: null,
  data: null,
});

beforeEach(async () => {
  status = 200;
  state = { api: true };
  metrics = createMetrics();
  site = createSite({
    config: readConfig({}),
    maker: {
      buildId: 'b1',
      render: (key) => (key === '/about' ? Promise.reject(new Error('away')) : pageOf(key)),
      preview: pageOf,
      boot: () => Promise.resolve(undefined),
    },
    files: new Map(),
    fallback: { zh: { html: '', policy: '' }, en: { html: '', policy: '' } },
    reference: { paths: [], get: () => undefined, has: () => false },
    report: () => undefined,
    metrics,
  });
  origin = await site.app.listen({ host: '127.0.0.1', port: 0 });
  const known: SiteState = {
    api: () => state.api,
    pages: () => site.cache.size,
    revision: () => site.cache.revision,
  };
  management = await metrics.serve('127.0.0.1', 0, known);
  figuresAt = `http://127.0.0.1:${(management.address() as AddressInfo).port}`;
});
afterEach(async () => {
  await site.app.close();
  management.closeAllConnections();
  management.close();
});

const visit = async (path: string): Promise<number> => {
  const answer = await fetch(origin + path, { redirect: 'manual' });
  await answer.text();
  return answer.status;
};
async function figures(): Promise<Map<string, number>> {
  const answer = await fetch(`${figuresAt}/metrics`);
  const lines = (await answer.text()).split('\n').filter((line) => line && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

test('counts requests by kind and status, including cache hits', async () => {
  await visit('/');
  await visit('/?utm_source=x');
  await visit('/');
  await visit('/assets/none.js');
  await visit('/page-data/b1/store.json');
  const message = await figures();
  expect(message.get('http_request_duration_seconds_count{kind="page",status="200"}')).toBe(3);
  expect(message.get('http_request_duration_seconds_count{kind="file",status="404"}')).toBe(1);
  expect(message.get('http_request_duration_seconds_count{kind="page_data",status="503"}')).toBe(1);
  expect([...message.keys()].filter((name) => name.includes('utm_source'))).toEqual([]);
});

test('counts cache lookups and rendering outcomes', async () => {
  await visit('/');
  await visit('/');
  await visit('/store');
  await visit('/about');
  const message = await figures();
  expect(message.get('page_cache_lookups_total{result="waited_for"}')).toBe(3);
  expect(message.get('page_cache_lookups_total{result="fresh"}')).toBe(1);
  expect(message.get('page_rendering_duration_seconds_count{outcome="ok"}')).toBe(1);
  expect(message.get('page_rendering_duration_seconds_count{outcome="partial"}')).toBe(1);
  expect(message.get('page_rendering_duration_seconds_count{outcome="failed"}')).toBe(1);
  expect(message.get('page_cache_entries')).toBe(1);
});

test('measures renderings in seconds, and tells files from pages', async () => {
  metrics.rendering('ok', 250);
  expect((await figures()).get('page_rendering_duration_seconds_sum{outcome="ok"}')).toBe(0.25);
  for (const [path, kind] of [
    ['/boot/a.js', 'file'],
    ['/builds/latest.json', 'file'],
    ['/builds/b1', 'file'],
    ['/assets/a', 'file'],
    ['/favicon.ico', 'file'],
    ['/page-data/b1/store.json', 'page_data'],
    ['/store?q=a.b', 'page'],
    [undefined, 'page'],
  ] as const)
    expect([path, kindOf(path)]).toEqual([path, kind]);
});

test('counts a stale page served during rendering as aged', async () => {
  await visit('/');
  site.takeInfo({ content_revision: 7, name: 'Yunduo' });
  status = 503;
  await visit('/');
  const message = await figures();
  expect(message.get('page_cache_lookups_total{result="aged"}')).toBe(1);
  expect(message.get('content_revision')).toBe(7);
});

test('readiness requires the API or a cached page', async () => {
  const ready = async () => {
    const answer = await fetch(`${figuresAt}/health/ready`);
    return [answer.status, await answer.json()];
  };
  expect(await ready()).toEqual([200, { api: true, pages: 0 }]);
  state.api = false;
  expect(await ready()).toEqual([503, { api: false, pages: 0 }]);
  expect((await fetch(`${figuresAt}/health/live`)).status).toBe(200);
  expect((await figures()).get('api_up')).toBe(0);
  await visit('/');
  expect(await ready()).toEqual([200, { api: false, pages: 1 }]);
});

test('the metrics port serves nothing else, and the site serves no metrics', async () => {
  expect((await fetch(`${figuresAt}/`)).status).toBe(404);
  expect((await fetch(`${figuresAt}/metrics`, { method: 'POST' })).status).toBe(404);
  const answer = await fetch(`${origin}/metrics`);
  expect(await answer.text()).not.toContain('page_cache_entries');
});
