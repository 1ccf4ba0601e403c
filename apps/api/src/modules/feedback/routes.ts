import type { FastifyInstance } from 'fastify';

export async function feedbackModule(_app: FastifyInstance): Promise<void> {}
