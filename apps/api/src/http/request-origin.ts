import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { networkOf } from '../modules/throttle/network.ts';
import { describeDevice } from '../modules/auth/device.ts';

/** Where a call comes from, as security events tell it. */
export interface RequestOrigin {
  /** Id of the request in the log. */
  request: string;
  /** As `networkOf` gives it: it leaves here shortened or hashed alone. */
  network: string;
  /** `Firefox, Linux` */
  device: string;
}

const origins = new AsyncLocalStorage<RequestOrigin>();

/** The origin of the call that is being answered; null in jobs and commands. */
export const requestOrigin = (): RequestOrigin | null => origins.getStore() ?? null;

/**
 * Makes the origin of each call known to whatever it causes: services record events without knowing of HTTP. Entered
 * again after the body: reading it may lose the asynchronous context.
 */
export function keepOrigins(app: FastifyInstance): void {
  const enter: onRequestHookHandler = ({ id, ip, headers }, _reply, done) => {
    const device = describeDevice(headers['user-agent']);
    origins.run({ request: id, network: networkOf(ip), device }, done);
  };
  app.addHook('onRequest', enter);
  app.addHook('preValidation', enter);
}
