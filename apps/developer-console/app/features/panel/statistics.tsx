import type { DevAppItem } from '@yunduo/api-contract';
import { LocaleLink, useLocale } from '@yunduo/app-shell';
import { useDevCenterStatsQuery } from '@yunduo/data-access';
import { dayOf } from '@yunduo/i18n';
import { Button, Field, Select, SettledStatus, Skeleton, Tabs } from '@yunduo/ui';
import { MINUTE } from '@yunduo/validation';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { PartFailed } from '../../parts/part-failed.tsx';
import { PATHS } from '../../paths.ts';
import { serverNow } from '../../shell/runtime-config.ts';
import { useTranslations } from '../../shell/words.ts';
import {
  changeOf,
  conversionOf,
  figuresOf,
  grouped,
  type Metric,
  METRICS,
  momentOfDay,
  type Range,
  rangeOf,
  RANGES,
  type Stats,
} from './figures.ts';
import { StatsChart } from './stats-chart.tsx';
import { AppSums, StatsTable } from './stats-table.tsx';
import styles from './statistics.module.css';
import { saveCsv } from '../../parts/csv.ts';

interface Shown {
  /** Null: all apps. */
  app: DevAppItem | null;
  days: Range;
  metric: Metric;
}

/** Address of the current selection: reloads and links keep it. */
const addressOf = ({ app, days, metric }: Shown): string => {
  const query = new URLSearchParams({
    ...(app && { app: String(app.id) }),
    days: String(days),
    show: metric,
  });
  return `${PATHS.controlPanel}?${query}`;
};

/** A moment of today, in Shanghai: a page that stays open over midnight shows the new day. */
function useDay(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const look = () =>
      setNow((before) => (rangeOf(7, before).to === rangeOf(7, serverNow()).to ? before : serverNow()));
    const timer = setInterval(look, MINUTE);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return now;
}

/** Views, saves and downloads over time, of all apps or one. */
export function Statistics({ apps }: { apps: readonly DevAppItem[] }) {
  const t = useTranslations('panel');
  const [query, setQuery] = useSearchParams();
  const now = useDay();
  const days = RANGES.find((range) => String(range) === query.get('days')) ?? 30;
  const metric = METRICS.find((one) => one === query.get('show')) ?? 'downloads';
  const [only] = apps;
  const app =
    apps.length === 1 && only ? only : (apps.find(({ id }) => String(id) === query.get('app')) ?? null);
  const shown = { app, days, metric };
  const input = { ...(app && { app_id: app.id }), ...rangeOf(days, now) };
  const { currentData, error, isFetching, refetch } = useDevCenterStatsQuery(input);
  return (
    <section aria-labelledby="statistics">
      <div className={styles.head}>
        <h2 id="statistics">{t('stats.heading')}</h2>
        {apps.length > 1 && (
          <Field label={t('stats.app')}>
            {(control) => (
              <Select
                {...control}
                value={app?.id ?? ''}
                onChange={({ target }) =>
                  setQuery(
                    (before) => {
                      if (target.value) before.set('app', target.value);
                      else before.delete('app');
                      return before;
                    },
                    { replace: true, preventScrollReset: true },
                  )
                }
              >
                <option value="">{t('stats.every_app')}</option>
                {apps.map(({ id, name, app_key }) => (
                  <option key={id} value={id}>
                    {name || app_key}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
      </div>
      <Tabs label={t('stats.range')}>
        {RANGES.map((range) => (
          <LocaleLink
            key={range}
            to={addressOf({ ...shown, days: range })}
            replace
            preventScrollReset
            aria-current={range === days ? 'page' : undefined}
          >
            {t(`stats.days_${range}`)}
          </LocaleLink>
        ))}
      </Tabs>
      <SettledStatus
        text={
          currentData
            ? METRICS.map((one) => `${t(`stats.${one}`)} ${grouped(currentData.totals[one])}`).join(' · ')
            : ''
        }
      />
      {currentData ? (
        <Drawn stats={currentData} shown={shown} />
      ) : error ? (
        <PartFailed as="h3" retrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <div className={styles.waiting}>
          <Skeleton label={t('stats.loading')} shape="text" rows={3} />
        </div>
      )}
    </section>
  );
}

function Drawn({ stats, shown }: { stats: Stats; shown: Shown }) {
  const t = useTranslations('panel');
  const locale = useLocale();
  const { metric, days } = shown;
  const figures = figuresOf(stats, metric);
  return (
    <>
      <p className={styles.period}>
        {t('stats.period', {
          from: dayOf(momentOfDay(stats.from), locale),
          to: dayOf(momentOfDay(stats.to), locale),
        })}
      </p>
      <nav className={styles.tiles} aria-label={t('stats.metrics')}>
        {METRICS.map((one) => (
          <LocaleLink
            key={one}
            to={addressOf({ ...shown, metric: one })}
            replace
            preventScrollReset
            aria-current={one === metric ? 'true' : undefined}
          >
            <span>{t(`stats.${one}`)}</span>
            <b className="num">{grouped(stats.totals[one])}</b>
            <Change total={stats.totals[one]} before={stats.previous[one]} days={days} />
          </LocaleLink>
        ))}
        <div>
          <span>{t('stats.conversion')}</span>
          <b className="num">{conversionOf(stats.totals) ?? '–'}</b>
          <small>{t('stats.conversion_text')}</small>
        </div>
      </nav>
      {figures.most > 0 ? (
        <StatsChart figures={figures} metric={metric} />
      ) : (
        <p className="quiet">{t('stats.quiet')}</p>
      )}
      <StatsTable stats={stats} figures={figures} />
      {stats.app_id === null && stats.apps.length > 1 && (
        <AppSums
          apps={stats.apps}
          hrefOf={(id) => `${PATHS.controlPanel}?app=${id}&days=${days}&show=${metric}`}
        />
      )}
      <div className={styles.after}>
        <SaveStats stats={stats} />
        <p className={styles.note}>{t('stats.time_zone')}</p>
      </div>
    </>
  );
}

function Change({ total, before, days }: { total: number; before: number; days: Range }) {
  const t = useTranslations('panel');
  const change = changeOf(total, before);
  return (
    <small data-way={change?.way}>
      {change
        ? t(`stats.${change.way}`, { days, share: change.share, count: grouped(before) })
        : t('stats.first', { days })}
    </small>
  );
}

/** Downloads the statistics as CSV: a row per day, then one per app or version. */
function SaveStats({ stats }: { stats: Stats }) {
  const t = useTranslations('panel');
  const save = () => {
    const parts = stats.app_id === null ? stats.apps : stats.versions;
    const app = stats.app_id === null ? undefined : stats.apps.find(({ id }) => id === stats.app_id);
    const names = parts.map(
      (part) => `${t('stats.downloads')} ${'version' in part ? part.version : part.name}`,
    );
    saveCsv(
      `${app?.app_key ?? 'apps'}-${stats.from}-${stats.to}.csv`,
      [
        t('stats.day'),
        t('stats.views'),
        t('stats.saves'),
        t('stats.downloads'),
        t('stats.conversion'),
        ...names,
      ],
      stats.days.map((day, place) => {
        const [views = 0, saves = 0, downloads = 0] = [
          stats.views[place],
          stats.saves[place],
          stats.downloads[place],
        ];
        const counts = parts.map((part) => part.counts[place] ?? 0);
        return [day, views, saves, downloads, conversionOf({ views, downloads }), ...counts];
      }),
    );
  };
  return (
    <Button kind="line" size="sm" onClick={save}>
      {t('stats.csv')}
    </Button>
  );
}
