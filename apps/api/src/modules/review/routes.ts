import type { FastifyInstance } from 'fastify';

export async function reviewModule(_app: FastifyInstance): Promise<void> {}
