import { createHash } from 'node:crypto';
import type { ProtocolVersion } from '@yunduo/api-contract';
import { PROTOCOL_AHEAD_MAX, type ProtocolSlug } from '@yunduo/validation';
import { and, asc, desc, eq, gt } from 'drizzle-orm';
import { after } from '../../clock.ts';
import { withTransaction, type Context } from '../../context.ts';
import type { Bilingual } from '../../db/schema/bilingual.ts';
import { protocols, protocolVersions } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import { versionKey } from '../store/version-key.ts';
import { audit, type Actor } from '../audit/audit.ts';
import { touchContent } from '../site/settings.ts';
import { checkMarkdown } from '../text/written.ts';

export interface NewProtocolVersion {
  slug: ProtocolSlug;
  version: string;
  markdown: Bilingual;
  /** Null: now. */
  publishedAt: Date | null;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
export type ProtocolVersionRow = typeof protocolVersions.$inferSelect;

/**
 * Adds a version of an agreement. It becomes current at its publication time; earlier versions stay readable unchanged,
 * because consents reference them.
 * @throws ApiError PROTOCOL_NOT_FOUND, VERSION_TAKEN, VERSION_NOT_HIGHER, VALIDATION_FAILED for a text that shows
 * nothing, or a time that has passed, is not after the previous version, or is more than a year ahead
 */
export async function publishProtocol(
  context: Context,
  actor: Actor,
  { slug, version, markdown, publishedAt }: NewProtocolVersion,
): Promise<ProtocolVersionRow> {
  checkMarkdown({ 'markdown.zh': markdown.zh, 'markdown.en': markdown.en }, 'protocol_text_required');
  const now = context.clock.now();
  const at = publishedAt ?? now;
  const wrongMoment = apiError('VALIDATION_FAILED', { fields: { published_at: 'published_at_invalid' } });
  return context.db.transaction(async (tx) => {
    // Row lock: of two concurrent versions the second is compared with the first.
    const [text] = await tx.select().from(protocols).where(eq(protocols.slug, slug)).for('update');
    if (!text) throw apiError('PROTOCOL_NOT_FOUND');
    const before = await tx
      .select()
      .from(protocolVersions)
      .where(eq(protocolVersions.slug, slug))
      .orderBy(desc(protocolVersions.publishedAt));
    if (before.some((one) => one.version === version)) {
      throw apiError('VERSION_TAKEN', { fields: { version: 'version_taken' } });
    }
    // The last has the highest number, too: each was published with a higher one, and later.
    const [last] = before;
    if (last && versionKey(version) <= versionKey(last.version)) {
      throw apiError('VERSION_NOT_HIGHER', {
        fields: { version: 'version_not_higher' },
        words: { version: last.version },
      });
    }
    if (at < now || at > after(now, PROTOCOL_AHEAD_MAX) || (last && at <= last.publishedAt))
      throw wrongMoment;
    const [row] = await tx
      .insert(protocolVersions)
      .values({
        slug,
        version,
        markdown,
        hash: { zh: sha256(markdown.zh), en: sha256(markdown.en) },
        publishedAt: at,
      })
      .returning();
    if (!row) throw new Error('no version was stored');
    if (at <= now) await touchContent(tx);
    await audit(withTransaction(context, tx), actor, {
      action: 'protocol.publish',
      target: `protocol:${slug}`,
      details: { version, published_at: at, hash: row.hash },
    });
    return row;
  });
}

/** All versions of all agreements, newest first, with the text of each newest one, as the basis of the next. */
export async function listProtocols({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<ProtocolVersion[]> {
  const now = clock.now();
  const rows = await db
    .select({ title: protocols.title, row: protocolVersions })
    .from(protocolVersions)
    .innerJoin(protocols, eq(protocols.slug, protocolVersions.slug))
    .orderBy(asc(protocolVersions.slug), desc(protocolVersions.publishedAt));
  const firstOf = (slug: string, until?: Date) =>
    rows.find(({ row }) => row.slug === slug && (!until || row.publishedAt <= until))?.row.version;
  return rows.map(({ title, row: { slug, version, publishedAt, markdown, hash } }) => ({
    id: slug,
    title,
    version,
    published_at: publishedAt.toISOString(),
    current: firstOf(slug, now) === version,
    announced: publishedAt > now,
    markdown: firstOf(slug) === version ? markdown : null,
    hash,
  }));
}

/** Deletes a version not yet current, which no consent can reference; null when there is none. */
export async function withdrawProtocol(
  context: Context,
  actor: Actor,
  { slug, version }: Pick<NewProtocolVersion, 'slug' | 'version'>,
): Promise<ProtocolVersionRow | null> {
  return context.db.transaction(async (tx) => {
    const [missing] = await tx
      .delete(protocolVersions)
      .where(
        and(
          eq(protocolVersions.slug, slug),
          eq(protocolVersions.version, version),
          gt(protocolVersions.publishedAt, context.clock.now()),
        ),
      )
      .returning();
    if (!missing) return null;
    await audit(withTransaction(context, tx), actor, {
      action: 'protocol.withdraw',
      target: `protocol:${slug}`,
      details: { version, published_at: missing.publishedAt, hash: missing.hash },
    });
    return missing;
  });
}
