import { site } from '@yunduo/api-contract';
import { contentSchemas } from '@yunduo/api-contract/schemas';
import { type OutsideLink, OUTSIDE_LINKS } from '@yunduo/validation';
import type { FastifyInstance } from 'fastify';
import { shareCheckedAnswer } from '../../http/public-cache.ts';
import { route } from '../../http/route.ts';
import { runningActivity } from '../activity/service.ts';
import { settingsOfSite } from '../site/settings.ts';

/** Data of every page's frame: brand, links, current activity. Links and widget come from the configuration. */
export async function siteModule(app: FastifyInstance): Promise<void> {
  route(app, site.info, contentSchemas.siteInfo, async (_, { locale }, reply) => {
    const settings = await settingsOfSite(app.db);
    const activity = await runningActivity(app.db, app.clock.now());
    shareCheckedAnswer(reply);
    const { links, widget, mode } = app.config;
    // A trial shows every entry: without a URL it leads to a page that names the variable.
    const local = (link: OutsideLink) => (mode === 'trial' ? OUTSIDE_LINKS[link].path : null);
    return {
      name: settings.name[locale],
      slogan: settings.slogan[locale],
      record_number: settings.recordNumber,
      support_email: settings.supportEmail,
      links: {
        demo: links.demo ?? local('demo'),
        forum: links.forum ?? local('forum'),
        dev_docs: links.devDocs ?? local('dev_docs'),
      },
      widget: widget && { src: widget.src, app_id: widget.appId, mode: widget.mode },
      activity: activity && {
        id: activity.id,
        title: activity.title[locale],
        ends_at: activity.endsAt.toISOString(),
      },
      content_revision: app.reads.settledRevision(settings.contentRevision),
    };
  });
}
