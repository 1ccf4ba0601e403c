import { authCode as calls } from '@yunduo/api-contract';
import { DAY, HOUR, LICENCE_PLACES, LICENCE_UNBIND } from '@yunduo/validation';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { SEED_NOW } from '../../testing/environment.ts';
import { licenceIn, rowOf, type Situated } from '../../testing/licences.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { newcomer, type SignedIn } from '../../testing/people.ts';
import { placeOf } from './places.ts';

let api: TestApp;
let owner: SignedIn;
let licence: Situated;
beforeAll(async () => {
  api = await testApp({ seeded: true });
});
afterAll(() => api.close());
beforeEach(async () => {
  api.clock.set(SEED_NOW);
  owner = await newcomer(api);
  licence = await licenceIn(api, { id: owner.user.id, email: owner.email }, 'permanent');
});

const [A, B] = ['203.0.113.7', '198.51.100.9'];
const verify = (ip: string, fingerprint = licence.fingerprint) =>
  api.call(calls.verify, { code: licence.code, fingerprint, nonce: 'n'.repeat(16) }, { ip });
/** The server calls from these places in turn, by default an hour apart. */
async function answersFrom(places: readonly string[], apart = HOUR): Promise<void> {
  for (const ip of places) {
    api.clock.advance(apart);
    expect((await verify(ip)).data.valid).toBe(true);
  }
}
const notices = async () => (await api.mails()).filter(({ to }) => to === owner.email);
const cloned = async () =>
  (await api.call(calls.detail, { id: licence.id }, { token: owner.token })).data.cloned;

test('verify records network and time of the last calls', async () => {
  await answersFrom([A, A, B]);
  const { places, lastSeenAt } = await rowOf(api, licence.id);
  const at = (hours: number) => new Date(SEED_NOW.getTime() + hours * HOUR).toISOString();
  expect(places).toEqual([
    { network: '198.51.100.0/24', first: at(3), last: at(3) },
    { network: '203.0.113.0/24', first: at(1), last: at(2) },
  ]);
  expect(lastSeenAt?.toISOString()).toBe(at(3));
});

test('verify keeps the latest places only', async () => {
  const networks = Array.from({ length: LICENCE_PLACES.max + 1 }, (_, index) => `10.0.${index}`);
  await answersFrom(networks.map((network) => `${network}.1`));
  const { places } = await rowOf(api, licence.id);
  const latest = networks.slice(1).toReversed();
  expect(places?.map(({ network }) => network)).toEqual(latest.map((network) => `${network}.0/24`));
});

test('verify records a call of the same network once a minute', async () => {
  const seen = async () => (await rowOf(api, licence.id)).lastSeenAt?.getTime();
  await verify(A);
  const first = api.clock.now().getTime();
  api.clock.advance(59_999);
  await verify(A);
  expect(await seen()).toBe(first);
  api.clock.advance(1);
  await verify(A);
  expect(await seen()).toBe(first + 60_000);
});

describe('clone detection is silent', () => {
  test.each([
    ['for one network', [A, A, A]],
    ['for a server that moves once', [A, A, B, B, B]],
    ['for changing addresses in one /24', [A, '203.0.113.200', A, '203.0.113.3']],
    ['for alternating IPv4 and IPv6', [A, '2001:db8:1::1', A, '2001:db8:1:2::9', A]],
  ])('%s', async (_, places) => {
    await answersFrom(places);
    expect([await notices(), await cloned()]).toEqual([[], null]);
  });

  test('when a network returns after more than a day', async () => {
    await answersFrom([A, B, A], LICENCE_PLACES.overlap);
    expect([await notices(), await cloned()]).toEqual([[], null]);
  });

  test('when another fingerprint calls from elsewhere', async () => {
    await verify(A);
    await verify(B, 'ab'.repeat(32));
    await verify(A);
    await verify(B, 'ab'.repeat(32));
    expect([await notices(), await cloned()]).toEqual([[], null]);
  });
});

describe('cloned fingerprint', () => {
  test('keeps verifying, mails the owner once a day, and is shown on the licence', async () => {
    await answersFrom([A, B]);
    expect(await notices()).toEqual([]);
    await answersFrom([A, B, A, B, A]);
    const [mail, ...more] = await notices();
    expect(more).toEqual([]);
    expect(mail?.subject).toContain('web-1');
    for (const part of ['203.0.113.0/24', '198.51.100.0/24', 'systemd-machine-id-setup'])
      expect(mail?.text).toContain(part);
    expect(await cloned()).toEqual({
      at: api.clock.now().toISOString(),
      networks: ['203.0.113.0/24', '198.51.100.0/24'],
    });
    await answersFrom([B, A], 12 * HOUR);
    expect(await notices()).toHaveLength(2);
  });

  test('is detected when a network returns after exactly a day, and mailed again exactly a day later', async () => {
    await answersFrom([A, B, A], LICENCE_PLACES.overlap / 2);
    expect(await notices()).toHaveLength(1);
    await answersFrom([B], LICENCE_PLACES.notifyEvery / 2);
    await answersFrom([A], LICENCE_PLACES.notifyEvery / 2 - 1);
    expect(await notices()).toHaveLength(1);
    api.clock.advance(1);
    await verify(B);
    expect(await notices()).toHaveLength(2);
  });

  test('is detected within one minute', async () => {
    await answersFrom([A, B, A], 1_000);
    expect(await notices()).toHaveLength(1);
  });

  test.each([
    ['three networks', [A, B, '192.0.2.4', A], ['203.0.113.0/24', '192.0.2.0/24']],
    [
      'two IPv6 networks',
      ['2001:db8:1::1', '2001:db8:2::1', '2001:db8:1::2'],
      ['2001:db8:1::/48', '2001:db8:2::/48'],
    ],
  ])('in %s: the owner is told once, with the two that alternate', async (_, places, networks) => {
    await answersFrom(places);
    const [mail, ...more] = await notices();
    expect(more).toEqual([]);
    for (const network of networks) expect(mail?.text).toContain(network);
    expect((await cloned())?.networks).toEqual(networks);
  });

  test('is no longer shown after a week, and is cleared by unbinding', async () => {
    await answersFrom([A, B, A]);
    expect(await cloned()).not.toBeNull();
    api.clock.advance(LICENCE_PLACES.shown);
    const { token } = await newcomer(api);
    expect((await api.call(calls.detail, { id: licence.id }, { token })).status).toBe(404);
    expect((await api.call(calls.my, {}, { token: owner.token })).data.list[0]?.cloned).toBeNull();
    await answersFrom([A, B, A]);
    api.clock.advance(DAY * LICENCE_UNBIND.count);
    await api.call(calls.unbind, { id: licence.id, reason: 'moving' }, { token: owner.token });
    expect(await rowOf(api, licence.id)).toMatchObject({ places: null, clonedAt: null });
  });

  test('triggers one mail for concurrent calls', async () => {
    await answersFrom([A, B]);
    api.clock.advance(HOUR);
    await Promise.all(Array.from({ length: 8 }, (_, turn) => verify(turn % 2 === 0 ? A : B)));
    expect(await notices()).toHaveLength(1);
  });
});

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2:3::4', '2001:db8:1::/48'],
  ['nonsense', 'unknown'],
])('the network of %s is %s', (ip, place) => {
  expect(placeOf(ip)).toBe(place);
});
