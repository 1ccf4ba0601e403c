import type { FastifyInstance } from 'fastify';

export async function privateDeployModule(_app: FastifyInstance): Promise<void> {}
