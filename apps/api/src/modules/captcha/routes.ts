import { captcha as calls } from '@yunduo/api-contract';
import { captchaSchemas as schemas } from '@yunduo/api-contract/schemas';
import { HOUR, MINUTE } from '@yunduo/validation';
import type { FastifyInstance } from 'fastify';
import { deriveKey } from '../../config.ts';
import { route } from '../../http/route.ts';
import { networkOf } from '../throttle/network.ts';
import { throttle } from '../throttle/throttle.ts';
import { alternative, challenge, verify } from './service.ts';

// A picture costs processor time: enough for a hall of people behind one address, not for a flood.
const PICTURES_PER_IP = [
  { count: 60, window: MINUTE },
  { count: 600, window: HOUR },
];

export async function captcha(app: FastifyInstance): Promise<void> {
  const key = deriveKey(app.config.signingKey, 'captcha');

  route(app, calls.challenge, schemas.challenge, async ({ scene }, request) => {
    const now = app.clock.now();
    await throttle(app.db, `captcha:${networkOf(request.ip)}`, now, PICTURES_PER_IP);
    return challenge(app.db, scene, now);
  });

  route(app, calls.verify, schemas.verify, ({ challenge_id, ...answer }) =>
    verify(app.db, key, challenge_id, answer, app.clock.now()),
  );

  route(app, calls.alternative, schemas.alternative, async (input, request) => {
    const now = app.clock.now();
    await throttle(app.db, `captcha:${networkOf(request.ip)}`, now, PICTURES_PER_IP);
    return alternative(app.db, key, input, now);
  });
}
