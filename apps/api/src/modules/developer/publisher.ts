import type { Publisher } from '@yunduo/api-contract';
import { asciiEmail, type DomainProof, type DomainProofFailure } from '@yunduo/validation';
import type { FieldMessage } from '@yunduo/validation/schemas';
import { and, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/client.ts';
import type { Bilingual } from '../../db/schema/bilingual.ts';
import { publisherNames, publishers, users } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import { hostOf, provedAt, type PublisherRow } from '../store/publisher.ts';
import { nameKey, skeletonOf } from '../publishing/names.ts';
import { settingsOfSite, touchContent } from '../site/settings.ts';
import { lookForProof, proofPlaces, type ProofLookups } from './domain-proof.ts';

export interface PublisherInput {
  name: Bilingual;
  support_email: string;
  website?: string | null | undefined;
}

const LOCALES = ['zh', 'en'] as const;

export async function publisherOf(db: Db, userId: number): Promise<PublisherRow | null> {
  const [row] = await db.select().from(publishers).where(eq(publishers.userId, userId));
  return row ?? null;
}

/** Refuses names in these languages, at the form's fields; `at` is the prefix of their paths. */
function reject(
  name: Bilingual,
  message: FieldMessage,
  isRefused: (one: string) => boolean,
  at: string,
): void {
  const rejected = LOCALES.filter((locale) => name[locale] !== '' && isRefused(name[locale]));
  if (rejected.length === 0) return;
  throw apiError('VALIDATION_FAILED', {
    fields: Object.fromEntries(rejected.map((locale) => [`${at}name.${locale}`, message])),
  });
}

/**
 * Saves a developer's publisher profile that was read at `revision` (0: there was none), in the caller's transaction.
 * Without a revision it replaces whatever is stored. Of two concurrent claims of a name the first to write gets it.
 * @throws ApiError EDIT_CONFLICT, VALIDATION_FAILED for a name of another publisher, or one that contains the site's
 *   name
 */
export async function savePublisher(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  userId: number,
  { name, support_email, website = null }: PublisherInput,
  { at = '', revision }: { at?: string; revision?: number | undefined } = {},
): Promise<PublisherRow> {
  const now = clock.now();
  // The owner's row is the lock: there may be no profile yet.
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  const before = (await publisherOf(db, userId))?.revision ?? 0;
  if ((revision ?? before) !== before) throw apiError('EDIT_CONFLICT', { revision: before });
  const site = await settingsOfSite(db);
  // A one-letter brand would reserve half of all names.
  const reserved = LOCALES.map((locale) => skeletonOf(site.name[locale])).filter((each) => each.length > 1);
  reject(
    name,
    'publisher_name_reserved',
    (one) => reserved.some((each) => skeletonOf(one).includes(each)),
    at,
  );
  // Sorted, so that two publishers who swap names cannot deadlock.
  const keys = [
    ...new Set(LOCALES.map((locale) => nameKey(name[locale])).filter((key) => key !== '')),
  ].sort();
  await db
    .delete(publisherNames)
    .where(and(eq(publisherNames.userId, userId), notInArray(publisherNames.key, keys)));
  await db
    .insert(publisherNames)
    .values(keys.map((key) => ({ key, userId })))
    .onConflictDoNothing();
  const held = await db.select().from(publisherNames).where(inArray(publisherNames.key, keys));
  const taken = new Set(held.filter((one) => one.userId !== userId).map(({ key }) => key));
  reject(name, 'publisher_name_taken', (one) => taken.has(nameKey(one)), at);
  const values = { name, supportEmail: asciiEmail(support_email), website: website || null, updatedAt: now };
  const [row] = await db
    .insert(publishers)
    .values({ userId, ...values, createdAt: now })
    .onConflictDoUpdate({
      target: publishers.userId,
      set: { ...values, revision: sql`${publishers.revision} + 1` },
    })
    .returning();
  if (!row) throw apiError('INTERNAL');
  await touchContent(db);
  return row;
}

/**
 * Checks the proof of the website, and records success. A website changed meanwhile is not verified by it.
 * @throws ApiError NOT_FOUND without a website
 */
export async function provePublisher(
  { db, clock, config }: Context & { config: { signingKey: string } },
  userId: number,
  method: DomainProof,
  lookups: ProofLookups,
): Promise<{ row: PublisherRow; failure: DomainProofFailure | null }> {
  const row = await publisherOf(db, userId);
  const host = row && hostOf(row.website);
  if (!row?.website || !host) throw apiError('NOT_FOUND');
  // Outside any transaction: a website may be slow.
  const failure = await lookForProof(method, proofPlaces(config, userId, host), lookups);
  if (failure !== null) return { row, failure };
  return db.transaction(async (tx) => {
    const [proved] = await tx
      .update(publishers)
      .set({ provedHost: host, provedAt: clock.now() })
      .where(and(eq(publishers.userId, userId), eq(publishers.website, row.website ?? '')))
      .returning();
    if (!proved) throw apiError('NOT_FOUND');
    // Last, as everywhere: the profile is locked before the settings.
    await touchContent(tx);
    return { row: proved, failure };
  });
}

/** As the developer sees it. */
export function presentPublisher(row: PublisherRow, config: { signingKey: string }): Publisher {
  const host = hostOf(row.website);
  const places = host === null ? null : proofPlaces(config, row.userId, host);
  return {
    name: row.name,
    support_email: row.supportEmail,
    website: row.website,
    revision: row.revision,
    proof:
      host === null || places === null
        ? null
        : {
            host,
            file_url: places.fileUrl,
            record: places.record,
            text: places.text,
            proved_at: provedAt(row)?.toISOString() ?? null,
          },
  };
}
