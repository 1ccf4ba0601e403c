/** @jest-environment node */
import { beforeEach, expect, jest, test } from '@jest/globals';
import { HtmlCache } from './html-cache.ts';

interface TestPage {
  status: number;
  text: string;
}

let now = 0;
let version = 0;
let status = 200;
const plain = async (key: string, _before: TestPage | null, _revision: number): Promise<TestPage> => ({
  status,
  text: `${key} ${version}`,
});
const render = jest.fn(plain);
const cacheOf = (more: object = {}) =>
  new HtmlCache<TestPage>({
    render,
    weigh: () => 100,
    now: () => now,
    fresh: { page: 60, missing: 10 },
    patience: 1000,
    retryAfter: 5,
    ...more,
  });
const textOf = async (cache: HtmlCache<TestPage>, key: string) => (await cache.get(key)).text;

beforeEach(() => {
  now = 0;
  version = 1;
  status = 200;
  render.mockClear();
});

test('renders once for concurrent misses', async () => {
  const cache = cacheOf();
  const pages = await Promise.all([cache.get('/'), cache.get('/'), cache.get('/')]);
  expect(new Set(pages).size).toBe(1);
  expect(render).toHaveBeenCalledTimes(1);
});

test('serves a fresh page without rendering', async () => {
  const cache = cacheOf();
  await cache.get('/');
  now = 59;
  await cache.get('/');
  expect(cache.peek('/')).not.toBeNull();
  expect(render).toHaveBeenCalledTimes(1);
  now = 60;
  expect(cache.peek('/')).toBeNull();
  await cache.get('/');
  expect(render).toHaveBeenCalledTimes(2);
});

test('serves a page for a minute, a missing one for ten seconds, and tries a failed one again after two', async () => {
  const cache = new HtmlCache<TestPage>({ render, weigh: () => 100, now: () => now });
  await cache.get('/');
  status = 404;
  await cache.get('/nope');
  render.mockClear();
  for (const [time, key, rendered] of [
    [9_999, '/nope', 0],
    [10_000, '/nope', 1],
    [59_999, '/', 0],
  ] as const) {
    now = time;
    render.mockClear();
    await cache.get(key);
    expect([time, render.mock.calls.length]).toEqual([time, rendered]);
  }
  status = 503;
  for (const [time, rendered] of [
    [60_000, 1],
    [61_999, 0],
    [62_000, 1],
  ] as const) {
    now = time;
    render.mockClear();
    await cache.get('/');
    await cache.settled();
    expect([time, render.mock.calls.length]).toEqual([time, rendered]);
  }
});

test('keeps 5000 pages', async () => {
  const cache = new HtmlCache<TestPage>({ render, weigh: () => 100, now: () => now });
  for (let i = 0; i <= 5000; i += 1) await cache.get(`/${i}`);
  expect(cache.size).toBe(5000);
});

test('a visitor waits 1.5 seconds for a new rendering, and no timer outlives it', async () => {
  jest.useFakeTimers({ doNotFake: ['performance'] });
  try {
    const cache = new HtmlCache<TestPage>({ render, weigh: () => 100, now: () => now });
    await cache.get('/');
    cache.setRevision(2);
    version = 2;
    expect(await textOf(cache, '/')).toBe('/ 2');
    expect(jest.getTimerCount()).toBe(0);
    cache.setRevision(3);
    render.mockReturnValueOnce(new Promise(() => undefined));
    let served = '';
    void textOf(cache, '/').then((text) => (served = text));
    await jest.advanceTimersByTimeAsync(1499);
    expect(served).toBe('');
    await jest.advanceTimersByTimeAsync(1);
    expect(served).toBe('/ 2');
  } finally {
    jest.useRealTimers();
  }
});

test('reports how each request was answered, and how each rendering ended and how long it took', async () => {
  const lookups: string[] = [];
  const renderings: [string, number][] = [];
  const cache = cacheOf({
    counted: (lookup: string) => void lookups.push(lookup),
    rendered: (outcome: string, took: number) => void renderings.push([outcome, took]),
  });
  const slow = (page: object) => async () => {
    now += 3;
    return { status: 200, text: '', ...page } as TestPage;
  };
  const request = async (page: object = {}) => {
    lookups.length = 0;
    render.mockImplementationOnce(slow(page));
    await cache.get('/').catch(() => undefined);
    await cache.settled();
    render.mockReset().mockImplementation(plain);
    return [...lookups];
  };
  now = 100;
  expect(await request()).toEqual(['waited_for']);
  expect(await request()).toEqual(['fresh']);
  now += 60;
  expect(await request({ status: 500 })).toEqual(['aged']);
  // The last rendering failed just now.
  expect(await request()).toEqual(['aged']);
  now += 60;
  expect(await request({ partial: true })).toEqual(['aged']);
  now += 60;
  cache.setRevision(2);
  expect(await request()).toEqual(['waited_for']);
  cache.setRevision(3);
  expect(await request({ status: 503 })).toEqual(['aged']);
  expect(cache.peek('/')).toBeNull();
  expect(renderings).toEqual([
    ['ok', 3],
    ['failed', 3],
    ['partial', 3],
    ['ok', 3],
    ['failed', 3],
  ]);
});

test('calls `again` for repeated hits and passes the previous page and revision to render', async () => {
  const again = jest.fn();
  const cache = cacheOf({ again });
  await Promise.all([cache.get('/'), cache.get('/')]);
  expect(cache.peek('/other')).toBeNull();
  expect(again).not.toHaveBeenCalled();
  expect(render).toHaveBeenLastCalledWith('/', null, 0);
  const first = cache.peek('/');
  await cache.get('/');
  expect(again.mock.calls).toEqual([[first], [first]]);
  cache.setRevision(7);
  await cache.get('/');
  expect(render).toHaveBeenLastCalledWith('/', first, 7);
});

test('serves a stale page at once and renders it in the background', async () => {
  const cache = cacheOf();
  await cache.get('/');
  now = 61;
  version = 2;
  expect(await textOf(cache, '/')).toBe('/ 1');
  await cache.settled();
  expect(await textOf(cache, '/')).toBe('/ 2');
  expect(render).toHaveBeenCalledTimes(2);
});

test('waits for every rendering at the end, also when one of them fails first', async () => {
  const cache = cacheOf();
  let finish = () => {};
  render.mockImplementationOnce(() => Promise.reject(new Error('broken')));
  render.mockImplementationOnce(
    (key) => new Promise((resolve) => (finish = () => resolve({ status: 200, text: key }))),
  );
  const failed = cache.get('/').catch((error: unknown) => error);
  const slow = cache.get('/store');
  let over = false;
  const settled = cache.settled().then(() => (over = true));
  expect(await failed).toEqual(new Error('broken'));
  expect(over).toBe(false);
  finish();
  await settled;
  expect((await slow).text).toBe('/store');
});

test('renders before serving after a content change', async () => {
  const cache = cacheOf();
  await cache.get('/');
  version = 2;
  cache.setRevision(7);
  expect(await textOf(cache, '/')).toBe('/ 2');
  cache.setRevision(7);
  await cache.get('/');
  expect(render).toHaveBeenCalledTimes(2);
});

test('renders a stale timed page before serving it', async () => {
  const cache = cacheOf();
  render.mockImplementationOnce(async () => ({ status: 200, text: 'in two days', timed: true }) as TestPage);
  await cache.get('/activity');
  now = 59;
  expect(await textOf(cache, '/activity')).toBe('in two days');
  now = 61;
  version = 2;
  expect(await textOf(cache, '/activity')).toBe('/activity 2');
});

test('a content change during rendering makes the page stale', async () => {
  const cache = cacheOf();
  const first = cache.get('/');
  cache.setRevision(2);
  await first;
  version = 2;
  expect(await textOf(cache, '/')).toBe('/ 2');
});

test('a request after a content change gets a rendering that began after it, also while an older one runs', async () => {
  const cache = cacheOf();
  const held = Promise.withResolvers<TestPage>();
  render.mockReturnValueOnce(held.promise);
  const first = cache.get('/');
  cache.setRevision(2);
  version = 2;
  expect(await Promise.all([textOf(cache, '/'), textOf(cache, '/')])).toEqual(['/ 2', '/ 2']);
  expect(render.mock.calls).toEqual([
    ['/', null, 0],
    ['/', null, 2],
  ]);
  held.resolve({ status: 200, text: '/ 1' });
  expect((await first).text).toBe('/ 1');
  // The older rendering ended last.
  expect(cache.peek('/')?.text).toBe('/ 2');
});

test('the end of an older rendering does not end the sharing of a newer one', async () => {
  const cache = cacheOf();
  const [older, newer] = [Promise.withResolvers<TestPage>(), Promise.withResolvers<TestPage>()];
  render.mockReturnValueOnce(older.promise).mockReturnValueOnce(newer.promise);
  const first = cache.get('/');
  cache.setRevision(2);
  const second = cache.get('/');
  older.resolve({ status: 302, text: 'moved' });
  await first;
  const third = cache.get('/');
  newer.resolve({ status: 200, text: '/ 2' });
  expect((await Promise.all([second, third])).map(({ text }) => text)).toEqual(['/ 2', '/ 2']);
  expect(render).toHaveBeenCalledTimes(2);
});

test('serves the old page while rendering fails, and retries after a pause', async () => {
  const cache = cacheOf();
  await cache.get('/');
  cache.setRevision(2);
  status = 503;
  expect(await cache.get('/')).toEqual({ status: 200, text: '/ 1' });
  expect(await cache.get('/')).toEqual({ status: 200, text: '/ 1' });
  expect(render).toHaveBeenCalledTimes(2);
  now = 6;
  status = 200;
  version = 2;
  expect(await textOf(cache, '/')).toBe('/ 2');
});

test('serves the old page if the renderer throws', async () => {
  const cache = cacheOf();
  await cache.get('/');
  cache.setRevision(2);
  render.mockRejectedValueOnce(new Error('broken'));
  expect(await textOf(cache, '/')).toBe('/ 1');
});

test('serves the old page if rendering exceeds the patience', async () => {
  const cache = cacheOf({ patience: 1 });
  await cache.get('/');
  cache.setRevision(2);
  let finish: (page: TestPage) => void = () => undefined;
  render.mockReturnValueOnce(new Promise((resolve) => (finish = resolve)));
  expect(await textOf(cache, '/')).toBe('/ 1');
  finish({ status: 200, text: '/ 2' });
  await cache.settled();
  expect(await textOf(cache, '/')).toBe('/ 2');
});

test('passes a server error on without caching it', async () => {
  const cache = cacheOf();
  status = 500;
  expect((await cache.get('/')).status).toBe(500);
  expect(cache.size).toBe(0);
  status = 200;
  expect((await cache.get('/')).status).toBe(200);
});

test('does not cache a redirect', async () => {
  const cache = cacheOf();
  status = 302;
  await cache.get('/');
  expect(cache.size).toBe(0);
});

test('a failed first rendering leaves no entry', async () => {
  const cache = cacheOf();
  render.mockRejectedValueOnce(new Error('broken'));
  await expect(cache.get('/')).rejects.toThrow('broken');
  expect(await textOf(cache, '/')).toBe('/ 1');
});

test('caches a 404 for 10 seconds', async () => {
  const cache = cacheOf();
  status = 404;
  await cache.get('/nope');
  now = 9;
  await cache.get('/nope');
  expect(render).toHaveBeenCalledTimes(1);
  now = 10;
  await cache.get('/nope');
  await cache.settled();
  expect(render).toHaveBeenCalledTimes(2);
});

test('a deleted page becomes a 404 with one rendering', async () => {
  const cache = cacheOf();
  await cache.get('/store/7');
  cache.setRevision(2);
  status = 404;
  version = 2;
  const answers = [await cache.get('/store/7'), await cache.get('/store/7')];
  expect(answers).toEqual([
    { status: 404, text: '/store/7 2' },
    { status: 404, text: '/store/7 2' },
  ]);
  expect(render).toHaveBeenCalledTimes(2);
  expect(cache.peek('/store/7')).toBeNull();
  expect(cache.size).toBe(1);
});

test('concurrent requests for a deleted page share one rendering and get 404', async () => {
  const cache = cacheOf();
  await cache.get('/store/7');
  cache.setRevision(2);
  status = 404;
  const answers = await Promise.all([cache.get('/store/7'), cache.get('/store/7')]);
  expect(answers.map((page) => page.status)).toEqual([404, 404]);
  expect(render).toHaveBeenCalledTimes(2);
});

test('a page deleted without a content change is 404 on the second request after expiry', async () => {
  const cache = cacheOf();
  await cache.get('/store/7');
  now = 61;
  status = 404;
  expect((await cache.get('/store/7')).status).toBe(200);
  await cache.settled();
  expect((await cache.get('/store/7')).status).toBe(404);
  expect(render).toHaveBeenCalledTimes(2);
});

test('a restored page replaces the cached 404', async () => {
  const cache = cacheOf();
  status = 404;
  await cache.get('/store/7');
  cache.setRevision(2);
  status = 200;
  expect((await cache.get('/store/7')).status).toBe(200);
  expect(cache.peek('/store/7')).toEqual({ status: 200, text: '/store/7 1' });
  expect(cache.size).toBe(1);
  expect(render).toHaveBeenCalledTimes(2);
});

test('a page that became a redirect is removed from the cache', async () => {
  const cache = cacheOf({ patience: 1 });
  await cache.get('/old');
  cache.setRevision(2);
  status = 302;
  expect((await cache.get('/old')).status).toBe(302);
  expect(cache.size).toBe(0);
  let finish: (page: TestPage) => void = () => undefined;
  render.mockReturnValueOnce(new Promise((resolve) => (finish = resolve)));
  const waiting = cache.get('/old');
  finish({ status: 302, text: 'moved' });
  expect((await waiting).status).toBe(302);
});

/** The keys still in the cache, without marking them as used. */
async function keysLeft(cache: HtmlCache<TestPage>, keys: readonly string[]): Promise<string[]> {
  const cached: string[] = [];
  for (const key of keys) {
    render.mockClear();
    // An evicted page is rendered again. Querying in order of use keeps that order.
    await cache.get(key);
    if (render.mock.calls.length === 0) cached.push(key);
  }
  return cached;
}

test.each([
  ['requested', (cache: HtmlCache<TestPage>, key: string) => cache.get(key)],
  ['peeked', async (cache: HtmlCache<TestPage>, key: string) => cache.peek(key)],
  [
    'rendered again',
    async (cache: HtmlCache<TestPage>, key: string) => {
      cache.setRevision(cache.revision + 1);
      await cache.get(key);
    },
  ],
])('evicts the least recently used page; one that was %s stays', async (_how, use) => {
  const cache = cacheOf({ limit: { weight: 100_000, entries: 3 } });
  for (const key of ['/a', '/b', '/c']) await cache.get(key);
  await use(cache, '/a');
  await cache.get('/d');
  expect(cache.peek('/b')).toBeNull();
  await use(cache, '/c');
  await cache.get('/e');
  expect(cache.size).toBe(3);
  // Least recently used first: /e evicted /a; /d and /c stayed.
  render.mockClear();
  await cache.get('/d');
  await cache.get('/c');
  await cache.get('/e');
  expect(render.mock.calls.filter(([key]) => key === '/e')).toEqual([]);
  await cache.get('/a');
  expect(render.mock.calls.some(([key]) => key === '/a')).toBe(true);
});

test('a large page evicts only as many pages as needed', async () => {
  const weights: Record<string, number> = { '/heavy': 180 };
  const cache = cacheOf({
    limit: { weight: 330, entries: 100 },
    weigh: ({ text }: TestPage) => weights[text.split(' ')[0] ?? ''] ?? 90,
  });
  for (const key of ['/a', '/b', '/c']) await cache.get(key);
  await cache.get('/a');
  await cache.get('/heavy');
  expect(await keysLeft(cache, ['/heavy', '/a'])).toEqual(['/heavy', '/a']);
  expect(cache.peek('/b')).toBeNull();
  expect(cache.peek('/c')).toBeNull();
});

test('limits the number of entries and keeps used pages', async () => {
  const cache = cacheOf({ limit: { weight: 500, entries: 3 } });
  await cache.get('/');
  for (const key of ['/a', '/b', '/', '/c', '/', '/d']) await cache.get(key);
  expect(cache.size).toBe(3);
  render.mockClear();
  await cache.get('/');
  expect(render).not.toHaveBeenCalled();
  await cache.get('/a');
  expect(render).toHaveBeenCalledTimes(1);
});

test('counts the address into the weight of a page', async () => {
  const cache = cacheOf({ limit: { weight: 210, entries: 100 } });
  await cache.get('/a');
  await cache.get('/b');
  expect(cache.size).toBe(2);
  await cache.get('/long-path');
  expect(cache.size).toBe(1);
});

test.each([
  ['a sixteenth of the weight', 100_000, 52],
  ['200 addresses', 10_000_000, 200],
])('404 responses take %s and do not evict pages', async (_what, weight, missing) => {
  const cache = cacheOf({ limit: { weight, entries: 3 } });
  await cache.get('/');
  status = 404;
  for (let i = 0; i < 500; i += 1) await cache.get(`/nope-${i}`);
  expect(cache.size).toBe(1 + missing);
  render.mockClear();
  await cache.get('/');
  expect(render).not.toHaveBeenCalled();
});

test('a partial page is served but not cached and never replaces a complete one', async () => {
  const cache = cacheOf();
  render.mockResolvedValueOnce({ status: 200, text: 'bare', partial: true } as TestPage);
  expect(await textOf(cache, '/')).toBe('bare');
  expect(cache.size).toBe(0);
  await cache.get('/');
  cache.setRevision(2);
  render.mockResolvedValueOnce({ status: 200, text: 'bare', partial: true } as TestPage);
  expect(await textOf(cache, '/')).toBe('/ 1');
});

test('peek returns only a fresh page', async () => {
  const cache = cacheOf();
  expect(cache.peek('/')).toBeNull();
  await cache.get('/');
  expect(cache.peek('/')).toEqual({ status: 200, text: '/ 1' });
  now = 61;
  expect(cache.peek('/')).toBeNull();
  now = 0;
  cache.setRevision(9);
  expect(cache.peek('/')).toBeNull();
});
