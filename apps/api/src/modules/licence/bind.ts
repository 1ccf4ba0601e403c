import { and, eq, isNull } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { licences, licenceTerms } from '../../db/schema/licence.ts';
import { apiError } from '../../http/errors.ts';
import { hashCode } from './code.ts';
import { recordEvents } from './events.ts';
import { rejectWhileFilesIssued } from './files.ts';
import { rejectInTransfer } from './offers.ts';
import { lockOwned, type LicenceRow } from './owned.ts';
import { takeServer, writeOnServer } from './server.ts';
import { rejectInactive } from './state.ts';
import { endOfTerms } from './term.ts';

export interface Server {
  /** Name given by its owner. */
  serverName: string;
  fingerprint: string;
}

/**
 * A licence of this user by its code, locked.
 * @throws ApiError LICENCE_NOT_FOUND, for another user's as for an unknown code
 */
export async function lockOwnedByCode(context: Context, userId: number, code: string): Promise<LicenceRow> {
  const [found] = await context.db
    .select({ id: licences.id })
    .from(licences)
    .where(eq(licences.codeHash, hashCode(code)));
  if (!found) throw apiError('LICENCE_NOT_FOUND');
  return lockOwned(context, userId, found.id);
}

/**
 * Binds a locked licence to its one server; the first bind starts the term.
 * @throws ApiError LICENCE_REVOKED, _EXPIRED, _IN_TRANSFER, _BOUND, _BOUND_HERE, _SERVER_TAKEN, _FILE_OUT,
 *   _FILE_OUT_OLD
 */
export async function bindLocked(
  context: Context,
  licence: LicenceRow,
  { serverName, fingerprint }: Server,
): Promise<LicenceRow> {
  const { db, clock } = context;
  const now = clock.now();
  rejectInactive(licence, now);
  if (licence.fingerprint !== null)
    throw apiError(licence.fingerprint === fingerprint ? 'LICENCE_BOUND_HERE' : 'LICENCE_BOUND');
  await rejectInTransfer(context, licence.id);
  await rejectWhileFilesIssued(context, licence, { to: fingerprint });
  await takeServer(context, licence, fingerprint);
  const startedAt = licence.startedAt ?? now;
  const terms = await db
    .select({ plan: licenceTerms.plan, addedAt: licenceTerms.addedAt })
    .from(licenceTerms)
    .where(and(eq(licenceTerms.licenceId, licence.id), isNull(licenceTerms.revokedAt)));
  const expiresAt = endOfTerms(startedAt, terms);
  const [bound] = await writeOnServer(context, licence, fingerprint, (tx) =>
    tx
      .update(licences)
      .set({ fingerprint, serverName, boundAt: now, displacedAt: null, startedAt, expiresAt })
      // The lock protects the row; this condition holds even if a caller omits the lock.
      .where(and(eq(licences.id, licence.id), isNull(licences.fingerprint), isNull(licences.revokedAt)))
      .returning(),
  );
  if (!bound) throw apiError('LICENCE_BOUND');
  await recordEvents(context, [
    {
      licenceId: bound.id,
      ownerId: bound.userId,
      kind: 'bound',
      details: { server: serverName, fingerprint, expires: bound.expiresAt?.toISOString() ?? null },
    },
  ]);
  return bound;
}
