import { protocol } from '@yunduo/api-contract';
import { contentSchemas } from '@yunduo/api-contract/schemas';
import { PROTOCOL_SLUGS, type ProtocolSlug } from '@yunduo/validation';
import { and, desc, eq, lte } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { protocols, protocolVersions } from '../../db/schema/content.ts';
import { apiError } from '../../http/errors.ts';
import { shareAnswer } from '../../http/public-cache.ts';
import { route } from '../../http/route.ts';
import { renderMarkdown } from '../text/markdown.ts';

/** Agreements; the newest published version is current, older ones stay readable. */
export async function protocolModule(app: FastifyInstance): Promise<void> {
  const published = async (id: string) => {
    const rows = await app.db
      .select()
      .from(protocolVersions)
      .innerJoin(protocols, eq(protocols.slug, protocolVersions.slug))
      .where(and(eq(protocolVersions.slug, slugOf(id)), lte(protocolVersions.publishedAt, app.clock.now())))
      .orderBy(desc(protocolVersions.publishedAt));
    if (rows.length === 0) throw apiError('PROTOCOL_NOT_FOUND');
    return rows;
  };

  route(app, protocol.detail, contentSchemas.protocolDetail, async ({ id, version }, { locale }, reply) => {
    const rows = await published(id);
    const row =
      version === undefined ? rows[0] : rows.find((row) => row.protocol_versions.version === version);
    if (!row) throw apiError('PROTOCOL_NOT_FOUND');
    shareAnswer(reply);
    const { protocols: text, protocol_versions: edition } = row;
    return {
      id: text.slug,
      title: text.title[locale],
      version: edition.version,
      published_at: edition.publishedAt.toISOString(),
      html: renderMarkdown(edition.markdown[locale]),
      hash: edition.hash[locale],
    };
  });

  route(app, protocol.versions, contentSchemas.protocolVersions, async ({ id }, { locale }, reply) => {
    const rows = await published(id);
    shareAnswer(reply);
    return {
      list: rows.map(({ protocol_versions: edition }, index) => ({
        version: edition.version,
        published_at: edition.publishedAt.toISOString(),
        hash: edition.hash[locale],
        current: index === 0,
      })),
    };
  });
}

function slugOf(id: string): ProtocolSlug {
  const slug = PROTOCOL_SLUGS.find((known) => known === id);
  if (!slug) throw apiError('PROTOCOL_NOT_FOUND');
  return slug;
}
