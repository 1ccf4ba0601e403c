import type { FastifyInstance } from 'fastify';

export async function activityModule(_app: FastifyInstance): Promise<void> {}
