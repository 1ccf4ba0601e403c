import type { FastifyInstance } from 'fastify';

export async function clientDownloadModule(_app: FastifyInstance): Promise<void> {}
