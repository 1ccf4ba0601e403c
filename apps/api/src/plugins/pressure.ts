import underPressure from '@fastify/under-pressure';
import fp from 'fastify-plugin';
import { apiError } from '../http/errors.ts';

/** Milliseconds that the process may be behind. */
export const MAX_EVENT_LOOP_DELAY = 2_000;
/** Bytes of heap from which it refuses more. */
export const MAX_HEAP_USED = 1_500_000_000;
const RETRY_AFTER = 5_000;

/** 0 switches a limit off. */
interface PressureLimits {
  maxEventLoopDelay: number;
  maxHeapUsed: number;
}

/** A process that cannot follow says so at once instead of letting every caller wait. */
export const pressure = fp<PressureLimits>(async (app, { maxEventLoopDelay, maxHeapUsed }) => {
  await app.register(underPressure, {
    maxEventLoopDelay,
    maxHeapUsedBytes: maxHeapUsed,
    pressureHandler: (request) => {
      // Whoever asks whether the process lives must hear it, above all now.
      if (request.url.startsWith('/api/health/') || request.url.startsWith('/api/metrics')) return;
      throw apiError('UNAVAILABLE', { retryAfter: RETRY_AFTER });
    },
  });
});
