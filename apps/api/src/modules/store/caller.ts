import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { deriveKey } from '../../config.ts';
import type { Context } from '../../context.ts';
import { networkOf } from '../throttle/network.ts';

/** Who stands behind a call that anybody may make, as far as counting needs to know. */
export interface CallerFacts {
  /** Where they are, as limits count it. */
  network: string;
  userId: number | null;
}

/** The facts of a request. */
export const callerOf = ({ ip, user }: FastifyRequest): CallerFacts => ({
  network: networkOf(ip),
  userId: user?.id ?? null,
});

/**
 * The same text for the same parts, and nothing that can be turned back: addresses are few enough to try them all, so
 * the hash is keyed. Each purpose has its own key, so that who reported cannot be found among who downloaded.
 */
export function keyedHash(
  { config }: Pick<Context, 'config'>,
  purpose: 'download' | 'report' | 'view',
  ...parts: string[]
): string {
  const key = deriveKey(config.signingKey, `store ${purpose}`);
  return createHmac('sha256', key).update(parts.join('\0')).digest('base64url').slice(0, 22);
}
