import type { FastifyInstance } from 'fastify';

export async function orderModule(_app: FastifyInstance): Promise<void> {}
