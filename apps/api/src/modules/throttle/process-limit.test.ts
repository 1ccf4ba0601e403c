import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { RATES } from '@yunduo/validation';
import { testApp, type TestApp } from '../../testing/app.ts';
import { ProcessLimit, visitorLimit } from './process-limit.ts';

const START = Date.parse('2026-11-20T02:00:00Z');
const at = (ms: number): Date => new Date(START + ms);

describe('In-memory limit', () => {
  test('grants its turns at once, then one after another over time', () => {
    const limit = new ProcessLimit({ count: 3, window: 3_000 });
    const take = (ms: number) => limit.take('203.0.113.9', at(ms));
    expect([take(0), take(0), take(0), take(0)]).toEqual([null, null, null, 1_000]);
    expect([take(400), take(1_000), take(1_000)]).toEqual([600, null, 1_000]);
    expect([take(60_000), take(60_000), take(60_000), take(60_000)]).toEqual([null, null, null, 1_000]);
    // A clock set back removes no turns.
    expect(take(0)).toBe(1_000);
    expect(limit.take('203.0.113.10', at(0))).toBeNull();
  });

  test('counts the /56 and the /48 of an IPv6 network with their /64', () => {
    const limit = new ProcessLimit({ count: 2, window: 60_000 });
    const taken = (networks: string[]) =>
      networks.filter((network) => limit.take(network, at(0)) === null).length;
    const networks = (pattern: string) =>
      Array.from({ length: 40 }, (_, index) => pattern.replace('#', (index + 1).toString(16)));
    expect(taken(networks('2001:db8:1:#::/64'))).toBe(8);
    expect(taken(networks('2001:db8:1:#00::/64'))).toBe(24);
    expect(taken(networks('2001:db8:#:0::/64'))).toBe(39);
  });

  test('evicts the least recently used network at its maximum size', () => {
    const limit = new ProcessLimit({ count: 1, window: 60_000 }, 2);
    for (const network of ['a', 'b', 'c']) expect(limit.take(network, at(0))).toBeNull();
    expect(limit.size).toBe(2);
    expect(limit.take('c', at(0))).toBe(60_000);
    expect(limit.take('a', at(0))).toBeNull();
  });

  test('remembers a network that called again longer than one that has not', () => {
    const limit = new ProcessLimit({ count: 2, window: 60_000 }, 2);
    for (const network of ['busy', 'quiet', 'busy', 'new']) expect(limit.take(network, at(0))).toBeNull();
    expect(limit.take('busy', at(0))).toBe(30_000);
  });
});

describe('Store limits per network', () => {
  let api: TestApp;
  beforeAll(async () => {
    api = await testApp();
  });
  afterAll(() => api.close());
  beforeEach(() => api.clock.advance(10 * 60_000));

  const search = (remoteAddress: string, url = '/api/app_store/list?q=redis') =>
    api.app.inject({ method: 'GET', url, remoteAddress, headers: { lang: 'us' } });
  const check = (remoteAddress: string) =>
    api.app.inject({
      method: 'POST',
      url: '/api/app_store/check',
      remoteAddress,
      headers: { lang: 'zh-cn' },
      payload: { apps: [{ app_key: 'nginx', version: '1.0.0' }] },
    });
  /** One after another: together they would take longer than one call may, on a busy machine. */
  const statuses = async (call: () => ReturnType<typeof search>, count: number) => {
    const found = new Set<number>();
    for (let sent = 0; sent < count; sent += 1) found.add((await call()).statusCode);
    return found;
  };

  test('allow searches up to the limit, then return 429 with Retry-After and no caching', async () => {
    const visitor = '203.0.113.9';
    expect(await statuses(() => search(visitor), RATES.searches.count)).toEqual(new Set([200]));
    const rejected = await search(visitor);
    expect(rejected.statusCode).toBe(429);
    expect(rejected.headers['retry-after']).toBe('1');
    expect(rejected.headers['cache-control']).toBe('no-cache');
    expect(rejected.json()).toMatchObject({
      code: 'RATE_LIMITED',
      msg: 'Too many requests. Try again later.',
      data: { retry_after: 1 },
    });
    // Reads without a search continue, as does another network, and this one after a while.
    expect((await search(visitor, '/api/app_store/list')).statusCode).toBe(200);
    expect((await search('203.0.113.10')).statusCode).toBe(200);
    api.clock.advance(1_000);
    expect((await search(visitor)).statusCode).toBe(200);
  });

  test('apply to update checks, too', async () => {
    const visitor = '2001:db8:1:1::1';
    const all = await statuses(() => check(visitor), RATES.updateChecks.count);
    expect([...all].filter((status) => status === 429)).toEqual([]);
    const rejected = await check('2001:db8:1:1:ffff::2');
    expect([rejected.statusCode, rejected.json<{ msg: string }>().msg]).toEqual([
      429,
      '请求太频繁，请稍后再试',
    ]);
  });

  test('do not apply to the public site’s requests from the private network', async () => {
    expect(await statuses(() => search('127.0.0.1'), RATES.searches.count + 1)).toEqual(new Set([200]));
    const call = visitorLimit(api.app, { count: 1, window: 60_000 });
    const own = ['127.255.0.1', '10.0.0.2', '172.16.0.1', '172.31.255.254', '192.168.1.2'];
    for (const ip of [...own, '::1', 'fc00::1', 'fdff::2']) {
      call({ ip });
      expect(() => call({ ip })).not.toThrow();
    }
    for (const ip of [
      '128.0.0.1',
      '11.0.0.1',
      '172.15.0.1',
      '172.32.0.1',
      '192.169.0.1',
      '1::1',
      'fe00::1',
    ]) {
      expect(() => call({ ip })).not.toThrow();
      expect(() => call({ ip })).toThrow('RATE_LIMITED');
    }
  });
});
