import type { AppDetail } from '@yunduo/api-contract';
import type { publishers } from '../../db/schema/publisher.ts';

export type PublisherRow = typeof publishers.$inferSelect;

/** Host of a website for verification; null without a website. */
export const hostOf = (website: string | null): string | null =>
  (website !== null && URL.parse(website)?.hostname) || null;

/** When the current website's host was verified; null when it was not. */
export const provedAt = ({ website, provedHost, provedAt: at }: PublisherRow): Date | null =>
  provedHost !== null && provedHost === hostOf(website) ? at : null;

/** Publisher details on an app's page, besides the name. */
export const presentStorePublisher = (row: PublisherRow): NonNullable<AppDetail['publisher']> => ({
  support_email: row.supportEmail,
  website: row.website,
  verified_host: provedAt(row) && row.provedHost,
});
