import { adminContent as calls, adminProtocol } from '@yunduo/api-contract';
import { contentSchemas as schemas } from '@yunduo/api-contract/schemas';
import type { ArticlePlace, ProtocolSlug } from '@yunduo/validation';
import { articleSchema, protocolSchema, type ArticleForm } from '@yunduo/validation/schemas';
import type { FastifyInstance } from 'fastify';
import type { ArticleContent } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import { checkForm } from '../../http/form.ts';
import { withIdempotency } from '../../http/idempotency.ts';
import { route, signedIn } from '../../http/route.ts';
import { mapPage } from '../../db/query.ts';
import { actorOf } from '../audit/audit.ts';
import { archiveArticle, listArticles, publishArticle, saveArticle } from './articles.ts';
import { contentScheduler } from './scheduler.ts';
import { presentForEditor } from './present.ts';
import { publishProtocol } from './protocols.ts';

/** The texts of a protocol may be long: two languages, three bytes for a Chinese character. */
const PROTOCOL_BODY = { bodyLimit: 1024 * 1024 };

/** What editors write: articles, by way of drafts, and new versions of the protocols. */
export async function contentAdminModule(app: FastifyInstance): Promise<void> {
  app.jobs.add(contentScheduler);

  route(app, calls.list, schemas.adminArticles, async (input) =>
    mapPage(await listArticles(app.db, input), presentForEditor),
  );

  route(app, calls.save, schemas.saveArticle, async ({ id, revision, ...form }, request) => {
    if (id !== undefined && revision === undefined) {
      throw apiError('VALIDATION_FAILED', { fields: { revision: 'field_invalid' } });
    }
    const content = articleContent(await checkForm(articleSchema, form));
    const edited = id === undefined || revision === undefined ? null : { id, revision };
    const actor = actorOf(signedIn(request));
    return withIdempotency(app, request, calls.save, async (context) =>
      presentForEditor(await saveArticle(context, actor, content, edited)),
    );
  });

  route(app, calls.publish, schemas.articlePublish, async (input, request) =>
    withIdempotency(app, request, calls.publish, async (context) =>
      presentForEditor(await publishArticle(context, actorOf(signedIn(request)), input)),
    ),
  );

  route(app, calls.archive, schemas.articleArchive, async (input, request) =>
    withIdempotency(app, request, calls.archive, async (context) =>
      presentForEditor(await archiveArticle(context, actorOf(signedIn(request)), input)),
    ),
  );

  route(
    app,
    adminProtocol.publish,
    schemas.publishProtocol,
    async ({ published_at: at, ...form }, request) => {
      const { id, version, markdown } = await checkForm(protocolSchema, form);
      return withIdempotency(app, request, adminProtocol.publish, async (context) => {
        const row = await publishProtocol(context, actorOf(signedIn(request)), {
          slug: id as ProtocolSlug,
          version,
          markdown,
          publishedAt: at === undefined ? null : new Date(at),
        });
        return {
          id: row.slug,
          version: row.version,
          published_at: row.publishedAt.toISOString(),
          current: row.publishedAt <= app.clock.now(),
          hash: row.hash,
        };
      });
    },
    PROTOCOL_BODY,
  );
}

/** The form's words as the database keeps them. */
export function articleContent(form: ArticleForm): ArticleContent {
  const { use_to: place, position, title, intro, html, picture, link, facts } = form;
  return {
    place: place as ArticlePlace,
    position,
    title,
    intro,
    html,
    picture: picture || null,
    linkText: link?.text ?? null,
    linkHref: link?.href ?? null,
    facts,
  };
}
