import type { FastifyRequest } from 'fastify';
import { deriveKey, type Config } from '../../config.ts';
import { keyedHash } from '../user-auth/tokens.ts';

/**
 * The network that limits count: an address of version 4, or the /64 of a version 6 one, since a single customer has
 * all of it and changes addresses within.
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  if (!ip.includes(':')) return ip;
  const [before = '', after] = (ip.split('%')[0] ?? '').split('::');
  const head = before.split(':').filter(Boolean);
  const tail = (after ?? '').split(':').filter(Boolean);
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  const groups = [...head, ...zeros, ...tail].slice(0, 4).map((group) => Number.parseInt(group, 16));
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}

/**
 * Who claims: the account, or a keyed hash of network, browser and device version for who is not signed in. It tells the same visitor
 * from others for a day and authorises nothing; the address itself is not kept.
 */
export function visitorOf(request: FastifyRequest, config: Pick<Config, 'signingKey'>): string {
  if (request.user) return `user:${request.user.id}`;
  const key = deriveKey(config.signingKey ?? '', 'visitor');
  const header = (name: string): string => String(request.headers[name] ?? '').slice(0, 500);
  return keyedHash(key, networkOf(request.ip), header('user-agent'), header('device-version'));
}
