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
