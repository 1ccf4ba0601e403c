import { BlockList, isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { apiError } from '../../http/errors.ts';
import { networkOf, weighedKeys } from './network.ts';
import type { Limit } from './throttle.ts';

/** Keys remembered by one limit; beyond it the least recently used is forgotten. */
const KEYS_MAX = 20_000;

/**
 * A rate limit in this process's memory, for reads too many and too cheap to count in the database. A token bucket:
 * `count` at once, refilled evenly with `count` per `window`. Each process counts for itself.
 */
export class ProcessLimit {
  readonly #limit: Limit;
  readonly #keysMax: number;
  readonly #buckets = new Map<string, { turns: number; at: number }>();

  constructor(limit: Limit, keysMax = KEYS_MAX) {
    this.#limit = limit;
    this.#keysMax = keysMax;
  }

  /** Takes a turn for the network and its wider networks; if none is left, returns the milliseconds to wait. */
  take(network: string, now: Date): number | null {
    const buckets = weighedKeys(network).map(({ key, share }) => this.#filled(key, share, now.getTime()));
    const waits = buckets.map(({ turns, perMs }) => (turns >= 1 ? 0 : Math.ceil((1 - turns) / perMs)));
    const wait = Math.max(...waits);
    if (wait > 0) return wait;
    for (const { key, turns, at } of buckets) this.#keep(key, { turns: turns - 1, at });
    return null;
  }

  get size(): number {
    return this.#buckets.size;
  }

  #filled(key: string, share: number, at: number) {
    const most = this.#limit.count * share;
    const perMs = most / this.#limit.window;
    const before = this.#buckets.get(key) ?? { turns: most, at };
    return { key, at, perMs, turns: Math.min(most, before.turns + Math.max(0, at - before.at) * perMs) };
  }

  /** A map keeps insertion order: its first key is the least recently used. */
  #keep(key: string, bucket: { turns: number; at: number }): void {
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size > this.#keysMax && oldest !== undefined) this.#buckets.delete(oldest);
  }
}

const OWN = new BlockList();
OWN.addSubnet('127.0.0.0', 8);
OWN.addSubnet('10.0.0.0', 8);
OWN.addSubnet('172.16.0.0', 12);
OWN.addSubnet('192.168.0.0', 16);
OWN.addAddress('::1', 'ipv6');
OWN.addSubnet('fc00::', 7, 'ipv6');

/**
 * True for loopback and private addresses: the public site renders there for all visitors, and a shared limit could be
 * used up by one of them.
 */
function isOwn(ip: string): boolean {
  const version = isIP(ip);
  return version !== 0 && OWN.check(ip, version === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Refuses calls of one network beyond the limit. Call it before setting cache headers.
 * @throws ApiError RATE_LIMITED
 */
export function visitorLimit({ clock }: Pick<FastifyInstance, 'clock'>, limit: Limit) {
  const turns = new ProcessLimit(limit);
  return ({ ip }: Pick<FastifyRequest, 'ip'>): void => {
    if (isOwn(ip)) return;
    const wait = turns.take(networkOf(ip), clock.now());
    if (wait !== null) throw apiError('RATE_LIMITED', { retryAfter: wait });
  };
}
