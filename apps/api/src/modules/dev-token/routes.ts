import type { FastifyInstance } from 'fastify';

export async function devTokenModule(_app: FastifyInstance): Promise<void> {}
