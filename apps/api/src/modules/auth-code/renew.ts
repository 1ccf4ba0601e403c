import type { LicencePlan } from '@yunduo/validation';
import type { Context } from '../../context.ts';
import { apiError } from '../../http/errors.ts';
import { createOrder, type OrderRow } from '../order/service.ts';
import { refuseInTransfer } from './offers.ts';
import { lockOwned } from './owned.ts';
import { stateOf } from './state.ts';

/**
 * Makes the order that renews a licence; its payment adds the term (`renewLicence`).
 * @throws ApiError LICENCE_NOT_FOUND, _REVOKED, _NOT_STARTED, _PERMANENT, _IN_TRANSFER, PLAN_UNAVAILABLE
 */
export async function orderRenewal(
  context: Context,
  userId: number,
  { id, plan }: { id: number; plan: LicencePlan },
): Promise<OrderRow> {
  const licence = await lockOwned(context, userId, id);
  const state = stateOf(licence, context.clock.now());
  if (state === 'revoked') throw apiError('LICENCE_REVOKED');
  if (licence.plan === 'permanent') throw apiError('LICENCE_PERMANENT');
  if (state === 'unused') throw apiError('LICENCE_NOT_STARTED');
  await refuseInTransfer(context, id);
  return createOrder(context, { userId, plan, quantity: 1, renews: id });
}
