import { eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { licences } from '../../db/schema/licence.ts';
import { recordEvents } from './events.ts';
import { lockOwned } from './owned.ts';

/**
 * Saves the owner's remark about a licence; an empty one removes it.
 * @throws ApiError LICENCE_NOT_FOUND
 */
export async function saveRemark(
  context: Context,
  userId: number,
  { id, remark }: { id: number; remark: string },
): Promise<void> {
  const licence = await lockOwned(context, userId, id);
  if (licence.remark === remark) return;
  await context.db.update(licences).set({ remark }).where(eq(licences.id, id));
  await recordEvents(context, [{ licenceId: id, ownerId: userId, kind: 'remark', details: { remark } }]);
}
