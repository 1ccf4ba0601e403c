import { adminContent as calls, adminProtocol } from '@yunduo/api-contract';
import { contentSchemas as schemas } from '@yunduo/api-contract/schemas';
import { localePath, type Locale } from '@yunduo/i18n';
import { ARTICLE, RATES, type ArticlePlace, type ProtocolSlug } from '@yunduo/validation';
import {
  articleScheduleSchema,
  articleSchema,
  protocolSchema,
  type ArticleForm,
} from '@yunduo/validation/schemas';
import type { FastifyInstance } from 'fastify';
import { apiError } from '../../http/errors.ts';
import { checkForm } from '../../http/form.ts';
import { withIdempotency } from '../../http/idempotency.ts';
import { route, signedIn, uploadOf } from '../../http/route.ts';
import { mapPage } from '../../db/query.ts';
import { actorOf } from '../audit/audit.ts';
import { oneFile, uploaderOf } from '../files/upload.ts';
import { signPreview } from './preview.ts';
import { throttle } from '../throttle/throttle.ts';
import {
  archiveArticle,
  articleHistory,
  articleOf,
  listArticles,
  orderArticles,
  publishArticle,
  saveArticle,
  saveArticlePicture,
  type ArticleWords,
} from './articles.ts';
import { scheduleArticle, scheduledContent, unscheduleArticle } from './schedules.ts';
import { contentScheduler } from './scheduler.ts';
import { presentForEditor, presentVersion } from './admin-present.ts';
import { listProtocols, publishProtocol, withdrawProtocol } from './protocols.ts';

/** Agreements can be long: two languages, three bytes per Chinese character. */
const PROTOCOL_BODY = { bodyLimit: 1024 * 1024 };

/** Editors' calls: articles, by way of drafts, and new versions of the agreements. */
export async function contentAdminModule(app: FastifyInstance): Promise<void> {
  app.jobs.add(scheduledContent);
  app.jobs.add(contentScheduler);
  const present = presentForEditor(app.files);

  route(app, calls.list, schemas.adminArticles, async (input) =>
    mapPage(await listArticles(app.db, input), present),
  );

  route(app, calls.detail, schemas.adminArticle, async ({ id }) => present(await articleOf(app.db, id)));

  route(app, calls.history, schemas.articleHistory, async ({ id }) => ({
    list: (await articleHistory(app.db, id)).map((row) => presentVersion(row, app.files)),
  }));

  route(
    app,
    calls.upload,
    schemas.articlePicture,
    async (_input, request, reply) => {
      await throttle(
        app.db,
        `article-picture:${signedIn(request).id}`,
        app.clock.now(),
        RATES.articlePictures,
      );
      const file = await oneFile(request, ARTICLE.pictureBytesMax);
      return saveArticlePicture(app, uploaderOf(request, reply), file);
    },
    uploadOf(ARTICLE.pictureBytesMax),
  );

  route(app, calls.preview, schemas.articlePreview, async ({ id }) => {
    const { draft, place } = await articleOf(app.db, id);
    const { token, expiresAt } = signPreview(app, id);
    const path = (draft?.place ?? place) === 'about' ? '/about' : '/';
    const url = (locale: Locale) => `${localePath(locale, path)}?preview=${token}`;
    return { zh: url('zh'), en: url('en'), expires_at: expiresAt.toISOString() };
  });

  route(app, calls.order, schemas.articleOrder, async ({ use_to: place, ids, before }, request) => {
    await orderArticles(app, actorOf(signedIn(request)), { place, ids, ...(before && { before }) });
    return null;
  });

  route(app, calls.save, schemas.saveArticle, async ({ id, revision, ...form }, request) => {
    if (id !== undefined && revision === undefined) {
      throw apiError('VALIDATION_FAILED', { fields: { revision: 'field_invalid' } });
    }
    const content = articleContent(await checkForm(articleSchema, form));
    const edited = id === undefined || revision === undefined ? null : { id, revision };
    const actor = actorOf(signedIn(request));
    return withIdempotency(app, request, calls.save, async (context) =>
      present(await saveArticle(context, actor, content, edited)),
    );
  });

  route(app, calls.publish, schemas.articlePublish, async (input, request) =>
    withIdempotency(app, request, calls.publish, async (context) =>
      present(await publishArticle(context, actorOf(signedIn(request)), input)),
    ),
  );

  route(app, calls.schedule, schemas.articleSchedule, async ({ id, revision, ...form }, request) => {
    const { publish_at: start, end_at: end } = await checkForm(articleScheduleSchema, form);
    const times = { publishAt: start ? new Date(start) : null, endAt: end ? new Date(end) : null };
    return withIdempotency(app, request, calls.schedule, async (context) =>
      present(await scheduleArticle(context, actorOf(signedIn(request)), { id, revision, ...times })),
    );
  });

  route(app, calls.unschedule, schemas.articleUnschedule, async ({ id }, request) =>
    withIdempotency(app, request, calls.unschedule, async (context) =>
      present(await unscheduleArticle(context, actorOf(signedIn(request)), id)),
    ),
  );

  route(app, calls.archive, schemas.articleArchive, async (input, request) =>
    withIdempotency(app, request, calls.archive, async (context) =>
      present(await archiveArticle(context, actorOf(signedIn(request)), input)),
    ),
  );

  route(app, adminProtocol.list, schemas.adminProtocols, async () => ({ list: await listProtocols(app) }));

  route(app, adminProtocol.withdraw, schemas.withdrawProtocol, async ({ id, version }, request) =>
    withIdempotency(app, request, adminProtocol.withdraw, async (context) => {
      const removed = await withdrawProtocol(context, actorOf(signedIn(request)), { slug: id, version });
      if (!removed) throw apiError('PROTOCOL_NOT_FOUND');
      return null;
    }),
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

/** The form's fields as stored. */
export function articleContent(form: ArticleForm): ArticleWords {
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
