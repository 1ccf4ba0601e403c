import type { FastifyInstance } from 'fastify';

export async function subscribeModule(_app: FastifyInstance): Promise<void> {}
