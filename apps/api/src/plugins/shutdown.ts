import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const LOOK_INTERVAL = 100;

/**
 * Lets go of connections as soon as their last answer is out: Fastify closes the idle ones when closing begins, and
 * a client that keeps the one it was just answered on would hold the process until it gives up.
 */
export function letGoOfConnections(app: FastifyInstance): void {
  let looking: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    looking = setInterval(() => app.server.closeIdleConnections(), LOOK_INTERVAL);
    looking.unref();
    // Whoever the system has let in already, while we were busy, would be cut off with the listening socket: two turns of
    // the loop take them in, and they hear that we are closing.
    await setImmediate();
    await setImmediate();
  });
  app.addHook('onClose', async () => clearInterval(looking));
}
