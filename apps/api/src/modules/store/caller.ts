import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { deriveKey } from '../../config.ts';
import type { Context } from '../../context.ts';
import { networkOf } from '../throttle/network.ts';

/** The caller of a public call, as far as counting needs it. */
export interface CallerFacts {
  /** The network as counted by limits. */
  network: string;
  userId: number | null;
}

/** The facts of a request. */
export const callerOf = ({ ip, user }: FastifyRequest): CallerFacts => ({
  network: networkOf(ip),
  userId: user?.id ?? null,
});

/**
 * Deterministic and irreversible: addresses are few enough to enumerate, so the hash is keyed. Each purpose has its own
 * key, so that reporters cannot be matched with downloads.
 */
export function keyedHash(
  { config }: Pick<Context, 'config'>,
  purpose: 'download' | 'report' | 'view',
  ...parts: string[]
): string {
  const key = deriveKey(config.signingKey, `store ${purpose}`);
  return createHmac('sha256', key).update(parts.join('\0')).digest('base64url').slice(0, 22);
}
