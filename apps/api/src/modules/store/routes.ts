import { appStore } from '@yunduo/api-contract';
import { storeSchemas } from '@yunduo/api-contract/schemas';
import type { Locale } from '@yunduo/i18n';
import { normalEmail, RATES, VERSION_PATTERN, type ReportReason } from '@yunduo/validation';
import { reportSchema } from '@yunduo/validation/schemas';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../db/client.ts';
import { mapPage } from '../../db/query.ts';
import { apiError, ApiError } from '../../http/errors.ts';
import { checkForm } from '../../http/form.ts';
import { shareAnswer } from '../../http/public-cache.ts';
import { route, signedIn } from '../../http/route.ts';
import { callerOf } from './caller.ts';
import { checkApps } from './check.ts';
import { appNotFound, findApp, findCatalogue, findReleases, idOfApp } from './detail.ts';
import { countDownload, downloadJobs } from './downloads.ts';
import { storeFeed } from './feed.ts';
import { countCategories, listApps } from './list.ts';
import {
  presentCatalogue,
  presentCategories,
  presentDetail,
  presentItem,
  presentRelease,
} from './present.ts';
import { reportApp } from './reports.ts';
import { isSaved, saveApp, unsaveApp } from './saved.ts';
import { countView } from './views.ts';
import { visitorLimit } from '../throttle/process-limit.ts';
import { searchColumnsJob } from './search-columns.ts';

/** The store: public, except `cate=my` and saved apps. */
export async function storeModule(app: FastifyInstance): Promise<void> {
  reading(app);
  taking(app);
  for (const job of downloadJobs) app.jobs.add(job);
  app.jobs.add(searchColumnsJob);
}

function reading(app: FastifyInstance): void {
  const limitCounts = visitorLimit(app, RATES.searches);
  route(app, appStore.categories, storeSchemas.categories, async (filters, request, reply) => {
    if (filters.q) limitCounts(request);
    shareAnswer(reply);
    const counts = await app.reads.run((db) => countCategories(db, filters));
    return presentCategories(counts, request.locale);
  });

  const limitSearches = visitorLimit(app, RATES.searches);
  route(app, appStore.list, storeSchemas.list, async (filters, request, reply) => {
    const { locale, user } = request;
    if (filters.q) limitSearches(request);
    if (filters.cate !== 'my') shareAnswer(reply);
    else if (!user) throw apiError('UNAUTHENTICATED');
    const read = (db: Db) => listApps(db, filters, locale, user?.id ?? null);
    // The user's own list must reflect their last change, so it is not read from the replica.
    const mine = filters.cate === 'my';
    const page = await (mine ? read(app.db) : app.reads.run(read));
    return mapPage(page, (row) => presentItem(row, locale, app.files));
  });

  /** Reads a published app; one that is not published any more is named in the error. */
  const readApp = <T>(
    which: { id?: number; app_key?: string },
    locale: Locale,
    read: (db: Db, id: number) => Promise<T>,
  ): Promise<T> =>
    app.reads.run(async (db) => {
      const id = await idOfApp(db, which);
      return read(db, id).catch(async (error: unknown) => {
        throw error instanceof ApiError && error.code === 'APP_NOT_FOUND'
          ? await appNotFound(db, id, locale)
          : error;
      });
    });

  route(app, appStore.detail, storeSchemas.detail, async (which, { locale }, reply) => {
    shareAnswer(reply);
    const row = await readApp(which, locale, findApp);
    return presentDetail(row, locale, app.files);
  });

  route(app, appStore.versions, storeSchemas.versions, async (which, { locale }, reply) => {
    shareAnswer(reply);
    const { list } = await readApp(which, locale, findReleases);
    return { list: list.map((release) => presentRelease(release, locale)) };
  });

  route(
    app,
    appStore.changelog,
    storeSchemas.changelog,
    async ({ from, to, ...which }, { locale }, reply) => {
      if (!VERSION_PATTERN.test(from))
        throw apiError('VALIDATION_FAILED', { fields: { from: 'field_invalid' } });
      if (to !== undefined && !VERSION_PATTERN.test(to)) {
        throw apiError('VALIDATION_FAILED', { fields: { to: 'field_invalid' } });
      }
      shareAnswer(reply);
      const between = { from, ...(to !== undefined && { to }) };
      const { current, list } = await readApp(which, locale, (db, id) => findReleases(db, id, between));
      return { from, to: to ?? current, list: list.map((release) => presentRelease(release, locale)) };
    },
  );

  route(app, appStore.catalog, storeSchemas.catalog, async ({ since }, _, reply) => {
    shareAnswer(reply);
    const from = since === undefined ? undefined : new Date(since);
    return presentCatalogue(await app.reads.run((db) => findCatalogue(db, from)), app.files);
  });
}

/** Calls of visitors and members that write. */
function taking(app: FastifyInstance): void {
  const limitChecks = visitorLimit(app, RATES.updateChecks);
  route(app, appStore.check, storeSchemas.check, (input, request) => {
    limitChecks(request);
    return checkApps(app, input, request.locale);
  });

  route(app, appStore.report, storeSchemas.report, async ({ id, ...form }, request) => {
    const { reason, text, email } = await checkForm(reportSchema, form);
    const report = {
      appId: id,
      reason: reason as ReportReason,
      text,
      email: email ? normalEmail(email) : null,
    };
    return { counted: await reportApp(app, report, callerOf(request)) };
  });

  route(app, appStore.download, storeSchemas.download, async (input, request) => {
    const { app_key: appKey, version, client_id: clientId = '' } = input;
    return { counted: await countDownload(app, { appKey, version, clientId }, callerOf(request)) };
  });

  route(app, appStore.view, storeSchemas.view, async ({ id }, request) => ({
    counted: await countView(app, id, callerOf(request)),
  }));

  for (const [call, schemas, kind] of [
    [appStore.feedNew, storeSchemas.feedNew, 'new'],
    [appStore.feedUpdated, storeSchemas.feedUpdated, 'updated'],
  ] as const) {
    route(app, call, schemas, async ({ lang = 'zh' }, _request, reply) => {
      shareAnswer(reply);
      void reply.type('application/atom+xml; charset=utf-8');
      return storeFeed(app, kind, lang);
    });
  }

  route(app, appStore.saved, storeSchemas.saved, async ({ id }, request) => ({
    saved: await isSaved(app, signedIn(request).id, id),
  }));

  route(app, appStore.save, storeSchemas.save, async ({ id }, request) => {
    await saveApp(app, signedIn(request).id, id);
    return { saved: true };
  });

  route(app, appStore.unsave, storeSchemas.unsave, async ({ id }, request) => {
    await unsaveApp(app, signedIn(request).id, id);
    return { saved: false };
  });
}
