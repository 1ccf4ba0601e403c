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
  });
  app.addHook('onClose', async () => clearInterval(looking));
}
