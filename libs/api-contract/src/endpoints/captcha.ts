import { endpoint } from '../endpoint.ts';
import type * as schemas from '../schemas/captcha.ts';
import type { ShapeOf } from '../schemas/define.ts';

export const captcha = {
  challenge: endpoint<ShapeOf<typeof schemas.challenge>>('POST', '/captcha/challenge', 'public'),
  verify: endpoint<ShapeOf<typeof schemas.verify>>('POST', '/captcha/verify', 'public'),
  extend: endpoint<ShapeOf<typeof schemas.extend>>('POST', '/captcha/extend', 'public'),
  alternative: endpoint<ShapeOf<typeof schemas.alternative>>('POST', '/captcha/alternative', 'public'),
};
