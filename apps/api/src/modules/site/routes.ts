import { site } from '@yunduo/api-contract';
import { contentSchemas } from '@yunduo/api-contract/schemas';
import type { FastifyInstance } from 'fastify';
import { shareCheckedAnswer } from '../../http/public-cache.ts';
import { route } from '../../http/route.ts';
import { settingsOfSite } from './settings.ts';

/** The brand and the links that the frame of every page shows; the links and the widget come from the configuration. */
export async function siteModule(app: FastifyInstance): Promise<void> {
  route(app, site.info, contentSchemas.siteInfo, async (_, { locale }, reply) => {
    const settings = await settingsOfSite(app.db);
    shareCheckedAnswer(reply);
    const { links, widget } = app.config;
    return {
      name: settings.name[locale],
      slogan: settings.slogan[locale],
      record_number: settings.recordNumber,
      support_email: settings.supportEmail,
      links: { demo: links.demo, forum: links.forum, dev_docs: links.devDocs },
      widget: widget && { src: widget.src, app_id: widget.appId, mode: widget.mode },
      content_revision: settings.contentRevision,
    };
  });
}
