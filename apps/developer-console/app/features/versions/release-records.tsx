import type { DevAppDetail, DevVersion } from '@yunduo/api-contract';
import { useLocale, useSharedTranslations } from '@yunduo/app-shell';
import { dayOf, deadlineOf, textAttributes } from '@yunduo/i18n';
import { Badge, Table, type Column } from '@yunduo/ui';
import { useDeveloperTerms, useTranslations } from '../../shell/words.ts';
import { StepButtons } from './step-buttons.tsx';
import { REVIEW_TONES } from '../../parts/tones.ts';
import styles from './versions.module.css';

interface ReleaseRecordsProps {
  detail: DevAppDetail;
  /** The version shown above the records, with its actions. */
  coming: DevVersion | undefined;
}

/** All versions with git version and status, highest first, and their actions. */
export function ReleaseRecords({ detail, coming }: ReleaseRecordsProps) {
  const t = useTranslations('versions');
  const terms = useDeveloperTerms();
  const store = useSharedTranslations('storeTerms');
  const locale = useLocale();
  const columns: Column<DevVersion>[] = [
    {
      key: 'version',
      header: terms('field.version'),
      cell: ({ id, version }) => (
        <>
          <span className={`num ${styles.number}`}>{version}</span>{' '}
          {/* An unpublished app keeps the version that it would be published again with. */}
          {id === detail.current_version_id && detail.status === 'published' && (
            <Badge tone="brand">{t('records.current')}</Badge>
          )}
        </>
      ),
    },
    {
      key: 'git',
      header: terms('field.git_version'),
      cell: ({ git_version }) => <span className={`num ${styles.long}`}>{git_version || '–'}</span>,
    },
    {
      key: 'status',
      header: t('records.status'),
      cell: ({ id, review_status, yank_reason, appeal_until, actions }) => (
        <>
          <Badge tone={REVIEW_TONES[review_status]}>{store(`review.${review_status}`)}</Badge>
          {yank_reason && (
            <small className={styles.long} {...textAttributes(yank_reason, locale)}>
              {yank_reason}
            </small>
          )}
          {appeal_until && id !== coming?.id && (
            <small>
              {t(actions.includes('appeal') ? 'appeal_until' : 'records.appeal_waits', {
                at: deadlineOf(appeal_until, locale),
              })}
            </small>
          )}
        </>
      ),
    },
    {
      key: 'released',
      header: t('records.released'),
      cell: ({ released_at }) =>
        released_at ? <time dateTime={released_at}>{dayOf(released_at, locale)}</time> : '–',
    },
    {
      key: 'actions',
      header: t('records.actions'),
      kind: 'actions',
      cell: (version) => (
        <StepButtons
          detail={detail}
          version={version}
          only={[
            ...(version.id === coming?.id ? [] : (['release', 'appeal'] as const)),
            // Unpublishing applies to the version in the store.
            ...(version.id === detail.current_version_id ? (['unpublish', 'relist'] as const) : []),
            'yank',
          ]}
        />
      ),
    },
  ];
  return (
    <section className={styles.section} aria-labelledby="records">
      <h2 id="records">{t('records.heading')}</h2>
      <Table
        caption={t('records.heading')}
        columns={columns}
        // A listing has no number of its own: it is part of the version in the store.
        rows={detail.versions.filter(({ listing }) => !listing)}
        rowKey={({ id }) => id}
      />
    </section>
  );
}
