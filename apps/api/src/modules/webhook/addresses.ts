import { Resolver } from 'node:dns/promises';
import { BlockList, isIP, isIPv4, isIPv6, type LookupFunction } from 'node:net';
import { isLoopbackHost } from '@yunduo/validation';

/** IPv4 networks not on the public internet (IANA's special-purpose registry), or used by clouds. */
const NOT_PUBLIC_4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  // Carrier-grade NAT; Alibaba Cloud's metadata service is at 100.100.100.200.
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Link-local; most clouds' metadata service is at 169.254.169.254.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast, reserved, broadcast.
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // Azure's virtual machines reach their host here.
  ['168.63.129.16', 32],
];

/**
 * Global unicast: all other IPv6 addresses (mapped addresses, NAT64, unique local, link-local, multicast) are not
 * public.
 */
const GLOBAL_6: readonly [string, number] = ['2000::', 3];
/** Within it: protocol assignments and Teredo; 6to4, which embeds an IPv4 address; documentation. */
const NOT_PUBLIC_6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const rejected = new BlockList();
for (const [net, prefix] of NOT_PUBLIC_4) rejected.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of NOT_PUBLIC_6) rejected.addSubnet(net, prefix, 'ipv6');
const global6 = new BlockList();
global6.addSubnet(...GLOBAL_6, 'ipv6');

/** Whether an address is publicly reachable. False for an invalid address. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !rejected.check(address, 'ipv4');
  // A zone (`fe80::1%eth0`) names a local network interface.
  if (!isIPv6(address) || address.includes('%')) return false;
  return global6.check(address, 'ipv6') && !rejected.check(address, 'ipv6');
}

/** Allowed targets of webhook requests. */
export interface TargetRules {
  /** Whether loopback is allowed, for developing a receiver and for tests. */
  loopback: boolean;
}

const isAllowedAddress = (address: string, { loopback }: TargetRules): boolean =>
  isPublicAddress(address) || (loopback && (address === '::1' || /^127\./.test(address)));

/** Whether a URL may be stored as a target. Its name is resolved and checked again for each connection. */
export function isAllowedTarget({ protocol, hostname }: URL, rules: TargetRules): boolean {
  if (isLoopbackHost(hostname)) return rules.loopback;
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return protocol === 'https:' && (isIP(host) === 0 || isAllowedAddress(host, rules));
}

/** A name does not resolve, or resolves to a forbidden address. */
export class TargetRefused extends Error {
  override name = 'TargetRefused';
  readonly failure: 'dns' | 'address';

  constructor(failure: 'dns' | 'address', message: string) {
    super(message);
    this.failure = failure;
  }
}

/** Resolves a name to its addresses. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/**
 * Queries the name servers, not the hosts file and search domains, and not through the thread pool that reads files: a
 * deliberately slow name server cannot block other work.
 */
export const resolveName: Resolve = async (hostname) => {
  if (hostname === 'localhost') return ['127.0.0.1'];
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
};

/**
 * Resolves a name for a connection, which uses exactly the checked addresses, so that DNS rebinding has no effect. One
 * forbidden address refuses the name.
 */
export const guardedLookup =
  (rules: TargetRules, resolve: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    const found = async () => {
      const addresses = await resolve(hostname);
      if (addresses.length === 0) throw new TargetRefused('dns', 'the name has no address');
      if (!addresses.every((address) => isAllowedAddress(address, rules)))
        throw new TargetRefused('address', 'the name leads to an address that is not public');
      return addresses.map((address) => ({ address, family: isIP(address) }));
    };
    found().then(
      (list) => {
        const [first] = list;
        if (options.all) callback(null, list);
        else callback(null, first?.address ?? '', first?.family);
      },
      (error: unknown) => callback(error as NodeJS.ErrnoException, []),
    );
  };
