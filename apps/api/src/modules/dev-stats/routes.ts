import { devApp as calls } from '@yunduo/api-contract';
import { devCenterSchemas as schemas } from '@yunduo/api-contract/schemas';
import { shanghaiDay } from '@yunduo/i18n';
import { DAY } from '@yunduo/validation';
import { statsRangeSchema } from '@yunduo/validation/schemas';
import type { FastifyInstance } from 'fastify';
import { after } from '../../clock.ts';
import { checkForm } from '../../http/form.ts';
import { route } from '../../http/route.ts';
import { developerOf, ownApp } from '../dev-app/own.ts';
import { downloadStats } from './stats.ts';

/** Days that are shown when nobody says which. */
const DAYS_AT_FIRST = 30;

/** Downloads of a developer's own app. */
export async function devStatsModule(app: FastifyInstance): Promise<void> {
  route(
    app,
    calls.stats,
    schemas.stats,
    async ({ id, by = 'day', ...input }, request) => {
      const user = developerOf(request);
      const to = input.to ?? shanghaiDay(app.clock.now());
      const from = input.from ?? dayBefore(to, DAYS_AT_FIRST - 1);
      const range = await checkForm(statsRangeSchema, { from, to });
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
}

/** The rule of the range judges what is no day. */
function dayBefore(day: string, days: number): string {
  const start = after(new Date(`${day}T00:00:00Z`), -days * DAY);
  return Number.isNaN(start.getTime()) ? day : start.toISOString().slice(0, 10);
}
