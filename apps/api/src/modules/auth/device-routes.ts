import { userDevice as calls } from '@yunduo/api-contract';
import { deviceSchemas as schemas } from '@yunduo/api-contract/schemas';
import { deviceCodeSchema, deviceSchema } from '@yunduo/validation/schemas';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { checkForm } from '../../http/form.ts';
import { route, signedIn } from '../../http/route.ts';
import { networkOf } from '../throttle/network.ts';
import { beginDeviceSignIn, decideDevice, findDevice, pollDevice } from './device-sign-in.ts';
import { storeDevice, visitorOf } from './known-devices.ts';

/** Device sign-in: the calls of a client, and its owner's decision on the page. */
export async function userDevice(app: FastifyInstance): Promise<void> {
  const decision = async (input: { user_code: string }, request: FastifyRequest) => {
    const { user_code: typed } = await checkForm(deviceCodeSchema, input);
    return { user: signedIn(request), typed, network: networkOf(request.ip) };
  };

  route(app, calls.begin, schemas.begin, async (input, request) => {
    const { device_name: name, system } = await checkForm(deviceSchema, input);
    return beginDeviceSignIn(app, { name, system, network: networkOf(request.ip), locale: request.locale });
  });

  route(app, calls.token, schemas.token, async ({ device_code }, request, reply) => {
    const visitor = visitorOf(app, request);
    const { token, expiresAt, user } = await pollDevice(app, device_code, visitor);
    storeDevice(reply, app, visitor);
    return { token, expires_at: expiresAt.toISOString(), user };
  });

  route(app, calls.lookup, schemas.lookup, async (input, request) =>
    findDevice(app, await decision(input, request)),
  );

  route(app, calls.allow, schemas.allow, async (input, request) => {
    await decideDevice(app, 'allowed', await decision(input, request));
    return null;
  });

  route(app, calls.deny, schemas.deny, async (input, request) => {
    await decideDevice(app, 'denied', await decision(input, request));
    return null;
  });
}
