import type { DevAppItem } from '@yunduo/api-contract';
import { LocaleLink, useLocale } from '@yunduo/app-shell';
import { useDevAppStatsQuery } from '@yunduo/data-access';
import { dayOf } from '@yunduo/i18n';
import { Field, Select, SettledStatus, Skeleton, Tabs } from '@yunduo/ui';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { PATHS } from '../../paths.ts';
import { useWords } from '../../shell/words.ts';
import { DownloadChart } from './download-chart.tsx';
import { DownloadTable } from './download-table.tsx';
import styles from './downloads.module.css';
import { PartFailed } from '../../parts/part-failed.tsx';
import {
  changeOf,
  figuresOf,
  grouped,
  momentOfDay,
  RANGES,
  rangeOf,
  type Range,
  type Stats,
} from './figures.ts';

/** Downloads of one app over time. App and time stand in the address, so that a reload keeps them. */
export function Downloads({ apps }: { apps: readonly DevAppItem[] }) {
  const t = useWords('panel');
  const [query, setQuery] = useSearchParams();
  const [now] = useState(() => Date.now());
  const days = RANGES.find((range) => String(range) === query.get('days')) ?? 30;
  const app = apps.find(({ id }) => String(id) === query.get('app')) ?? mostDownloaded(apps);
  const input = { id: app?.id ?? 0, by: 'version' as const, ...rangeOf(days, now) };
  const { currentData, isError, isFetching, refetch } = useDevAppStatsQuery(input, { skip: !app });
  if (!app) return null;
  return (
    <section aria-labelledby="downloads">
      <div className={styles.head}>
        <h2 id="downloads">{t('downloads.heading')}</h2>
        {apps.length > 1 && (
          <Field label={t('downloads.app')}>
            {(control) => (
              <Select
                {...control}
                value={app.id}
                onChange={({ target }) =>
                  setQuery(
                    (before) => {
                      before.set('app', target.value);
                      return before;
                    },
                    { replace: true, preventScrollReset: true },
                  )
                }
              >
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
      <Tabs label={t('downloads.range')}>
        {RANGES.map((range) => (
          <LocaleLink
            key={range}
            to={`${PATHS.controlPanel}?app=${app.id}&days=${range}`}
            replace
            preventScrollReset
            aria-current={range === days ? 'page' : undefined}
          >
            {t(`downloads.days_${range}`)}
          </LocaleLink>
        ))}
      </Tabs>
      <SettledStatus
        text={
          currentData
            ? `${grouped(currentData.total)} ${t('downloads.total', { count: currentData.total })} · ${t(`downloads.days_${days}`)}`
            : ''
        }
      />
      {currentData ? (
        <Drawn stats={currentData} days={days} />
      ) : isError ? (
        <PartFailed as="h3" retrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <div className={styles.waiting}>
          <Skeleton label={t('downloads.loading')} shape="text" rows={3} />
        </div>
      )}
    </section>
  );
}

const mostDownloaded = (apps: readonly DevAppItem[]): DevAppItem | undefined =>
  [...apps].sort((a, b) => b.download_num - a.download_num)[0];

function Drawn({ stats, days }: { stats: Stats; days: Range }) {
  const t = useWords('panel');
  const locale = useLocale();
  const figures = figuresOf(stats);
  const change = changeOf(stats.total, stats.previous_total);
  return (
    <>
      <p className={styles.total}>
        <b className="num">{grouped(stats.total)}</b> {t('downloads.total', { count: stats.total })}
        <span>
          {t('downloads.period', {
            from: dayOf(momentOfDay(stats.from), locale),
            to: dayOf(momentOfDay(stats.to), locale),
          })}
          {' · '}
          {change
            ? t(`downloads.${change.way}`, {
                days,
                share: change.share,
                count: grouped(stats.previous_total),
              })
            : t('downloads.first', { days })}
        </span>
      </p>
      {stats.total > 0 ? (
        <>
          <DownloadChart figures={figures} />
          <DownloadTable figures={figures} />
        </>
      ) : (
        <p className="quiet">{t('downloads.quiet')}</p>
      )}
      <p className={styles.note}>{t('downloads.time_zone')}</p>
    </>
  );
}
