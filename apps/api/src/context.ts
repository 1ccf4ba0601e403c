import type { FastifyInstance } from 'fastify';
import type { Db } from './db/client.ts';

/** What services work with: the app's own parts, and nothing of HTTP. */
export type Context = Pick<FastifyInstance, 'db' | 'clock' | 'mail' | 'config' | 'files' | 'log'>;

/**
 * The same parts inside a transaction. On PGlite the transaction holds the one connection: a service that gets this
 * context must never reach for another `db`, or it waits for ever.
 */
export function withTransaction({ clock, mail, config, files, log }: Context, tx: Db): Context {
  return { db: tx, clock, mail, config, files, log };
}
