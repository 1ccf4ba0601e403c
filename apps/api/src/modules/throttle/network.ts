import { WIDER_NETWORKS } from '@yunduo/validation';
import { ipAddress } from '@yunduo/validation/ip-address';

/**
 * The network that limits count: an IPv4 address, or the /64 of an IPv6 address, since one customer has all of it and
 * changes addresses within it. A port appended by a proxy is ignored, and all invalid addresses count as one network.
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

/** A limit's key, and the multiple of the limit that applies to it. */
export interface WeighedKey {
  key: string;
  share: number;
}

/**
 * The keys counted for one call. A site is as easily assigned a /56 or a /48 as a /64, and has 256 or 65,536 of these:
 * a /64 key also counts for the wider networks, whose limits are a few times as high (`WIDER_NETWORKS`), so that a
 * wider network gets more turns, but not one share per /64. Other keys count alone.
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
