import { devApp as calls, devCenter } from '@yunduo/api-contract';
import { devCenterSchemas as schemas } from '@yunduo/api-contract/schemas';
import { shanghaiDay } from '@yunduo/i18n';
import { DAY } from '@yunduo/validation';
import { statsRangeSchema } from '@yunduo/validation/schemas';
import type { FastifyInstance } from 'fastify';
import { and, eq, isNotNull } from 'drizzle-orm';
import { after } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { apps } from '../../db/schema/store.ts';
import { checkForm } from '../../http/form.ts';
import { route, tokenReaches, type SessionUser } from '../../http/route.ts';
import { developerOf, ownApp } from '../publishing/own.ts';
import { localized } from '../text/localized.ts';
import { audienceStats, downloadStats } from './stats.ts';

/** Default range, in days. */
const DAYS_AT_FIRST = 30;

/** Statistics of a developer's own apps: each, and all together. */
export async function statisticsModule(app: FastifyInstance): Promise<void> {
  route(
    app,
    calls.stats,
    schemas.stats,
    async ({ id, by = 'day', ...input }, request) => {
      const user = developerOf(request);
      const range = await rangeOf(app, input);
      await ownApp(app.db, user, id);
      const { days, series, total, previousTotal } = await downloadStats(app.db, id, { ...range, by });
      return {
        id,
        ...range,
        by,
        total,
        previous_total: previousTotal,
        days,
        series: series.map(({ versionId, version, ...figures }) => ({
          version_id: versionId,
          version,
          ...figures,
        })),
      };
    },
    { scope: 'app:read' },
  );

  route(
    app,
    devCenter.stats,
    schemas.centerStats,
    async ({ app_id: appId, ...input }, request) => {
      const user = developerOf(request);
      const range = await rangeOf(app, input);
      const own = appId === undefined ? await ownApps(app, user) : [await ownApp(app.db, user, appId)];
      const ids = own.map(({ id }) => id);
      const { days, totals, previous, byDay, byApp } = await audienceStats(app.db, ids, range);
      const versions =
        appId === undefined ? [] : (await downloadStats(app.db, appId, { ...range, by: 'version' })).series;
      return {
        app_id: appId ?? null,
        ...range,
        days,
        totals,
        previous,
        ...byDay,
        apps: own
          .flatMap(({ id, appKey, name }) => {
            const figures = byApp.get(id);
            return figures
              ? [{ id, app_key: appKey, name: localized(name, request.locale) || appKey, ...figures }]
              : [];
          })
          .toSorted((one, other) => other.downloads - one.downloads || one.id - other.id),
        versions: versions.flatMap(({ versionId, version, total, counts }) =>
          versionId === null || version === null ? [] : [{ version_id: versionId, version, total, counts }],
        ),
      };
    },
    { scope: 'app:read' },
  );
}

/** The requested range, or the last thirty days. */
async function rangeOf({ clock }: Pick<Context, 'clock'>, input: { from?: string; to?: string }) {
  const to = input.to ?? shanghaiDay(clock.now());
  const from = input.from ?? dayBefore(to, DAYS_AT_FIRST - 1);
  return checkForm(statsRangeSchema, { from, to });
}

/** A developer's apps that were published at some time, within the scope of their token. */
async function ownApps({ db }: Pick<Context, 'db'>, user: SessionUser) {
  const rows = await db
    .select({ id: apps.id, appKey: apps.appKey, name: apps.name })
    .from(apps)
    .where(and(eq(apps.developerId, user.id), isNotNull(apps.firstPublishedAt)))
    .orderBy(apps.id);
  return rows.filter(({ id }) => tokenReaches(user, id));
}

/** An invalid day is refused later, by the validation of the range. */
function dayBefore(day: string, days: number): string {
  const start = after(new Date(`${day}T00:00:00Z`), -days * DAY);
  return Number.isNaN(start.getTime()) ? day : start.toISOString().slice(0, 10);
}
