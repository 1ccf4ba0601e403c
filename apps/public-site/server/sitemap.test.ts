/** @jest-environment node */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, jest, test } from '@jest/globals';
import { appPlaces, datedPlaces, robotsTxt, sitemapXml } from './sitemap.ts';

afterEach(() => void jest.restoreAllMocks());

test('lists each page once per language with its alternates', () => {
  const xml = sitemapXml('https://yunduo.example', [
    { path: '/store/7', changed: '2026-11-01T08:00:00.000Z' },
  ]);
  expect(xml).toContain(
    '<url><loc>https://yunduo.example/en/store/7</loc><lastmod>2026-11-01</lastmod><xhtml:link rel="alternate" hreflang="zh-CN" href="https://yunduo.example/store/7"/><xhtml:link rel="alternate" hreflang="en" href="https://yunduo.example/en/store/7"/><xhtml:link rel="alternate" hreflang="x-default" href="https://yunduo.example/store/7"/></url>',
  );
  expect(xml).toContain('<loc>https://yunduo.example/</loc>');
  expect(xml).toContain('<loc>https://yunduo.example/en</loc>');
  for (const path of ['/protocol/client-download', '/store?cate=runtime', '/developer-center'])
    expect(xml).toContain(`<loc>https://yunduo.example/en${path}</loc>`);
});

test('lists an app in one language once, without an alternate for the other', () => {
  const xml = sitemapXml('https://yunduo.example', [{ path: '/store/7', onlyIn: 'en' }]);
  const chinese = sitemapXml('https://yunduo.example', [{ path: '/store/8', onlyIn: 'zh' }]);
  expect(chinese.match(/<loc>[^<]*store\/8</g)).toEqual(['<loc>https://yunduo.example/store/8<']);
  expect(xml.match(/<url><loc>[^<]*store\/7.*?<\/url>/g)).toEqual([
    '<url><loc>https://yunduo.example/en/store/7</loc><xhtml:link rel="alternate" hreflang="en" href="https://yunduo.example/en/store/7"/><xhtml:link rel="alternate" hreflang="x-default" href="https://yunduo.example/en/store/7"/></url>',
  ]);
});

test('omits account pages and forms', () => {
  const xml = sitemapXml('https://yunduo.example', []);
  expect(xml).not.toMatch(/\/(user|login|subscribe|device)<|cate=my/);
});

test('requests all apps page by page', async () => {
  const list = (page: number) =>
    Array.from({ length: page === 3 ? 5 : 100 }, (_, i) => ({
      id: page * 1000 + i,
      updated_at: '2026-11-01T08:00:00.000Z',
      cate: 'runtime',
      ...(page === 3 && { only_in: 'zh' }),
    }));
  const answer = jest.fn(async (input: string | URL | Request) => {
    const page = Number(new URL(String(input)).searchParams.get('page'));
    return Response.json({
      code: 'OK',
      msg: '',
      data: { list: list(page), total: 205, page, page_size: 100 },
    });
  });
  const places = await appPlaces('http://api', answer as typeof fetch);
  expect(places).toHaveLength(205);
  expect(answer).toHaveBeenCalledTimes(3);
  expect(places.at(-1)).toMatchObject({ path: '/store/3004', onlyIn: 'zh', category: 'runtime' });
  expect(places[0]?.onlyIn).toBeUndefined();
});

test.each([
  [100, 1],
  [101, 2],
  [1_000_000, 100],
])('of %i apps it requests %i pages', async (total, pages) => {
  const answer = jest.fn(async () => Response.json({ data: { list: [], total } }));
  await appPlaces('http://api', answer as typeof fetch);
  expect(answer).toHaveBeenCalledTimes(pages);
});

test('has lastmod for articles, activity, agreements, releases and lists, and each place once', async () => {
  const answer = jest.fn(async (input: string | URL | Request) => {
    const url = String(input);
    if (url.includes('use_to=about')) return Response.json({ data: { list: [] } });
    if (url.includes('special_article'))
      return Response.json(
        { data: { list: [] } },
        { headers: { 'last-modified': 'Sun, 22 Nov 2026 06:00:00 GMT' } },
      );
    if (url.includes('activity'))
      return Response.json({
        data: {
          activity: { starts_at: '2026-11-10T00:00:00.000Z', ends_at: '2026-12-11T00:00:00.000Z' },
          server_time: '2026-11-28T00:00:00.000Z',
        },
      });
    if (url.includes('recommend'))
      return Response.json({ data: { list: [{ updated_at: '2026-11-19T00:00:00.000Z' }] } });
    const days = url.includes('protocol') ? ['2025-06-05', '2026-09-26'] : ['2026-11-25'];
    const list = days.map((day) => ({ published_at: `${day}T00:00:00.000Z` }));
    return Response.json({ code: 'OK', msg: '', data: { list } });
  });
  const dated = await datedPlaces('http://api', answer as typeof fetch);
  const xml = sitemapXml('https://yunduo.example', [
    ...dated,
    { path: '/store/7', changed: '2026-11-01T08:00:00.000Z', category: 'runtime' },
    { path: '/store/8', changed: '2026-11-20T08:00:00.000Z', category: 'system' },
  ]);
  const dateOf = (path: string) =>
    [...xml.matchAll(/<url><loc>([^<]*)<\/loc>(?:<lastmod>([^<]*)<\/lastmod>)?/g)]
      .filter(([, address]) => address === `https://yunduo.example${path}`)
      .map(([, , date]) => date);
  expect(dateOf('/')).toEqual(['2026-11-22']);
  // An event that has started and not ended.
  expect(dateOf('/activity')).toEqual(['2026-11-10']);
  expect(dateOf('/store?cate=recommend')).toEqual(['2026-11-19']);
  expect(dateOf('/protocol/user-agreement')).toEqual(['2026-09-26']);
  expect(dateOf('/client-download')).toEqual(['2026-11-25']);
  expect(dateOf('/private')).toEqual(['2026-11-25']);
  // A newer release of the client is no change of the store.
  expect([dateOf('/store'), dateOf('/application')]).toEqual([['2026-11-20'], ['2026-11-20']]);
  expect([dateOf('/store?cate=runtime'), dateOf('/store?cate=system')]).toEqual([
    ['2026-11-01'],
    ['2026-11-20'],
  ]);
  expect(dateOf('/store?cate=practical')).toEqual([undefined]);
  expect(dateOf('/about')).toEqual([undefined]);
  const later = jest.fn(async (input: string | URL | Request) =>
    String(input).includes('activity')
      ? Response.json({
          data: {
            activity: { starts_at: '2026-11-10T00:00:00.000Z', ends_at: '2026-12-11T00:00:00.000Z' },
            server_time: '2026-12-11T00:00:00.000Z',
          },
        })
      : answer(input),
  );
  const ended = (await datedPlaces('http://api', later as typeof fetch)).find(
    ({ path }) => path === '/activity',
  );
  expect(ended?.changed).toBe('2026-12-11T00:00:00.000Z');
});

test.each([
  [appPlaces, /^\/api\/app_store\/list/],
  [datedPlaces, /^\/api\//],
])('does not follow a redirect of the API: %p', async (ask, asked) => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    await expect(ask(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)).rejects.toThrow();
    for (const request of requests) expect(request).toMatch(asked);
  } finally {
    await new Promise((closed) => server.close(closed));
  }
});

test('an API error is thrown, not an empty list', async () => {
  const body = JSON.stringify({ data: { list: [], activity: null, total: 0 } });
  const away = jest.fn(async () => new Response(body, { status: 503 }));
  await expect(appPlaces('http://api', away as typeof fetch)).rejects.toThrow('503');
  await expect(datedPlaces('http://api', away as typeof fetch)).rejects.toThrow('503');
});

test('gives up on an API that does not answer within five seconds', async () => {
  const limit = new AbortController();
  const limits = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  const silent = ((_url: string, { signal }: { signal: AbortSignal }) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('late')));
    })) as unknown as typeof fetch;
  const asked = Promise.allSettled([appPlaces('http://api', silent), datedPlaces('http://api', silent)]);
  limit.abort();
  const late = { status: 'rejected', reason: new Error('late') };
  expect(await asked).toEqual([late, late]);
  expect(new Set(limits.mock.calls.flat())).toEqual(new Set([5000]));
});

test('robots.txt disallows accounts and the API except the feeds', () => {
  expect(robotsTxt('https://yunduo.example').trim().split('\n')).toEqual([
    'User-agent: *',
    'Disallow: /user',
    'Disallow: /en/user',
    'Disallow: /api/',
    'Allow: /api/app_store/feed/new.xml',
    'Allow: /api/app_store/feed/updated.xml',
    '',
    'Sitemap: https://yunduo.example/sitemap.xml',
  ]);
});
