import type { FastifyInstance } from 'fastify';

export async function authCodeModule(_app: FastifyInstance): Promise<void> {}
