import { and, eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { licences } from '../../db/schema/auth-code.ts';
import { apiError } from '../../http/errors.ts';

export type LicenceRow = typeof licences.$inferSelect;

/**
 * A licence of this user, locked: whoever else decides about it waits until this transaction is through.
 * @throws ApiError LICENCE_NOT_FOUND, for another's as well
 */
export async function lockOwned({ db }: Context, userId: number, id: number): Promise<LicenceRow> {
  const [licence] = await db
    .select()
    .from(licences)
    .where(and(eq(licences.id, id), eq(licences.userId, userId)))
    .for('update');
  if (!licence) throw apiError('LICENCE_NOT_FOUND');
  return licence;
}
