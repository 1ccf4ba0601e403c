import { and, eq, isNull } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { licences } from '../../db/schema/licence.ts';
import { recordEvents } from './events.ts';
import { mailRevoked } from './mails.ts';
import { closeOffer } from './offers.ts';
import type { LicenceRow, Revocation } from './owned.ts';

/**
 * Revokes a licence permanently: an open offer is closed, and its owner is mailed. The server is kept for display.
 * Returns false if it was already revoked.
 */
export async function revoke(
  context: Context,
  licence: Pick<LicenceRow, 'id' | 'userId' | 'codeTail' | 'plan'>,
  { by, note }: Revocation,
): Promise<boolean> {
  const { db, clock } = context;
  const revoked = await db
    .update(licences)
    .set({ revokedAt: clock.now(), revokedBy: by, revokedReason: note })
    .where(and(eq(licences.id, licence.id), isNull(licences.revokedAt)))
    .returning({ id: licences.id });
  if (revoked.length === 0) return false;
  await closeOffer(context, licence);
  await recordEvents(context, [
    { licenceId: licence.id, ownerId: licence.userId, kind: 'revoked', details: { by, note } },
  ]);
  await mailRevoked(context, licence, { by, note });
  return true;
}
