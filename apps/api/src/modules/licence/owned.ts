import { and, eq, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import { licences } from '../../db/schema/licence.ts';
import { apiError } from '../../http/errors.ts';

export type LicenceRow = typeof licences.$inferSelect;

/** First half of the advisory locks of owners; the second is the owner's id. */
const OWNER_LOCK = 7302;

/**
 * Serialises decisions about the licences of one owner: two licences being bound to one server lock different rows.
 * Lock order: orders, this lock, licences; several owners in ascending order of id. Held until the transaction ends.
 */
export async function lockOwner(db: Db, userId: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${OWNER_LOCK}::int, ${userId}::int)`);
}

/**
 * A licence of this user, with the licence and the owner locked: other decisions about it wait until this transaction
 * ends.
 * @throws ApiError LICENCE_NOT_FOUND, also for another user's
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

/** Reason for revoking a licence. */
export interface Revocation {
  by: 'refund' | 'operator';
  /** Message to the owner. */
  note: string | null;
}
