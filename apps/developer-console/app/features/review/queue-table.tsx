import type { ReviewItem } from '@yunduo/api-contract';
import { LocaleLink, useLocale } from '@yunduo/app-shell';
import { momentOf } from '@yunduo/i18n';
import { AppLogo, Badge, Table, type Column } from '@yunduo/ui';
import { PATHS } from '../../paths.ts';
import { useTranslations } from '../../shell/words.ts';
import styles from './queue.module.css';

/** One row per version: app, waiting time, deadline and claim. */
export function QueueTable({ items }: { items: readonly ReviewItem[] }) {
  const t = useTranslations('review');
  const locale = useLocale();
  const columns: Column<ReviewItem>[] = [
    {
      key: 'app',
      header: t('queue.app'),
      cell: ({ version_id, app, own }) => (
        <span className={styles.who}>
          <AppLogo appKey={app.app_key} src={app.logo} size={36} />
          <span>
            <LocaleLink to={`${PATHS.review}?id=${version_id}`}>
              <bdi>{app.name || app.app_key}</bdi>
            </LocaleLink>
            <small className="num">{app.app_key}</small>
            {own && <small>{t('queue.own')}</small>}
          </span>
        </span>
      ),
    },
    {
      key: 'version',
      header: t('queue.version'),
      cell: ({ version, listing, round, appeal, app }) => (
        <>
          <span className="num">{version}</span> {appeal && <Badge tone="warn">{t('queue.appeal')}</Badge>}{' '}
          {listing && <Badge tone="brand">{t('queue.listing')}</Badge>}
          <small>{t('queue.round', { round })}</small>
          {app.live && <small>{t('queue.live')}</small>}
        </>
      ),
    },
    {
      key: 'developer',
      header: t('queue.developer'),
      cell: ({ developer }) =>
        developer ? <bdi>{developer.nickname}</bdi> : <span className="quiet">{t('queue.nobody')}</span>,
    },
    {
      key: 'waiting',
      header: t('queue.waiting'),
      cell: ({ submitted_at }) => <time dateTime={submitted_at}>{momentOf(submitted_at, locale)}</time>,
    },
    {
      key: 'due',
      header: t('queue.due'),
      cell: ({ due_at, overdue, due_soon, working_days_left }) => (
        <>
          <time dateTime={due_at}>{momentOf(due_at, locale)}</time>
          {(overdue || due_soon) && (
            <span className={styles.mark}>
              <Badge tone={overdue ? 'bad' : 'warn'} icon="alert">
                {t(overdue ? 'queue.late' : 'queue.soon')}
              </Badge>
            </span>
          )}
          {!overdue && <small>{t('queue.left', { count: working_days_left })}</small>}
        </>
      ),
    },
    {
      key: 'claim',
      header: t('queue.claim'),
      cell: ({ claim }) =>
        claim ? (
          claim.mine ? (
            <Badge tone="brand">{t('queue.me')}</Badge>
          ) : (
            <bdi>{claim.reviewer.nickname}</bdi>
          )
        ) : (
          <span className="quiet">{t('queue.free')}</span>
        ),
    },
  ];
  return (
    <Table caption={t('heading')} columns={columns} rows={items} rowKey={({ version_id }) => version_id} />
  );
}
