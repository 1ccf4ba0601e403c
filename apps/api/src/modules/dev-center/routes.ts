import type { FastifyInstance } from 'fastify';

export async function devCenterModule(_app: FastifyInstance): Promise<void> {}
