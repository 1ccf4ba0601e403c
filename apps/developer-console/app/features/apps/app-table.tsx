import type { DevAppItem } from '@yunduo/api-contract';
import { LocaleLink, useLocale, useLocalePath } from '@yunduo/app-shell';
import { dayOf } from '@yunduo/i18n';
import { AppLogo, Badge, buttonClass, type Column, Table } from '@yunduo/ui';
import { IS_DUE, STATE_TONES, wayTo } from '../../parts/app-state.ts';
import { TimeZone } from '../../parts/time-zone.tsx';
import { PATHS } from '../../paths.ts';
import { useDeveloperTerms, useTranslations } from '../../shell/words.ts';
import styles from './app-table.module.css';

/** One row per app: name, state, store version, and the next step. */
export function AppTable({ apps }: { apps: readonly DevAppItem[] }) {
  const t = useTranslations('apps');
  const locale = useLocale();
  const columns: Column<DevAppItem>[] = [
    {
      key: 'app',
      header: t('column.app'),
      cell: (app) => (
        <span className={styles.who}>
          <AppLogo appKey={app.app_key} src={app.logo} size={36} />
          <span>
            <LocaleLink to={`${PATHS.listing}?id=${app.id}`} className={styles.name}>
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
    { key: 'state', header: t('column.status'), cell: (app) => <State app={app} /> },
    { key: 'store', header: t('column.store'), cell: (app) => <InStore app={app} /> },
    {
      key: 'downloads',
      header: t('column.downloads'),
      kind: 'number',
      cell: ({ human_download_num }) => human_download_num,
    },
    {
      key: 'updated',
      header: t('column.updated'),
      cell: ({ updated_at }) => <time dateTime={updated_at}>{dayOf(updated_at, locale)}</time>,
    },
    { key: 'actions', header: t('column.actions'), kind: 'actions', cell: (app) => <Next app={app} /> },
  ];
  return (
    <div className={styles.list}>
      <Table caption={t('heading')} columns={columns} rows={apps} rowKey={({ id }) => id} />
      <TimeZone />
    </div>
  );
}

/** The state in one word; below it the detail: version, date, suggestions, or who acts next. */
function State({ app }: { app: DevAppItem }) {
  const t = useTranslations('apps');
  const words = useTranslations('appStatus');
  const terms = useDeveloperTerms();
  const locale = useLocale();
  const { state, review_status, coming_version, coming_listing } = app;
  const { due_at, open_suggestions, waits_for, waits_since } = app;
  return (
    <>
      {/* Any other state is that of the app: this version was rejected, or waits for the app to be published. */}
      {coming_version && state === review_status && (
        <>
          {coming_listing ? (
            terms('listing')
          ) : (
            <span className={`num ${styles.version}`}>{coming_version}</span>
          )}{' '}
        </>
      )}
      <Badge tone={STATE_TONES[state]}>{words(`state.${state}`)}</Badge>
      {state === 'in_review' && due_at && (
        <small>
          <time dateTime={due_at}>{t('due', { date: dayOf(due_at, locale) })}</time>
        </small>
      )}
      {open_suggestions > 0 && <small>{t('suggestions', { count: open_suggestions })}</small>}
      {waits_for === 'developer' && (
        <small>
          {terms('turn.developer')}
          {waits_since && (
            <>
              {' · '}
              <time dateTime={waits_since}>{t('since', { date: dayOf(waits_since, locale) })}</time>
            </>
          )}
        </small>
      )}
    </>
  );
}

/** The store's version, with a link to it. */
function InStore({
  app: { id, name, app_key, status, version, store_version, store_since },
}: {
  app: DevAppItem;
}) {
  const t = useTranslations('apps');
  const words = useTranslations('appStatus');
  const locale = useLocale();
  const path = useLocalePath();
  if (store_version === null) {
    return (
      <span className="quiet">
        {version === null ? t('no_version') : words(status === 'unpublished' ? 'store_gone' : 'store_none')}
      </span>
    );
  }
  return (
    <>
      <a
        className="num"
        href={path(`/store/${id}`)}
        aria-label={t('in_store', { name: name || app_key, version: store_version })}
      >
        {store_version}
      </a>
      {store_since && (
        <small>
          <time dateTime={store_since}>{t('since', { date: dayOf(store_since, locale) })}</time>
        </small>
      )}
    </>
  );
}

/** A link to the next step; the versions are always linked too. */
function Next({ app: { id, name, app_key, next_step } }: { app: DevAppItem }) {
  const t = useTranslations('apps');
  const words = useTranslations('appStatus');
  const called = name || app_key;
  const step = words(`next.${next_step}`);
  return (
    <>
      <LocaleLink
        className={styles.more}
        to={`${PATHS.versions}?id=${id}`}
        aria-label={t('versions_of', { name: called })}
      >
        {t('versions')}
      </LocaleLink>
      <LocaleLink
        className={buttonClass}
        data-kind={IS_DUE.has(next_step) ? 'primary' : 'line'}
        data-size="sm"
        to={wayTo(next_step, id) ?? `${PATHS.versions}?id=${id}`}
        aria-label={words('next_of', { name: called, step })}
      >
        {step}
      </LocaleLink>
    </>
  );
}
