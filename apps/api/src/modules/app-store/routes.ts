import { appStore } from '@yunduo/api-contract';
import { storeSchemas } from '@yunduo/api-contract/schemas';
import { VERSION_PATTERN } from '@yunduo/validation';
import type { FastifyInstance } from 'fastify';
import { apiError } from '../../http/errors.ts';
import { shareAnswer } from '../../http/public-cache.ts';
import { route } from '../../http/route.ts';
import { findApp, findCatalogue, findReleases } from './detail.ts';
import { countCategories, listApps } from './list.ts';
import {
  presentCatalogue,
  presentCategories,
  presentDetail,
  presentItem,
  presentRelease,
} from './present.ts';

/** The store: reading only, open to everybody but for `cate=my`. */
export async function appStoreModule(app: FastifyInstance): Promise<void> {
  route(app, appStore.categories, storeSchemas.categories, async (_, { locale }, reply) => {
    shareAnswer(reply);
    return presentCategories(await countCategories(app.db), locale);
  });

  route(app, appStore.list, storeSchemas.list, async (filters, { locale, user }, reply) => {
    if (filters.cate !== 'my') shareAnswer(reply);
    else if (!user) throw apiError('UNAUTHENTICATED');
    const { rows, total, page, pageSize } = await listApps(app.db, filters, locale, user?.id ?? null);
    return {
      list: rows.map((row) => presentItem(row, locale, app.files)),
      total,
      page,
      page_size: pageSize,
    };
  });

  route(app, appStore.detail, storeSchemas.detail, async ({ id }, { locale }, reply) => {
    shareAnswer(reply);
    return presentDetail(await findApp(app.db, id), locale, app.files);
  });

  route(app, appStore.versions, storeSchemas.versions, async ({ id }, { locale }, reply) => {
    shareAnswer(reply);
    const { list } = await findReleases(app.db, id);
    return { list: list.map((release) => presentRelease(release, locale)) };
  });

  route(app, appStore.changelog, storeSchemas.changelog, async ({ id, from, to }, { locale }, reply) => {
    if (!VERSION_PATTERN.test(from))
      throw apiError('VALIDATION_FAILED', { fields: { from: 'field_invalid' } });
    if (to !== undefined && !VERSION_PATTERN.test(to)) {
      throw apiError('VALIDATION_FAILED', { fields: { to: 'field_invalid' } });
    }
    shareAnswer(reply);
    const { current, list } = await findReleases(app.db, id, { from, ...(to !== undefined && { to }) });
    return { from, to: to ?? current, list: list.map((release) => presentRelease(release, locale)) };
  });

  route(app, appStore.catalog, storeSchemas.catalog, async (_, __, reply) => {
    shareAnswer(reply);
    return presentCatalogue(await findCatalogue(app.db), app.files);
  });
}
