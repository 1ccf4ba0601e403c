import { sql } from 'drizzle-orm';
import { withTransaction, type Context } from '../../context.ts';
import { siteSettings } from '../../db/schema/content.ts';
import { apiError } from '../../http/errors.ts';
import { audit, type Actor } from '../audit/audit.ts';

/** Omitted fields are unchanged. */
export interface SiteChange {
  name?: { zh?: string; en?: string };
  slogan?: { zh?: string; en?: string };
  /** Null removes it from the pages. */
  recordNumber?: string | null;
  supportEmail?: string;
}

/**
 * Changes the brand at run time: pages and mails follow within seconds, and no build contains it.
 * @throws ApiError UNAVAILABLE: the database is not seeded, so there is nothing to change.
 */
export async function changeSite(
  context: Context,
  actor: Actor,
  change: SiteChange,
): Promise<typeof siteSettings.$inferSelect> {
  return context.db.transaction(async (tx) => {
    const [before] = await tx.select().from(siteSettings).for('update');
    if (!before) throw apiError('UNAVAILABLE');
    const [after] = await tx
      .update(siteSettings)
      .set({
        name: { ...before.name, ...change.name },
        slogan: { ...before.slogan, ...change.slogan },
        recordNumber: change.recordNumber === undefined ? before.recordNumber : change.recordNumber,
        supportEmail: change.supportEmail ?? before.supportEmail,
        contentRevision: sql`${siteSettings.contentRevision} + 1`,
      })
      .returning();
    if (!after) throw apiError('UNAVAILABLE');
    await audit(withTransaction(context, tx), actor, {
      action: 'site.change',
      target: 'site',
      details: {
        name: after.name,
        slogan: after.slogan,
        record_number: after.recordNumber,
        support_email: after.supportEmail,
      },
    });
    return after;
  });
}
