import { readdirSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { appStore } from '@yunduo/api-contract';
import type { CaptchaScene } from '@yunduo/validation';
import { ipAddress } from '@yunduo/validation/ip-address';
import { like } from 'drizzle-orm';
import fc from 'fast-check';
import { throttles } from '../../db/schema/index.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { ticketFor } from '../../testing/people.ts';
import { networkOf, weighedKeys } from './network.ts';
import { requireTurn, giveTurnBack, takeTurn } from './throttle.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['203.0.113.9:4711', '203.0.113.9'],
  ['203.0.113.9:4712', '203.0.113.9'],
  ['[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
  ['::FFFF:203.0.113.9', '203.0.113.9'],
  ['unknown', 'unknown'],
  ['garbage-1', 'unknown'],
  ['203.0.113.999', 'unknown'],
  ['', 'unknown'],
])('networkOf returns the network of %s as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

test('ipAddress agrees with net.isIP', () => {
  const pieces = fc.array(fc.constantFrom('1', '0', 'ff', '12345', 'g', ':', '::', '.', '255.1.2.3', '256'), {
    maxLength: 17,
  });
  const texts = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    pieces.map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      // A port after an IPv4 address is ignored.
      fc.pre(!/^[\d.]+:\d+$/.test(text));
      expect([text, ipAddress(text)]).toEqual([text, isIP(text) === 0 ? null : text.toLowerCase()]);
    }),
    { numRuns: 1000 },
  );
});

test('ports and invalid addresses written by a trusted proxy do not count as new visitors', async () => {
  const api = await testApp({ env: { TRUST_PROXY: '1' } });
  try {
    const networks = async (...forwarded: string[]): Promise<number> => {
      await api.db.delete(throttles);
      for (const entry of forwarded)
        await api.app.inject({
          method: 'POST',
          url: '/api/captcha/challenge',
          headers: { 'x-forwarded-for': entry },
          payload: { scene: 'login' },
        });
      return api.db.$count(throttles, like(throttles.key, 'captcha:%'));
    };
    expect(await networks('203.0.113.9:1', '203.0.113.9:2', '203.0.113.9')).toBe(1);
    expect(await networks('[2001:db8::1]:1', '"[2001:db8::2]:2"', '2001:db8::3')).toBe(1);
    expect(await networks('one', 'another', '203.0.113')).toBe(1);
    expect(await networks('203.0.113.9', '203.0.113.10')).toBe(2);
  } finally {
    await api.close();
  }
});

test.each([
  ['login:203.0.113.9', ['login:203.0.113.9']],
  ['login:unknown', ['login:unknown']],
  [
    'login:2001:db8:1:2ff::/64',
    ['login:2001:db8:1:2ff::/64', 'wider login:2001:db8:1:200::/56', 'wider login:2001:db8:1::/48'],
  ],
  ['2001:db8:1:ff::/64 x', ['2001:db8:1:ff::/64 x', 'wider 2001:db8:1:0::/56 x', 'wider 2001:db8:1::/48 x']],
])('the key %s counts for %j', (key, keys) => {
  expect(weighedKeys(key).map((one) => one.key)).toEqual(keys);
});

describe('Limit of an IPv6 network with many /64', () => {
  let api: TestApp;
  beforeAll(async () => {
    api = await testApp();
  });
  afterAll(() => api.close());
  const limits = [{ count: 2, window: 60_000 }];
  const key = (ip: string) => `test:${networkOf(ip)}`;
  const turns = async (ips: string[]): Promise<number> => {
    await api.db.delete(throttles);
    let taken = 0;
    for (const ip of ips) if ((await takeTurn(api.db, key(ip), api.clock.now(), limits)) === null) taken += 1;
    return taken;
  };
  /** Addresses in different /64 networks: the number replaces `#`, in hexadecimal. */
  const addresses = (pattern: string, count: number) =>
    Array.from({ length: count }, (_, index) => pattern.replace('#', index.toString(16).padStart(2, '0')));

  test('is a few times the limit of one /64, whatever the number of /64', async () => {
    expect(await turns(Array<string>(10).fill('2001:db8:1:1::1'))).toBe(2);
    expect(await turns(addresses('2001:db8:1:1#::1', 40))).toBe(8);
    expect(await turns(addresses('2001:db8:1:#00::1', 40))).toBe(32);
    expect(await turns(addresses('2001:db8:#::1', 40))).toBe(40);
    expect(await turns(Array.from({ length: 10 }, (_, index) => `203.0.113.${index}`))).toBe(10);
  });

  test('does not count rejected calls, and gets a returned turn back', async () => {
    expect(await turns(Array<string>(50).fill('2001:db8:1:1::1'))).toBe(2);
    const now = api.clock.now();
    for (let index = 2; index < 8; index += 1)
      expect(await takeTurn(api.db, key(`2001:db8:1:${index}::1`), now, limits)).toBeNull();
    const next = key('2001:db8:1:9::1');
    expect(await takeTurn(api.db, next, now, limits)).toBe(60_000);
    await expect(requireTurn(api.db, key('2001:db8:1:a::1'), now, limits)).rejects.toMatchObject({
      retryAfter: 60,
    });
    await giveTurnBack(api.db, next, now);
    expect(await takeTurn(api.db, key('2001:db8:1:b::1'), now, limits)).toBeNull();
  });
});

describe('Two visitors of one /64 count as one', () => {
  let api: TestApp;
  let app: { id: number; app_key: string; version: string };
  beforeAll(async () => {
    api = await testApp({ seeded: true });
    const { data } = await api.call(appStore.list, {});
    if (data.list[0]) app = data.list[0];
  });
  afterAll(() => api.close());

  const account = (n: number) => ({ email: `somebody-${n}@example.com`, password: 'Harbour2026' });
  const withCode = (n: number) => ({ ...account(n), password_confirm: 'Harbour2026', code: '123456' });
  const ticket = (scene: CaptchaScene) => ticketFor(api, scene);

  const CALLS: [url: string, key: string, body: (n: number) => object | Promise<object>][] = [
    ['captcha/challenge', 'captcha:', () => ({ scene: 'login' })],
    ['captcha/alternative', 'captcha:', () => ({ scene: 'login', failed: [] })],
    [
      'user_auth/send_email',
      'mail-ip:',
      async (n) => ({
        email: account(n).email,
        scene: 'AUTH_REGISTER_EMAIL',
        captcha_ticket: await ticket('send_email'),
      }),
    ],
    ['user_auth/register', 'code-ip:', (n) => ({ ...withCode(n), agree: true })],
    ['user_auth/reset_password', 'code-ip:', withCode],
    ['user_auth/login', 'sign-in:', (n) => ({ ...account(n), agree: true })],
    ['user_auth/handover_exchange', 'exchange:', () => ({ data: 'x', r_url: 'https://a.example/' })],
    ['user_auth/email_change_undo', 'undo:', () => ({ token: 'x' })],
    [
      'subscribe/create',
      'subscribe-ip:',
      async (n) => ({
        email: account(n).email,
        locale: 'en',
        captcha_ticket: await ticket('subscribe'),
      }),
    ],
    ['subscribe/confirm', 'subscribe-link:', () => ({ token: 'x' })],
    ['subscribe/unsubscribe', 'subscribe-link:', () => ({ token: 'x' })],
    ['auth_code/verify', 'licence verify ', () => ({ code: 'x', fingerprint: 'x', nonce: 'x' })],
    ['app_store/download', 'download:', () => ({ app_key: app.app_key, version: app.version })],
    ['app_store/report', 'report:', () => ({ id: app.id, reason: 'other', text: 'It does not start.' })],
    ['captcha/extend', 'captcha_extend:', () => ({ challenge_id: 'x' })],
    ['user_auth/second_step', 'second-step:', () => ({ ticket: 'x', code: '123456' })],
    ['user_auth/second_step_passkey', 'step-passkey:', () => ({ ticket: 'x' })],
    ['user_auth/disown_session', 'disown:', () => ({ token: 'x' })],
    ['user_device/begin', 'device-begin:', () => ({ device_name: 'Laptop', system: 'Debian' })],
    ['user_device/token', 'device-poll:', () => ({ device_code: 'x' })],
    [
      'invite/request',
      'invite-ip:',
      async (n) => ({
        email: account(n).email,
        purpose: 'Servers of a school',
        locale: 'en',
        captcha_ticket: await ticket('invite'),
      }),
    ],
  ];

  test.each(CALLS)('%s', async (url, key, body) => {
    const from = async (remoteAddress: string, n: number): Promise<number> => {
      const payload = await body(n);
      await api.app.inject({ method: 'POST', url: `/api/${url}`, remoteAddress, payload });
      return api.db.$count(throttles, like(throttles.key, `${key}%`));
    };
    await api.db.delete(throttles);
    expect(await from('2001:db8:1:1::1', 1)).toBe(1);
    expect(await from('2001:db8:1:1:ffff::2', 2)).toBe(1);
    expect(await from('2001:db8:1:2::1', 3)).toBe(2);
  });

  test('every network limit in the sources is in the table', () => {
    const modules = join(import.meta.dirname, '..');
    const keys = readdirSync(modules, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .flatMap((name) => [
        ...readFileSync(join(modules, name), 'utf8').matchAll(
          /`([a-z_-]+:)\$\{(?:networkOf\(|(?:visitor\.|input\.)?network\b)/g,
        ),
      ])
      .map(([, key]) => key);
    const covered = [...CALLS.map(([, key]) => key), ...ELSEWHERE];
    expect([...new Set(keys)].filter((key) => !covered.includes(key ?? ''))).toEqual([]);
    expect(keys.length).toBeGreaterThan(15);
  });
});

/** Counted only for a signed-in caller, or after other failures: the tests of their modules reach them. */
const ELSEWHERE = [
  'captcha-failed:',
  'captcha-unproven:',
  'device-code:',
  'invitation-guess:',
  'client_update:',
];
