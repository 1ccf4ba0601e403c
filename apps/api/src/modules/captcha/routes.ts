import { captcha as calls } from '@yunduo/api-contract';
import { captchaSchemas as schemas } from '@yunduo/api-contract/schemas';
import { RATES } from '@yunduo/validation';
import type { FastifyInstance } from 'fastify';
import { deriveKey } from '../../config.ts';
import { route } from '../../http/route.ts';
import { networkOf } from '../throttle/network.ts';
import { throttle } from '../throttle/throttle.ts';
import { alternative, challenge, extend, verify } from './service.ts';

/**
 * The slider, and the other way for whoever cannot use it. What they give is spent by the calls that need it.
 */
export async function captcha(app: FastifyInstance): Promise<void> {
  const key = deriveKey(app.config.signingKey, 'captcha');

  route(app, calls.challenge, schemas.challenge, async ({ scene }, request) => {
    const now = app.clock.now();
    await throttle(app.db, `captcha:${networkOf(request.ip)}`, now, RATES.captchas);
    return challenge(app.db, scene, now);
  });

  route(app, calls.verify, schemas.verify, ({ challenge_id, ...answer }) =>
    verify(app.db, key, challenge_id, answer, app.clock.now()),
  );

  route(app, calls.extend, schemas.extend, async ({ challenge_id }, request) => {
    const now = app.clock.now();
    await throttle(app.db, `captcha_extend:${networkOf(request.ip)}`, now, RATES.captchas);
    return extend(app.db, challenge_id, now);
  });

  route(app, calls.alternative, schemas.alternative, async (input, request) => {
    const now = app.clock.now();
    await throttle(app.db, `captcha:${networkOf(request.ip)}`, now, RATES.captchas);
    return alternative(app.db, key, input, now);
  });
}
