import { endpoint, idempotent, withProof } from '../endpoint.ts';
import type { ShapeOf } from '../schemas/define.ts';
import type * as schemas from '../schemas/decision.ts';

/** Financial decisions above a sum, which a second operator confirms or declines. */
export const adminDecision = {
  list: endpoint<ShapeOf<typeof schemas.decisionList>>('GET', '/admin_decision/list', 'operator'),
  confirm: withProof(
    idempotent(
      endpoint<ShapeOf<typeof schemas.decisionConfirm>>('POST', '/admin_decision/confirm', 'operator'),
    ),
  ),
  decline: idempotent(
    endpoint<ShapeOf<typeof schemas.decisionDecline>>('POST', '/admin_decision/decline', 'operator'),
  ),
};
