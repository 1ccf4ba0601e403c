import { DAY, LICENCE_UNBIND } from '@yunduo/validation';
import { and, desc, eq, gt } from 'drizzle-orm';
import { after } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { licenceEvents, licences } from '../../db/schema/licence.ts';
import { apiError } from '../../http/errors.ts';
import { recordEvents } from './events.ts';
import { clockThere, rejectWhileFilesIssued } from './files.ts';
import { lockOwned } from './owned.ts';
import { NO_PLACES } from './places.ts';

/** Unbinds left within the limit, and when the next one is allowed; null for now. */
export interface UnbindAllowance {
  left: number;
  nextAt: Date | null;
  why: 'limit' | 'too_soon' | null;
}

/** Counted across owners: a transfer there and back does not reset the limit. */
export async function unbindAllowance(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  licenceId: number,
): Promise<UnbindAllowance> {
  const now = clock.now();
  const window = LICENCE_UNBIND.days * DAY;
  const rows = await db
    .select({ at: licenceEvents.at })
    .from(licenceEvents)
    .where(
      and(
        eq(licenceEvents.licenceId, licenceId),
        eq(licenceEvents.kind, 'unbound'),
        gt(licenceEvents.at, after(now, -window)),
      ),
    )
    .orderBy(desc(licenceEvents.at))
    .limit(LICENCE_UNBIND.count);
  const left = Math.max(0, LICENCE_UNBIND.count - rows.length);
  const newest = rows[0]?.at;
  const oldest = rows[LICENCE_UNBIND.count - 1]?.at;
  const dayOver = newest && after(newest, LICENCE_UNBIND.apart);
  if (oldest) {
    // The later of the two waits: one year since the oldest of three, and one day since the last.
    const yearOver = after(oldest, window);
    return { left, nextAt: dayOver && dayOver > yearOver ? dayOver : yearOver, why: 'limit' };
  }
  return dayOver && dayOver > now
    ? { left, nextAt: dayOver, why: 'too_soon' }
    : { left, nextAt: null, why: null };
}

/**
 * Unbinds a licence from its server: three times in 365 days, at least a day apart. The term keeps running. An expired
 * licence can be unbound too, to be renewed for another server. While a licence file is valid on the server, a receipt
 * signed by its client is required.
 * @throws ApiError LICENCE_NOT_FOUND, LICENCE_REVOKED, LICENCE_NOT_BOUND, UNBIND_TOO_SOON, UNBIND_LIMIT and all of
 * `rejectWhileFilesIssued`
 */
export async function unbindLicence(
  context: Context,
  userId: number,
  { id, reason, receipt = '' }: { id: number; reason: string; receipt?: string },
): Promise<void> {
  const { db, clock } = context;
  const licence = await lockOwned(context, userId, id);
  if (licence.revokedAt !== null) throw apiError('LICENCE_REVOKED');
  if (licence.fingerprint === null) throw apiError('LICENCE_NOT_BOUND');
  const { nextAt, why } = await unbindAllowance(context, id);
  if (nextAt && why) {
    throw apiError(why === 'limit' ? 'UNBIND_LIMIT' : 'UNBIND_TOO_SOON', {
      retryAfter: nextAt.getTime() - clock.now().getTime(),
      words: { count: LICENCE_UNBIND.count, time: clockThere(nextAt) },
    });
  }
  await rejectWhileFilesIssued(context, licence, { receipt });
  await db
    .update(licences)
    .set({ fingerprint: null, serverName: null, boundAt: null, displacedAt: null, ...NO_PLACES })
    .where(eq(licences.id, id));
  await recordEvents(context, [
    {
      licenceId: id,
      ownerId: userId,
      kind: 'unbound',
      details: { server: licence.serverName, fingerprint: licence.fingerprint, reason },
    },
  ]);
}
