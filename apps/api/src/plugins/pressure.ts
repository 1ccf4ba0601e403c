import underPressure, { TYPE_EVENT_LOOP_DELAY } from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { apiError } from '../http/errors.ts';

/** Milliseconds that the process may be behind. */
export const MAX_EVENT_LOOP_DELAY = 2_000;
/** Bytes of heap from which it refuses more. */
export const MAX_HEAP_USED = 1_500_000_000;
const RETRY_AFTER = 5_000;
/** How often it is looked how far behind the process is. */
const SAMPLE = 1_000;
/** Samples after the start until one is of serving alone: the first of them still holds a part of the start. */
const SAMPLES_OF_START = 2;

/** 0 switches a limit off. */
interface PressureLimits {
  maxEventLoopDelay: number;
  maxHeapUsed: number;
}

/** A process that cannot follow says so at once instead of letting every caller wait. */
export const pressure = fp<PressureLimits>(async (app, { maxEventLoopDelay, maxHeapUsed }) => {
  const started = samplesAfterStart(app);
  await app.register(underPressure, {
    maxEventLoopDelay,
    maxHeapUsedBytes: maxHeapUsed,
    sampleInterval: SAMPLE,
    pressureHandler: (request, _reply, type, value) => {
      // Whoever asks whether the process lives must hear it, above all now.
      if (request.url.startsWith('/api/health/') || request.url.startsWith('/api/metrics')) return;
      if (type === TYPE_EVENT_LOOP_DELAY && !(started() && Number.isFinite(value))) return;
      throw apiError('UNAVAILABLE', { retryAfter: RETRY_AFTER });
    },
  });
});

/**
 * Whether what is measured is of serving. Preparing the routes keeps the loop for seconds where a machine is busy, and
 * whoever calls first should not be refused for it. (A sample in which nothing was measured at all says nothing, too:
 * it is called infinite.)
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
