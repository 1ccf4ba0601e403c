import type { Files } from '../files.ts';
import type { LicenceSecrets } from '../modules/licence/keyring.ts';
import type { Db } from '../db/client.ts';
import { siteSettings } from '../db/schema/content.ts';
import { seedAccounts } from './accounts.ts';
import { seedActivities } from './activity.ts';
import { seedAudit } from './audit.ts';
import { seedApps, storePictures } from './apps.ts';
import { catalogue } from './catalogue/index.ts';
import { seedDeveloperApps } from './developer-apps.ts';
import { seedFeedback, storeFeedbackPictures } from './feedback.ts';
import { seedReleases, storeSamples } from './download.ts';
import { seedArticles } from './content/articles.ts';
import { seedLicences } from './licences.ts';
import { seedProtocols } from './content/protocols.ts';
import { seedDownloads } from './downloads.ts';
import { seedOrders, seedPlans, seedSeller } from './orders.ts';
import { seedPublishers } from './publishers.ts';
import { seedReports } from './reports.ts';
import { seedCalendar } from './review-calendar.ts';
import { seedReviews } from './reviews.ts';
import { seedSubscribers } from './subscribe.ts';
import { seedSettings } from './content/settings.ts';

export interface SeedOptions {
  /** All dates of the seeded world count back from here. */
  now: Date;
  files: Files;
  /** Keys that encrypt licence codes: the server must have the same. */
  secrets: LicenceSecrets;
  /** False in production: content and our own apps, without accounts and their data. */
  people?: boolean;
}

/**
 * Writes the seeded world: content, catalogue, accounts and their data. In one transaction, and once: a database with a
 * brand is left unchanged, so that edits are kept.
 * @returns whether anything was written
 */
export async function seed(db: Db, { now, files, secrets, people = true }: SeedOptions): Promise<boolean> {
  const [seeded] = await db.select({ id: siteSettings.id }).from(siteSettings);
  if (seeded) return false;
  const ours = people ? catalogue : catalogue.filter(({ developer }) => developer === undefined);
  // Before the transaction: files cannot be rolled back, and their names never change.
  const pictures = await storePictures(files, ours);
  const samples = people ? await storeSamples(files) : null;
  const attached = people ? await storeFeedbackPictures(files) : null;
  await db.transaction(async (tx) => {
    await seedSettings(tx);
    await seedArticles(tx, now);
    await seedProtocols(tx, now);
    if (samples) await seedReleases(tx, { now, samples });
    await seedCalendar(tx);
    const owners = people ? await seedAccounts(tx, now) : new Map<string, number>();
    if (people) await seedPublishers(tx, { now, owners });
    await seedPlans(tx, now);
    const ids = await seedApps(tx, ours, { now, pictures, owners });
    if (people) await seedSeller(tx, now);
    const orders = people ? await seedOrders(tx, { now, owners }) : [];
    if (people) await seedDeveloperApps(tx, { now, owners, ids, pictures });
    if (people) await seedReviews(tx, { now, owners, ids, pictures });
    await seedDownloads(tx, now);
    if (people) await seedReports(tx, { now, owners });
    if (people) await seedLicences(tx, { now, owners, orders, secrets });
    if (people) await seedActivities(tx, { now, owners });
    if (attached) await seedFeedback(tx, { now, owners, pictures: attached });
    if (people) await seedSubscribers(tx, now);
    // Last: it lists what the others did.
    if (people) await seedAudit(tx, owners);
  });
  return true;
}
