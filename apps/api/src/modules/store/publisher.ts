import type { AppDetail } from '@yunduo/api-contract';
import type { publishers } from '../../db/schema/publisher.ts';

export type PublisherRow = typeof publishers.$inferSelect;

/** The host of a website as its proof names it; null without a website. */
export const hostOf = (website: string | null): string | null =>
  (website !== null && URL.parse(website)?.hostname) || null;

/** When the host that the website has now was proved to be theirs; null while it was not. */
export const provedAt = ({ website, provedHost, provedAt: at }: PublisherRow): Date | null =>
  provedHost !== null && provedHost === hostOf(website) ? at : null;

/** What the page of an app says of its publisher beside the name. */
export const presentStorePublisher = (row: PublisherRow): NonNullable<AppDetail['publisher']> => ({
  support_email: row.supportEmail,
  website: row.website,
  verified_host: provedAt(row) && row.provedHost,
});
