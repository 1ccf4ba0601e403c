import type { LicencePlan } from '@yunduo/validation';
import { and, eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { licences } from '../../db/schema/licence.ts';
import { apiError } from '../../http/errors.ts';
import { createOrder, type OrderRow } from '../order/service.ts';
import { rejectInTransfer } from './offers.ts';
import { lockOwned } from './owned.ts';
import { rejectRivalLicence } from './server.ts';
import { stateOf } from './state.ts';

/**
 * Makes the order that renews a licence; its payment adds the term (`renewLicence`).
 * @throws ApiError LICENCE_NOT_FOUND, _REVOKED, _NOT_STARTED, _PERMANENT, _IN_TRANSFER, _SERVER_REPLACED,
 *   PLAN_UNAVAILABLE, ORDER_LIMIT, TOO_MANY_REQUESTS
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
  await rejectInTransfer(context, id);
  if (licence.fingerprint !== null) await rejectRivalLicence(context, licence, licence.fingerprint);
  return createOrder(context, { userId, plan, quantity: 1, renews: id });
}

/**
 * Whether a renewal can still be paid: of a licence that went to somebody else meanwhile, that an operator revoked, or
 * whose server has another one now, its buyer would have nothing. One that a refund ended lives again with the payment.
 * @throws ApiError LICENCE_NOT_FOUND, LICENCE_REVOKED, LICENCE_SERVER_REPLACED
 */
export async function rejectLostRenewal(
  context: Context,
  { userId, renewsLicenceId: id }: OrderRow,
): Promise<void> {
  if (id === null || userId === null) return;
  const [licence] = await context.db
    .select()
    .from(licences)
    .where(and(eq(licences.id, id), eq(licences.userId, userId)));
  if (!licence) throw apiError('LICENCE_NOT_FOUND');
  if (licence.revokedBy === 'operator') throw apiError('LICENCE_REVOKED');
  if (licence.fingerprint !== null) await rejectRivalLicence(context, licence, licence.fingerprint);
}
