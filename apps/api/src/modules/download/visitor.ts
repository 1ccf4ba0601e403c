import type { FastifyRequest } from 'fastify';
import { deriveKey, type Config } from '../../config.ts';
import { networkOf } from '../throttle/network.ts';
import { keyedHash } from '../codes/tokens.ts';

/**
 * Identifies a claiming visitor: the account, or a keyed hash of network, browser and device version. It distinguishes
 * visitors for a day and authorises nothing; the address is not stored.
 */
export function visitorOf(request: FastifyRequest, config: Pick<Config, 'signingKey'>): string {
  if (request.user) return `user:${request.user.id}`;
  const key = deriveKey(config.signingKey ?? '', 'visitor');
  const header = (name: string): string => String(request.headers[name] ?? '').slice(0, 500);
  return keyedHash(key, networkOf(request.ip), header('user-agent'), header('device-version'));
}
