import { endpoint, idempotent, withProof } from '../endpoint.ts';
import type * as schemas from '../schemas/dev-center.ts';
import type { ShapeOf } from '../schemas/define.ts';

export const devCenter = {
  join: endpoint<ShapeOf<typeof schemas.join>>('POST', '/dev_center/join', 'member'),
  publisher: endpoint<ShapeOf<typeof schemas.publisher>>('GET', '/dev_center/publisher', 'developer'),
  publisherSave: endpoint<ShapeOf<typeof schemas.publisherSave>>(
    'POST',
    '/dev_center/publisher_save',
    'developer',
  ),
  publisherProve: endpoint<ShapeOf<typeof schemas.publisherProve>>(
    'POST',
    '/dev_center/publisher_prove',
    'developer',
  ),
  stats: endpoint<ShapeOf<typeof schemas.centerStats>>('GET', '/dev_center/stats', 'developer'),
  notices: endpoint<ShapeOf<typeof schemas.notices>>('GET', '/dev_center/notices', 'developer'),
};

export const devToken = {
  list: endpoint<ShapeOf<typeof schemas.tokenList>>('GET', '/dev_token/list', 'developer'),
  create: withProof(
    idempotent(endpoint<ShapeOf<typeof schemas.tokenCreate>>('POST', '/dev_token/create', 'developer')),
  ),
  revoke: endpoint<ShapeOf<typeof schemas.tokenRevoke>>('POST', '/dev_token/revoke', 'developer'),
};
