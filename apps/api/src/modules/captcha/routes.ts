import { captcha as calls } from '@yunduo/api-contract';
import { captchaSchemas as schemas } from '@yunduo/api-contract/schemas';
import { RATES } from '@yunduo/validation';
import type { FastifyInstance } from 'fastify';
import { deriveKey } from '../../config.ts';
import { apiError } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import { networkOf } from '../throttle/network.ts';
import { ProcessLimit } from '../throttle/process-limit.ts';
import { throttle } from '../throttle/throttle.ts';
import { alternative, challenge, extend, verify } from './service.ts';
import { asksKey } from './work.ts';

/** The slider and its alternative for users who cannot use it. Calls that need a ticket consume it. */
export async function captcha(app: FastifyInstance): Promise<void> {
  const key = deriveKey(app.config.signingKey, 'captcha');
  // In-process limit: stops a flood before it reaches the database; the limit behind it counts across processes.
  const flood = new ProcessLimit(RATES.captchas[0]);
  /** Counts a challenge for the requesting network, and returns the network. */
  const admit = async (ip: string, now: Date): Promise<string> => {
    const network = networkOf(ip);
    const wait = flood.take(network, now);
    if (wait !== null) throw apiError('TOO_MANY_REQUESTS', { retryAfter: wait });
    await throttle(app.db, asksKey(network), now, RATES.captchas);
    return network;
  };

  route(app, calls.challenge, schemas.challenge, async ({ scene }, request) => {
    const now = app.clock.now();
    return challenge(app.db, { scene, network: await admit(request.ip, now) }, now);
  });

  route(app, calls.verify, schemas.verify, ({ challenge_id: id, ...answer }, { ip }) =>
    verify(app.db, key, { ...answer, id, network: networkOf(ip) }, app.clock.now()),
  );

  route(app, calls.extend, schemas.extend, async ({ challenge_id }, request) => {
    const now = app.clock.now();
    await throttle(app.db, `captcha_extend:${networkOf(request.ip)}`, now, RATES.captchas);
    return extend(app.db, challenge_id, now);
  });

  route(app, calls.alternative, schemas.alternative, async (input, request) => {
    const now = app.clock.now();
    return alternative(app.db, key, { ...input, network: await admit(request.ip, now) }, now);
  });
}
