import type { FastifyInstance } from 'fastify';

export async function adminModule(_app: FastifyInstance): Promise<void> {}
