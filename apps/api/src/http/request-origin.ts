import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { networkOf } from '../modules/throttle/network.ts';
import { describeDevice } from '../modules/auth/device.ts';

/** Origin of a call, for security events. */
export interface RequestOrigin {
  /** Request id in the log. */
  request: string;
  /** As returned by `networkOf`: only shortened or hashed outside this module. */
  network: string;
  /** `Firefox, Linux` */
  device: string;
}

const origins = new AsyncLocalStorage<RequestOrigin>();

/** The origin of the current call; null in jobs and commands. */
export const requestOrigin = (): RequestOrigin | null => origins.getStore() ?? null;

/**
 * Makes the origin of each call available to everything it causes: services record events without depending on HTTP.
 * Entered again after the body, because reading it may lose the asynchronous context.
 */
export function keepOrigins(app: FastifyInstance): void {
  const enter: onRequestHookHandler = ({ id, ip, headers }, _reply, done) => {
    const device = describeDevice(headers['user-agent']);
    origins.run({ request: id, network: networkOf(ip), device }, done);
  };
  app.addHook('onRequest', enter);
  app.addHook('preValidation', enter);
}
