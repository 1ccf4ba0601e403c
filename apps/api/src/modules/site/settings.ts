import type { Locale } from '@yunduo/i18n';
import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { siteSettings } from '../../db/schema/content.ts';
import { apiError } from '../../http/errors.ts';

/**
 * The one row of the brand.
 * @throws ApiError UNAVAILABLE: `npm run db:seed` writes it, and without it no page can be shown.
 */
export async function settingsOfSite(db: Pick<Db, 'select'>): Promise<typeof siteSettings.$inferSelect> {
  const [settings] = await db.select().from(siteSettings);
  if (!settings) throw apiError('UNAVAILABLE');
  return settings;
}

/** What the product is called in a language; mails speak of it. */
export async function siteName(db: Pick<Db, 'select'>, locale: Locale): Promise<string> {
  return (await settingsOfSite(db)).name[locale];
}

/** Every change of content moves the counter that page caches are keyed by; in the transaction of that change. */
export async function touchContent(db: Pick<Db, 'update'>): Promise<void> {
  await db.update(siteSettings).set({ contentRevision: sql`${siteSettings.contentRevision} + 1` });
}
