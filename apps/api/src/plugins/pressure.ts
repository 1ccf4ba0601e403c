import underPressure from '@fastify/under-pressure';
import fp from 'fastify-plugin';
import { apiError } from '../http/errors.ts';

/** A process that cannot follow says so at once instead of letting every caller wait. */
const MAX_EVENT_LOOP_DELAY = 1_500;
const MAX_HEAP_USED = 1_500_000_000;
const RETRY_AFTER = 5_000;

export const pressure = fp(async (app) => {
  // Test machines are busy with other things than this process.
  if (app.config.mode === 'test') return;
  await app.register(underPressure, {
    maxEventLoopDelay: MAX_EVENT_LOOP_DELAY,
    maxHeapUsedBytes: MAX_HEAP_USED,
    pressureHandler: (request) => {
      // Whoever asks whether the process lives must hear it, above all now.
      if (request.url.startsWith('/api/health/') || request.url.startsWith('/api/metrics')) return;
      throw apiError('UNAVAILABLE', { retryAfter: RETRY_AFTER });
    },
  });
});
