import { and, eq, isNull, ne } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { brokenUniqueIndex } from '../../db/errors.ts';
import { licences } from '../../db/schema/licence.ts';
import { apiError } from '../../http/errors.ts';
import type { LicenceRow } from './owned.ts';
import { stateOf } from './state.ts';

/**
 * One server has one licence of an owner. A licence takes its server when it is bound and when it becomes live again on
 * it (renewed after its expiry or its refund); an expired one keeps it until another takes it.
 */
type Claim = Pick<LicenceRow, 'id' | 'userId'>;

/** Licences of the same owner on the server, other than this one, that are not revoked. */
async function othersOn({ db }: Pick<Context, 'db'>, { id, userId }: Claim, fingerprint: string) {
  return db
    .select()
    .from(licences)
    .where(
      and(
        eq(licences.fingerprint, fingerprint),
        eq(licences.userId, userId),
        ne(licences.id, id),
        isNull(licences.revokedAt),
      ),
    );
}

/** The live licence of the same owner that has this server, if there is one. */
async function rivalOn(
  context: Pick<Context, 'db' | 'clock'>,
  licence: Claim,
  fingerprint: string,
): Promise<LicenceRow | null> {
  const now = context.clock.now();
  const others = await othersOn(context, licence, fingerprint);
  return others.find((other) => stateOf(other, now) === 'active') ?? null;
}

/**
 * Refuses to make a licence live on a server that has another live one of its owner: it would be money for nothing.
 * @throws ApiError LICENCE_SERVER_TAKEN, or LICENCE_SERVER_REPLACED for a licence that is on that server already
 */
export async function rejectRivalLicence(
  context: Pick<Context, 'db' | 'clock'>,
  licence: LicenceRow,
  fingerprint: string,
): Promise<void> {
  const rival = await rivalOn(context, licence, fingerprint);
  if (!rival) return;
  const code = licence.fingerprint === fingerprint ? 'LICENCE_SERVER_REPLACED' : 'LICENCE_SERVER_TAKEN';
  throw apiError(code, { words: { tail: rival.codeTail } });
}

/**
 * Gives a server to a licence: an expired one of the same owner gives way. Call it under the owner's lock
 * (`lockOwner`), before the licence is written.
 * @throws ApiError as `refuseRival`
 */
export async function takeServer(context: Context, licence: LicenceRow, fingerprint: string): Promise<void> {
  await rejectRivalLicence(context, licence, fingerprint);
  await context.db
    .update(licences)
    .set({ displacedAt: context.clock.now() })
    .where(
      and(
        eq(licences.fingerprint, fingerprint),
        eq(licences.userId, licence.userId),
        ne(licences.id, licence.id),
        isNull(licences.revokedAt),
        isNull(licences.displacedAt),
      ),
    );
}

/**
 * Writes the licence that takes a server. The index refuses what a process without the lock wrote meanwhile, as one of
 * the version before does during a roll-out.
 * @throws ApiError as `refuseRival`
 */
export async function writeOnServer<T>(
  context: Context,
  licence: LicenceRow,
  fingerprint: string,
  write: (db: Db) => Promise<T>,
): Promise<T> {
  try {
    return await context.db.transaction(write);
  } catch (error) {
    if (brokenUniqueIndex(error) !== 'licences_one_on_server') throw error;
    await rejectRivalLicence(context, licence, fingerprint);
    throw error;
  }
}
