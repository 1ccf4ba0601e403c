import underPressure, { TYPE_EVENT_LOOP_DELAY } from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { apiError } from '../http/errors.ts';

/** Maximum event loop delay, ms. */
export const MAX_EVENT_LOOP_DELAY = 2_000;
/** Heap size in bytes above which calls are refused. */
export const MAX_HEAP_USED = 1_500_000_000;
const RETRY_AFTER = 5_000;
/** Sampling interval of the event loop delay, ms. */
const SAMPLE = 1_000;
/** Samples to skip after the start: the first ones include the start itself. */
const SAMPLES_OF_START = 2;

/** 0 disables a limit. */
interface PressureLimits {
  maxEventLoopDelay: number;
  maxHeapUsed: number;
}

/** An overloaded process refuses calls at once instead of letting every caller wait. */
export const pressure = fp<PressureLimits>(async (app, { maxEventLoopDelay, maxHeapUsed }) => {
  const started = samplesAfterStart(app);
  await app.register(underPressure, {
    maxEventLoopDelay,
    maxHeapUsedBytes: maxHeapUsed,
    sampleInterval: SAMPLE,
    pressureHandler: (request, _reply, type, value) => {
      // Health checks and metrics must be answered, especially under load.
      if (request.url.startsWith('/api/health/') || request.url.startsWith('/api/metrics')) return;
      if (type === TYPE_EVENT_LOOP_DELAY && !(started() && Number.isFinite(value))) return;
      throw apiError('UNAVAILABLE', { retryAfter: RETRY_AFTER });
    },
  });
});

/**
 * Whether samples measure serving only. Preparing the routes blocks the event loop for seconds on a busy machine, which
 * must not refuse the first callers. (A sample without measurements is infinite, and ignored too.)
 */
function samplesAfterStart(app: FastifyInstance): () => boolean {
  let samples = 0;
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onReady', async () => {
    timer = setInterval(() => {
      samples += 1;
      if (samples === SAMPLES_OF_START) clearInterval(timer);
    }, SAMPLE);
    timer.unref();
  });
  app.addHook('onClose', async () => clearInterval(timer));
  return () => samples >= SAMPLES_OF_START;
}
