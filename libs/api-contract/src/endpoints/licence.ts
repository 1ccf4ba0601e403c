import { endpoint, idempotent, withProof } from '../endpoint.ts';
import type * as schemas from '../schemas/licence.ts';
import type { ShapeOf } from '../schemas/define.ts';

export const authCode = {
  plans: endpoint<ShapeOf<typeof schemas.plans>>('GET', '/auth_code/plans', 'public'),
  verify: endpoint<ShapeOf<typeof schemas.verify>>('POST', '/auth_code/verify', 'public'),
  my: endpoint<ShapeOf<typeof schemas.my>>('GET', '/auth_code/my', 'owner'),
  detail: endpoint<ShapeOf<typeof schemas.detail>>('GET', '/auth_code/detail', 'owner'),
  bind: idempotent(endpoint<ShapeOf<typeof schemas.bind>>('POST', '/auth_code/bind', 'owner')),
  unbind: idempotent(endpoint<ShapeOf<typeof schemas.unbind>>('POST', '/auth_code/unbind', 'owner')),
  edit: idempotent(endpoint<ShapeOf<typeof schemas.edit>>('POST', '/auth_code/edit', 'owner')),
  renew: idempotent(endpoint<ShapeOf<typeof schemas.renew>>('POST', '/auth_code/renew', 'owner')),
  transfer: withProof(
    idempotent(endpoint<ShapeOf<typeof schemas.transfer>>('POST', '/auth_code/transfer', 'owner')),
  ),
  transferCancel: idempotent(
    endpoint<ShapeOf<typeof schemas.transferCancel>>('POST', '/auth_code/transfer_cancel', 'owner'),
  ),
  transferAccept: idempotent(
    endpoint<ShapeOf<typeof schemas.transferAccept>>('POST', '/auth_code/transfer_accept', 'owner'),
  ),
  offlineRequest: idempotent(
    endpoint<ShapeOf<typeof schemas.offlineRequest>>('POST', '/auth_code/offline_request', 'owner'),
  ),
  offlineRenew: idempotent(
    endpoint<ShapeOf<typeof schemas.offlineRenew>>('POST', '/auth_code/offline_renew', 'owner'),
  ),
};
