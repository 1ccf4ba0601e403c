import { lookup } from 'node:dns';
import { describe, expect, test } from '@jest/globals';
import { guardedLookup, isAllowedTarget, isPublicAddress, TargetRefused } from './addresses.ts';

const REFUSED = [
  // This network, private, carrier-grade NAT, loopback, link-local and clouds' metadata.
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.100.100.200',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.0.1',
  '169.254.169.254',
  '169.254.170.2',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.0.192',
  '192.168.0.1',
  // Documentation, 6to4 relays, benchmarks, multicast, reserved, broadcast.
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  // Unspecified, loopback, IPv4-mapped and IPv4-compatible addresses, in any spelling.
  '::',
  '::1',
  '0:0:0:0:0:0:0:1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:8.8.8.8',
  '::ffff:0:10.0.0.1',
  '::127.0.0.1',
  // NAT64, discard-only, Teredo, ORCHID, documentation, 6to4, segment routing.
  '64:ff9b::7f00:1',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:0:7f00:1::',
  '2001:20::1',
  '2001:db8::1',
  '2002:7f00:1::1',
  '3fff::1',
  '5f00::1',
  // Unique local with a cloud's metadata, link-local with and without a zone, site-local, multicast.
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '2606:4700::1111%eth0',
  'ci.example.com',
  '',
];
const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '223.255.255.255',
  '2001:200::1',
  '2400:3200::1',
  '2606:4700:4700::1111',
  '2a00:1450::1',
];

describe('isPublicAddress', () => {
  test.each(REFUSED)('rejects %s', (address) => expect(isPublicAddress(address)).toBe(false));
  test.each(PUBLIC)('accepts %s', (address) => expect(isPublicAddress(address)).toBe(true));
});

describe('isAllowedTarget', () => {
  test.each([
    ['https://ci.example.com/', true, true],
    ['https://1.1.1.1/', true, true],
    ['http://ci.example.com/', false, false],
    ['https://10.0.0.1/', false, false],
    ['https://[fd00:ec2::254]/', false, false],
    ['https://[::ffff:a9fe:a9fe]/', false, false],
    // URL parsers read these as addresses.
    ['https://0xa9fea9fe/', false, false],
    ['https://2852039166/', false, false],
    ['https://0251.0376.0251.0376/', false, false],
    ['https://0x7f.1/', false, true],
    ['http://localhost:3000/', false, true],
    ['http://127.0.0.1:3000/', false, true],
    ['http://[::1]:3000/', false, true],
  ])('%s: %s in production, %s with loopback on', (url, production, developing) => {
    expect(isAllowedTarget(new URL(url), { loopback: false })).toBe(production);
    expect(isAllowedTarget(new URL(url), { loopback: true })).toBe(developing);
  });
});

/** The lookup result for a connection. */
const probe = (addresses: readonly string[], { loopback = false, all = true } = {}) =>
  new Promise<unknown>((resolve, reject) => {
    const resolveName = () => Promise.resolve(addresses);
    guardedLookup({ loopback }, resolveName)('ci.example.com', { all }, (error, found, family) =>
      error ? reject(error) : resolve(all ? found : [found, family]),
    );
  });

describe('guardedLookup', () => {
  test('returns the checked addresses in the form of dns.lookup', async () => {
    const both = ['1.1.1.1', '2606:4700::1111'];
    expect(await probe(both)).toEqual([
      { address: '1.1.1.1', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ]);
    expect(await probe(both, { all: false })).toEqual(['1.1.1.1', 4]);
    const platform = await new Promise((resolve) =>
      lookup('127.0.0.1', { all: true }, (_, found) => resolve(found)),
    );
    expect(await probe(['127.0.0.1'], { loopback: true })).toEqual(platform);
    expect(await probe(['::1'], { loopback: true })).toEqual([{ address: '::1', family: 6 }]);
  });

  test.each([[['10.0.0.1']], [['1.1.1.1', '10.0.0.1']], [['2606:4700::1111', '::1']]])(
    'rejects a name that resolves to %j',
    async (addresses) => {
      await expect(probe(addresses)).rejects.toMatchObject({ failure: 'address' });
    },
  );

  test('rejects a private network even with loopback on', async () => {
    await expect(probe(['10.0.0.1'], { loopback: true })).rejects.toMatchObject({ failure: 'address' });
    await expect(probe(['127.0.0.1'])).rejects.toMatchObject({ failure: 'address' });
  });

  test('rejects a name without an address', async () => {
    await expect(probe([])).rejects.toEqual(expect.any(TargetRefused));
    await expect(probe([])).rejects.toMatchObject({ failure: 'dns' });
  });
});
