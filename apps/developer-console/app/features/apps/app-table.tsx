import type { DevAppItem } from '@yunduo/api-contract';
import { useLocale, useSharedWords } from '@yunduo/app-shell';
import { AppLogo, Badge, type BadgeTone, type Column, Table } from '@yunduo/ui';
import type { AppStatus } from '@yunduo/validation';
import { useWords } from '../../shell/words.ts';
import styles from './app-table.module.css';
import { dayText } from './day.ts';
import { ReviewState } from './review-state.tsx';

const STATUS_TONES: Record<AppStatus, BadgeTone> = {
  pending_release: 'warn',
  published: 'good',
  unpublished: 'neutral',
};

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
          <AppLogo name={app.name} src={app.logo} size={36} />
          <span>
            <b>{app.name}</b>
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
      cell: ({ status }) => <Badge tone={STATUS_TONES[status]}>{terms(`status.${status}`)}</Badge>,
    },
    {
      key: 'version',
      header: t('column.version'),
      kind: 'number',
      cell: ({ version }) => version ?? <span className="quiet">{t('no_version')}</span>,
    },
    { key: 'review', header: t('column.review'), cell: (app) => <ReviewState app={app} /> },
    {
      key: 'downloads',
      header: t('column.downloads'),
      cell: ({ human_download_num }) => human_download_num,
    },
    {
      key: 'updated',
      header: t('column.updated'),
      cell: ({ updated_at }) => <time dateTime={updated_at}>{dayText(updated_at, locale)}</time>,
    },
  ];
  return (
    <>
      <Table caption={t('heading')} columns={columns} rows={apps} rowKey={({ id }) => id} />
      {locale === 'en' && <p className={`quiet ${styles.note}`}>{t('time_zone')}</p>}
    </>
  );
}
