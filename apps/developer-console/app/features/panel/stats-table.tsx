import { LocaleLink, useLocale } from '@yunduo/app-shell';
import { dayOf } from '@yunduo/i18n';
import { Button, Table } from '@yunduo/ui';
import { PAGE_SIZE } from '@yunduo/validation';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from '../../shell/words.ts';
import { conversionOf, grouped, METRICS, momentOfDay, type Figures, type Stats } from './figures.ts';
import styles from './statistics.module.css';

/** The chart's data, newest day first. */
export function StatsTable({ stats, figures: { bands } }: { stats: Stats; figures: Figures }) {
  const t = useTranslations('panel');
  const locale = useLocale();
  return (
    <details className={styles.figures}>
      <summary>{t('stats.table')}</summary>
      {/* Many versions exceed a phone's width; a scroll container must be reachable by keyboard. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scroll containers must be focusable */}
      <div className={styles.sheet} tabIndex={0} role="region" aria-label={t('stats.by_day')}>
        <table>
          <caption className="sr">{t('stats.by_day')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('stats.day')}</th>
              {METRICS.map((metric) => (
                <th key={metric} scope="col">
                  {t(`stats.${metric}`)}
                </th>
              ))}
              {bands.map(({ name }) => (
                <th key={name ?? 'others'} scope="col">
                  {name ?? t('stats.others')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {stats.days
              .map((day, place) => (
                <tr key={day}>
                  <th scope="row">{dayOf(momentOfDay(day), locale)}</th>
                  {METRICS.map((metric) => (
                    <td key={metric} className="num">
                      {grouped(stats[metric][place] ?? 0)}
                    </td>
                  ))}
                  {bands.map(({ name, counts }) => (
                    <td key={name ?? 'others'} className="num">
                      {grouped(counts[place] ?? 0)}
                    </td>
                  ))}
                </tr>
              ))
              .reverse()}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** The most downloaded apps, on request all, each with its sums and a link to its statistics. */
export function AppSums({ apps, hrefOf }: { apps: Stats['apps']; hrefOf: (id: number) => string }) {
  const t = useTranslations('panel');
  const [all, setAll] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  // The pressed button is gone: the focus goes to the first app that was added.
  useEffect(() => {
    if (all) list.current?.querySelectorAll('a')[PAGE_SIZE.default]?.focus();
  }, [all]);
  const number = (value: number | string) => (typeof value === 'number' ? grouped(value) : value);
  return (
    <div ref={list} className={styles.apps}>
      <Table
        caption={t('stats.by_app')}
        rows={all ? apps : apps.slice(0, PAGE_SIZE.default)}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'app',
            header: t('stats.app'),
            cell: ({ id, name }) => (
              <LocaleLink to={hrefOf(id)} replace preventScrollReset>
                <bdi>{name}</bdi>
              </LocaleLink>
            ),
          },
          ...METRICS.map((metric) => ({
            key: metric,
            header: t(`stats.${metric}`),
            kind: 'number' as const,
            cell: (app: Stats['apps'][number]) => number(app[metric]),
          })),
          {
            key: 'conversion',
            header: t('stats.conversion'),
            kind: 'number',
            cell: (app) => conversionOf(app) ?? '–',
          },
        ]}
      />
      {!all && apps.length > PAGE_SIZE.default && (
        <Button kind="line" size="sm" onClick={() => setAll(true)}>
          {t('stats.all_apps', { total: apps.length })}
        </Button>
      )}
    </div>
  );
}
