import type { FastifyInstance } from 'fastify';
import type { Db } from './db/client.ts';

/** Dependencies of services: the app's parts, without HTTP. */
export type Context = Pick<FastifyInstance, 'db' | 'clock' | 'mail' | 'config' | 'files' | 'log'>;

/**
 * The same inside a transaction. On PGlite the transaction holds the only connection: a service that uses another `db`
 * in this context waits forever.
 */
export function withTransaction({ clock, mail, config, files, log }: Context, tx: Db): Context {
  return { db: tx, clock, mail, config, files, log };
}
