import { WIDER_NETWORKS } from '@yunduo/validation';
import { ipAddress } from '@yunduo/validation/ip-address';

/**
 * The network that limits count: an address of version 4, or the /64 of a version 6 one, since a single customer has
 * all of it and changes addresses within. A port that a proxy wrote behind the address is none of it, and everything
 * that is no address counts as one network.
 */
export function networkOf(written: string): string {
  const ip = ipAddress(written);
  if (ip === null) return 'unknown';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  if (!ip.includes(':')) return ip;
  const [before = '', after] = ip.split('::');
  const head = before.split(':').filter(Boolean);
  const tail = (after ?? '').split(':').filter(Boolean);
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  const groups = [...head, ...zeros, ...tail].slice(0, 4).map((group) => Number.parseInt(group, 16));
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}

const NETWORK_64 = /([0-9a-f]{1,4}):([0-9a-f]{1,4}):([0-9a-f]{1,4}):([0-9a-f]{1,4})::\/64/;

/** A key of a limit, and how many times the limit fits into it. */
export interface WeighedKey {
  key: string;
  share: number;
}

/**
 * The keys that one call counts for. A site is given a /56 or a /48 as easily as a /64, and has 256 or 65,536 of these:
 * a key that names a /64 counts for the wider networks too, whose limits are a few times as high
 * (`WIDER_NETWORKS`), so that a network a size larger gets more turns, but never as many as it has parts. Other keys
 * stand for themselves.
 */
export function weighedKeys(key: string): WeighedKey[] {
  const [whole, a = '', b = '', c = '', d = ''] = NETWORK_64.exec(key) ?? [];
  if (whole === undefined) return [{ key, share: 1 }];
  const site = ((Number.parseInt(d, 16) >> 8) << 8).toString(16);
  return [
    { key, share: 1 },
    { key: `wider ${key.replace(whole, `${a}:${b}:${c}:${site}::/56`)}`, share: WIDER_NETWORKS.of56 },
    { key: `wider ${key.replace(whole, `${a}:${b}:${c}::/48`)}`, share: WIDER_NETWORKS.of48 },
  ];
}
