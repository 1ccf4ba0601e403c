import { LICENCE_TRANSFER_TTL, normalEmail } from '@yunduo/validation';
import { and, asc, eq, exists, gt, isNull, or } from 'drizzle-orm';
import { after } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { licences, licenceTransfers } from '../../db/schema/licence.ts';
import { apiError } from '../../http/errors.ts';
import type { SessionUser } from '../../http/route.ts';
import { mailRenewalsOver } from '../order/mails.ts';
import { cancelRenewals } from '../order/service.ts';
import { newLicenceCode } from './code.ts';
import { recordEvents } from './events.ts';
import { rejectWhileFilesIssued } from './files.ts';
import { keyring } from './keyring.ts';
import { mailDecided, mailOffered, mailWithdrawn } from './mails.ts';
import { lockOwned, type LicenceRow } from './owned.ts';
import { rejectInactive } from './state.ts';

export type TransferRow = typeof licenceTransfers.$inferSelect;

/**
 * Offers a licence to an address. The licence must be unbound, so that the receiver can bind it.
 * @throws ApiError LICENCE_NOT_FOUND, _REVOKED, _EXPIRED, _IN_TRANSFER, _TRANSFER_BOUND, _TRANSFER_SELF and all of
 * `rejectWhileFilesIssued`
 */
export async function offerLicence(
  context: Context,
  user: SessionUser,
  { id, toEmail, receipt = '' }: { id: number; toEmail: string; receipt?: string },
): Promise<LicenceRow> {
  const { db, clock } = context;
  const now = clock.now();
  const licence = await lockOwned(context, user.id, id);
  rejectInactive(licence, now);
  await rejectInTransfer(context, id);
  if (licence.fingerprint !== null) throw apiError('LICENCE_TRANSFER_BOUND');
  const to = normalEmail(toEmail);
  if (to === user.email) throw apiError('LICENCE_TRANSFER_SELF', { fields: { to_email: 'field_invalid' } });
  await rejectWhileFilesIssued(context, licence, { receipt });
  const expiresAt = after(now, LICENCE_TRANSFER_TTL);
  // Closes an expired offer: the index allows one open offer.
  await db
    .update(licenceTransfers)
    .set({ status: 'expired', decidedAt: now })
    .where(and(eq(licenceTransfers.licenceId, id), eq(licenceTransfers.status, 'offered')));
  await db
    .insert(licenceTransfers)
    .values({ licenceId: id, fromUserId: user.id, toEmail: to, createdAt: now, expiresAt });
  await recordEvents(context, [
    {
      licenceId: id,
      ownerId: user.id,
      kind: 'transfer_offered',
      details: { to, until: expiresAt.toISOString() },
    },
  ]);
  const { codeTail, plan } = licence;
  await mailOffered(context, { licenceId: id, fromUserId: user.id, toEmail: to, expiresAt, codeTail, plan });
  return licence;
}

/** The open offer of a licence, or null. */
async function openOffer({ db, clock }: Context, licenceId: number): Promise<TransferRow | null> {
  const [offer] = await db
    .select()
    .from(licenceTransfers)
    .where(
      and(
        eq(licenceTransfers.licenceId, licenceId),
        eq(licenceTransfers.status, 'offered'),
        gt(licenceTransfers.expiresAt, clock.now()),
      ),
    );
  return offer ?? null;
}

/** @throws ApiError LICENCE_IN_TRANSFER */
export async function rejectInTransfer(context: Context, licenceId: number): Promise<void> {
  if (await openOffer(context, licenceId)) throw apiError('LICENCE_IN_TRANSFER');
}

/** Withdraws the open offer of a licence that can no longer be transferred. */
export async function closeOffer(
  context: Context,
  { id, userId, codeTail }: Pick<LicenceRow, 'id' | 'userId' | 'codeTail'>,
): Promise<void> {
  const offer = await openOffer(context, id);
  if (!offer) return;
  await decide(context, offer, 'cancelled');
  await recordEvents(context, [
    { licenceId: id, ownerId: userId, kind: 'transfer_cancelled', details: { to: offer.toEmail } },
  ]);
  await mailWithdrawn(context, { ...offer, codeTail });
}

/** Withdraws the open offers of an account that is about to be deleted: its licences are deleted with it. */
export async function closeOffersOf(context: Context, userId: number): Promise<void> {
  const offered = await context.db
    .select({ id: licences.id, userId: licences.userId, codeTail: licences.codeTail })
    .from(licences)
    .where(
      and(
        eq(licences.userId, userId),
        exists(
          context.db
            .select({ id: licenceTransfers.id })
            .from(licenceTransfers)
            .where(and(eq(licenceTransfers.licenceId, licences.id), eq(licenceTransfers.status, 'offered'))),
        ),
      ),
    )
    .orderBy(asc(licences.id))
    .for('update');
  for (const licence of offered) await closeOffer(context, licence);
}

/** Offers to this user: to their address, or to their account if its address has changed since. */
export const isOfferedTo = ({ id, email }: Pick<SessionUser, 'id' | 'email'>) =>
  or(
    eq(licenceTransfers.toUserId, id),
    and(isNull(licenceTransfers.toUserId), eq(licenceTransfers.toEmail, email)),
  );

/** Changes the state of an open offer, whose licence the caller has locked. */
async function decide(
  { db, clock }: Context,
  offer: TransferRow,
  status: 'accepted' | 'cancelled' | 'declined',
  toUserId: number | null = null,
): Promise<void> {
  await db
    .update(licenceTransfers)
    .set({ status, decidedAt: clock.now(), ...(toUserId !== null && { toUserId }) })
    .where(eq(licenceTransfers.id, offer.id));
}

/**
 * The offer, for its sender or its receiver.
 * @throws ApiError TRANSFER_NOT_FOUND for any other user
 */
async function findOffer(
  { db }: Context,
  user: SessionUser,
  transferId: number,
): Promise<{ found: TransferRow; role: 'owner' | 'receiver' }> {
  const [found] = await db.select().from(licenceTransfers).where(eq(licenceTransfers.id, transferId));
  const role =
    found?.fromUserId === user.id
      ? ('owner' as const)
      : found && (found.toUserId === null ? found.toEmail === user.email : found.toUserId === user.id)
        ? ('receiver' as const)
        : null;
  if (!found || !role) throw apiError('TRANSFER_NOT_FOUND');
  return { found, role };
}

/**
 * The offer, read after its licence is locked.
 * @throws ApiError TRANSFER_NOT_FOUND, TRANSFER_CLOSED
 */
async function lockOffer(
  { db, clock }: Context,
  { id, licenceId }: TransferRow,
): Promise<{ offer: TransferRow; licence: LicenceRow }> {
  // Licences are always locked first, to avoid deadlocks.
  const [licence] = await db.select().from(licences).where(eq(licences.id, licenceId)).for('update');
  const [offer] = await db.select().from(licenceTransfers).where(eq(licenceTransfers.id, id));
  if (!licence || !offer) throw apiError('TRANSFER_NOT_FOUND');
  if (offer.status !== 'offered' || offer.expiresAt <= clock.now()) throw apiError('TRANSFER_CLOSED');
  return { offer, licence };
}

/**
 * Withdraws an offer (its owner) or declines it (the receiver).
 * @throws ApiError TRANSFER_NOT_FOUND, TRANSFER_CLOSED
 */
export async function cancelOffer(
  context: Context,
  user: SessionUser,
  transferId: number,
): Promise<TransferRow> {
  const { found, role } = await findOffer(context, user, transferId);
  const { offer, licence } = await lockOffer(context, found);
  const status = role === 'owner' ? ('cancelled' as const) : ('declined' as const);
  await decide(context, offer, status);
  await recordEvents(context, [
    {
      licenceId: licence.id,
      ownerId: licence.userId,
      kind: `transfer_${status}`,
      details: { to: offer.toEmail },
    },
  ]);
  const { codeTail } = licence;
  if (role === 'owner') await mailWithdrawn(context, { ...offer, codeTail });
  else await mailDecided(context, { ...offer, codeTail }, 'declined');
  return { ...offer, status, decidedAt: context.clock.now() };
}

/**
 * Accepts an offered licence. A session with the offered address proves the receiver's identity. The licence gets a new
 * code, because the previous owner knows the old one. Call it inside a transaction.
 * @throws ApiError TRANSFER_NOT_FOUND, TRANSFER_CLOSED, LICENCE_REVOKED, LICENCE_EXPIRED, LICENCE_FILE_OUT(_OLD)
 */
export async function acceptOffer(
  context: Context,
  user: SessionUser,
  transferId: number,
): Promise<LicenceRow> {
  const { db, clock, config } = context;
  const { found, role } = await findOffer(context, user, transferId);
  // An owner whose account later took the offered address cannot accept their own offer.
  if (role === 'owner') throw apiError('TRANSFER_NOT_FOUND');
  // Rolled back if a later check refuses.
  const cancelled = await cancelRenewals(context, found.licenceId);
  const { offer, licence } = await lockOffer(context, found);
  rejectInactive(licence, clock.now());
  if (licence.fingerprint !== null) throw apiError('TRANSFER_CLOSED');
  // An offer by an earlier version may lack the receipt.
  await rejectWhileFilesIssued(context, licence, {});
  await decide(context, offer, 'accepted', user.id);
  const [taken] = await db
    .update(licences)
    .set({ ...newLicenceCode(keyring(config)), userId: user.id, remark: '' })
    .where(eq(licences.id, licence.id))
    .returning();
  if (!taken) throw apiError('TRANSFER_NOT_FOUND');
  await recordEvents(context, [{ licenceId: licence.id, ownerId: user.id, kind: 'transferred' }]);
  await mailDecided(context, { ...offer, codeTail: licence.codeTail }, 'accepted');
  await mailRenewalsOver(context, cancelled);
  return taken;
}
