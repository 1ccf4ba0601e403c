import type { Locale } from '@yunduo/i18n';
import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { siteSettings } from '../../db/schema/content.ts';
import { apiError } from '../../http/errors.ts';

/**
 * The brand's only row.
 * @throws ApiError UNAVAILABLE: `npm run db:seed` writes it, and no page can be shown without it.
 */
export async function settingsOfSite(db: Pick<Db, 'select'>): Promise<typeof siteSettings.$inferSelect> {
  const [settings] = await db.select().from(siteSettings);
  if (!settings) throw apiError('UNAVAILABLE');
  return settings;
}

/** The product's name in a language, for mails. */
export async function siteName(db: Pick<Db, 'select'>, locale: Locale): Promise<string> {
  return (await settingsOfSite(db)).name[locale];
}

/** Increments the counter that page caches are keyed by; called in the transaction of every content change. */
export async function touchContent(db: Pick<Db, 'update'>): Promise<void> {
  await db.update(siteSettings).set({ contentRevision: sql`${siteSettings.contentRevision} + 1` });
}
