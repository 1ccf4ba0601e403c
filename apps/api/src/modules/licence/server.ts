import { and, eq, isNull, ne } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { brokenUniqueIndex } from '../../db/errors.ts';
import { licences } from '../../db/schema/licence.ts';
import { apiError } from '../../http/errors.ts';
import type { LicenceRow } from './owned.ts';
import { stateOf } from './state.ts';

/**
 * One licence of an owner per server. A licence takes its server when it is bound and when it becomes active again
 * (renewed after its expiry or refund); an expired one keeps it until another takes it.
 */
type Claim = Pick<LicenceRow, 'id' | 'userId'>;

/** Other licences of the same owner on the server that are not revoked. */
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

/** The active licence of the same owner on this server, if any. */
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
 * Refuses to activate a licence on a server that has another active one of its owner, which would waste its term.
 * @throws ApiError LICENCE_SERVER_TAKEN, or LICENCE_SERVER_REPLACED for a licence already on that server
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
 * Assigns a server to a licence, and displaces an expired one of the same owner. Call it under the owner's lock
 * (`lockOwner`), before writing the licence.
 * @throws ApiError as `rejectRivalLicence`
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
 * Writes the licence that takes a server. The unique index refuses it if a process without the lock wrote meanwhile,
 * such as one of the previous version during a roll-out.
 * @throws ApiError as `rejectRivalLicence`
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
