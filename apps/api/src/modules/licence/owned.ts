import { and, eq, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { licences } from '../../db/schema/licence.ts';
import { apiError } from '../../http/errors.ts';

export type LicenceRow = typeof licences.$inferSelect;

/** First half of the advisory locks of owners; the second is the owner's id. */
const OWNER_LOCK = 7302;

/**
 * Decisions about the licences of one owner are made one after the other: two licences that are bound to one server at
 * the same moment lock different rows. Orders are locked before it, licences after it; several owners in the order of
 * their ids. Ends with the transaction.
 */
export async function lockOwner(db: Db, userId: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${OWNER_LOCK}::int, ${userId}::int)`);
}

/**
 * A licence of this user, locked, and the owner with it: whoever else decides about it waits until this transaction is through.
 * @throws ApiError LICENCE_NOT_FOUND, for another's as well
 */
export async function lockOwned({ db }: Context, userId: number, id: number): Promise<LicenceRow> {
  await lockOwner(db, userId);
  const [licence] = await db
    .select()
    .from(licences)
    .where(and(eq(licences.id, id), eq(licences.userId, userId)))
    .for('update');
  if (!licence) throw apiError('LICENCE_NOT_FOUND');
  return licence;
}

/** Why a licence ends for good. */
export interface Revocation {
  by: 'refund' | 'operator';
  /** What the owner reads about it. */
  note: string | null;
}
