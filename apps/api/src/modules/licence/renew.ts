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
 * Creates a renewal order for a licence; its payment adds the term (`renewLicence`).
 * @throws ApiError LICENCE_NOT_FOUND, _REVOKED, _NOT_STARTED, _PERMANENT, _IN_TRANSFER, _SERVER_REPLACED,
 * PLAN_UNAVAILABLE, ORDER_LIMIT, TOO_MANY_REQUESTS
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
 * Refuses to pay a renewal that would be worthless to its buyer: the licence was transferred or is on offer, revoked by
 * an operator, or replaced on its server. One ended by a refund becomes active again with the payment.
 * @throws ApiError LICENCE_NOT_FOUND, LICENCE_REVOKED, LICENCE_IN_TRANSFER, LICENCE_SERVER_REPLACED
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
  await rejectInTransfer(context, id);
  if (licence.fingerprint !== null) await rejectRivalLicence(context, licence, licence.fingerprint);
}
