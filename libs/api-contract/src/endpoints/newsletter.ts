import { endpoint, idempotent } from '../endpoint.ts';
import type * as schemas from '../schemas/newsletter.ts';
import type { ShapeOf } from '../schemas/define.ts';

export const subscribe = {
  create: idempotent(
    endpoint<ShapeOf<typeof schemas.subscribeCreate>>('POST', '/subscribe/create', 'public'),
  ),
  confirm: endpoint<ShapeOf<typeof schemas.subscribeConfirm>>('POST', '/subscribe/confirm', 'public'),
  unsubscribe: endpoint<ShapeOf<typeof schemas.unsubscribe>>('POST', '/subscribe/unsubscribe', 'public'),
};

/** One-click unsubscription by the address in an email's header. */
export const mail = {
  unsubscribe: endpoint<ShapeOf<typeof schemas.mailUnsubscribe>>(
    'POST',
    '/mail/unsubscribe/{token}',
    'public',
  ),
  unsubscribePage: endpoint<ShapeOf<typeof schemas.mailUnsubscribePage>>(
    'GET',
    '/mail/unsubscribe/{token}',
    'public',
    'raw',
  ),
};
