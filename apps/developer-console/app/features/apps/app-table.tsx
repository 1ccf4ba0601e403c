import type { DevAppItem } from '@yunduo/api-contract';
import { LocaleLink, useLocale, useSharedWords } from '@yunduo/app-shell';
import { dayOf } from '@yunduo/i18n';
import { AppLogo, Badge, buttonClass, type Column, Table } from '@yunduo/ui';
import { REVIEW_TONES } from '../../parts/review-tones.ts';
import { STATUS_TONES } from '../../parts/status-tones.ts';
import { TimeZone } from '../../parts/time-zone.tsx';
import { PATHS } from '../../paths.ts';
import { useDeveloperTerms } from '../../shell/developer-terms.ts';
import { useWords } from '../../shell/words.ts';
import styles from './app-table.module.css';

/** One row an app: what it is, whether it is live, and where its next version stands. */
export function AppTable({ apps }: { apps: readonly DevAppItem[] }) {
  const t = useWords('apps');
  const terms = useSharedWords('storeTerms');
  const locale = useLocale();
  const columns: Column<DevAppItem>[] = [
    {
      key: 'app',
      header: t('column.app'),
      cell: (app) => (
        <span className={styles.who}>
          <AppLogo appKey={app.app_key} src={app.logo} size={36} />
          <span>
            <LocaleLink to={`${PATHS.appEdit}?id=${app.id}`} className={styles.name}>
              {app.name || t('no_name')}
            </LocaleLink>
            <small className="num">
              <span className="sr">{t('app_id')} </span>
              {app.app_key}
            </small>
          </span>
        </span>
      ),
    },
    {
      key: 'status',
      header: t('column.status'),
      cell: ({ status, taken_down }) => (
        <>
          <Badge tone={STATUS_TONES[status]}>{terms(`status.${status}`)}</Badge>
          {taken_down && <small>{t('taken_down')}</small>}
        </>
      ),
    },
    {
      key: 'version',
      header: t('column.version'),
      kind: 'number',
      cell: ({ version }) => version ?? <span className="quiet">{t('no_version')}</span>,
    },
    { key: 'review', header: t('column.review'), cell: (app) => <ReviewState app={app} /> },
    { key: 'turn', header: t('filters.turn'), cell: (app) => <Turn app={app} /> },
    {
      key: 'downloads',
      header: t('column.downloads'),
      cell: ({ human_download_num }) => human_download_num,
    },
    {
      key: 'updated',
      header: t('column.updated'),
      cell: ({ updated_at }) => <time dateTime={updated_at}>{dayOf(updated_at, locale)}</time>,
    },
    {
      key: 'actions',
      header: t('column.actions'),
      kind: 'actions',
      cell: (app) => (
        <LocaleLink
          className={buttonClass}
          data-kind="line"
          data-size="sm"
          to={`${PATHS.appVersions}?id=${app.id}`}
          aria-label={t('versions_of', { name: app.name || app.app_key })}
        >
          {t('versions')}
        </LocaleLink>
      ),
    },
  ];
  return (
    <>
      <Table caption={t('heading')} columns={columns} rows={apps} rowKey={({ id }) => id} />
      <TimeZone />
    </>
  );
}

/** Where the newest version stands, and what comes next: the day of the answer, or what is asked for. */
function ReviewState({ app }: { app: DevAppItem }) {
  const t = useWords('apps');
  const terms = useSharedWords('storeTerms');
  const locale = useLocale();
  const { review_status: status, due_at: due, coming_version: version } = app;
  if (!status) return <span className="quiet">{t('nothing_in_review')}</span>;
  return (
    <>
      {version && <span className="num">{version}</span>}{' '}
      <Badge tone={REVIEW_TONES[status]}>{terms(`review.${status}`)}</Badge>
      {status === 'in_review' && due && (
        <small>
          <time dateTime={due}>{t('due', { date: dayOf(due, locale) })}</time>
        </small>
      )}
      {app.open_suggestions > 0 && <small>{t('suggestions', { count: app.open_suggestions })}</small>}
    </>
  );
}

/** Whose turn it is, and since when. */
function Turn({ app: { waits_for, waits_since } }: { app: DevAppItem }) {
  const t = useWords('apps');
  const terms = useDeveloperTerms();
  const locale = useLocale();
  if (waits_for === 'nobody') return <span className="quiet">{terms('turn.nobody')}</span>;
  return (
    <>
      {waits_for === 'developer' ? <b>{terms('turn.developer')}</b> : terms('turn.reviewer')}
      {waits_since && (
        <small>
          <time dateTime={waits_since}>{t('since', { date: dayOf(waits_since, locale) })}</time>
        </small>
      )}
    </>
  );
}
