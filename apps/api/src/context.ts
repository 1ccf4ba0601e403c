import type { FastifyInstance } from 'fastify';

/** What services work with: the app's own parts, and nothing of HTTP. */
export type Context = Pick<FastifyInstance, 'db' | 'clock' | 'mail' | 'config' | 'files'>;
