import { homeArticle } from '@yunduo/api-contract';
import { contentSchemas } from '@yunduo/api-contract/schemas';
import { ARTICLE_PLACES, type ArticlePlace } from '@yunduo/validation';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { articles } from '../../db/schema/content.ts';
import { apiError } from '../../http/errors.ts';
import { shareAnswer } from '../../http/public-cache.ts';
import { route } from '../../http/route.ts';
import { presentArticle } from './present.ts';
import { withDraft } from './preview.ts';

/** Content of the home page's sections and of `about` (specification §7). */
export async function contentModule(app: FastifyInstance): Promise<void> {
  route(
    app,
    homeArticle.specialArticle,
    contentSchemas.specialArticle,
    async ({ use_to, preview }, { locale }, reply) => {
      const places = placesOf(use_to);
      if (preview === undefined) shareAnswer(reply);
      else void reply.header('cache-control', 'no-store');
      const published = await app.db
        .select()
        .from(articles)
        .where(and(inArray(articles.place, places), eq(articles.status, 'published')))
        .orderBy(asc(articles.position), asc(articles.id));
      if (preview === undefined) {
        const changed = Math.max(
          ...published.filter(({ draft }) => draft === null).map(({ updatedAt }) => updatedAt.getTime()),
        );
        // For the sitemap. With a draft the time is that of the draft.
        if (Number.isFinite(changed)) void reply.header('last-modified', new Date(changed).toUTCString());
      }
      const rows =
        preview === undefined ? published : await withDraft(app, preview, { rows: published, places });
      return {
        // In page order, whatever the order of the request.
        list: ARTICLE_PLACES.flatMap((place) => rows.filter((row) => row.place === place)).map((row) =>
          presentArticle(row, locale, app),
        ),
      };
    },
  );
}

/** `banner,benefits` → places. An unknown one is refused, not ignored. */
function placesOf(useTo: string): ArticlePlace[] {
  const names = useTo.split(',').map((name) => name.trim());
  const places = ARTICLE_PLACES.filter((place) => names.includes(place));
  if (new Set(names).size !== places.length) {
    throw apiError('VALIDATION_FAILED', { fields: { use_to: 'field_invalid' } });
  }
  return places;
}
