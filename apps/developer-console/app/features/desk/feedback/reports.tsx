import type { AppReport } from '@yunduo/api-contract';
import { lazyWithRetry, useLocale, useLocalePath, useSharedTranslations } from '@yunduo/app-shell';
import { useDeskReportsQuery } from '@yunduo/data-access';
import { momentOf, textAttributes } from '@yunduo/i18n';
import { Badge, Button, type Column } from '@yunduo/ui';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { STATUS_TONES } from '../../../parts/tones.ts';
import { useTranslations } from '../../../shell/words.ts';
import styles from '../desk.module.css';
import { REPORT_REASONS, REPORT_STATES } from '../lists.ts';
import { DeskList, Filters, pageOf, SelectFilter } from '../parts.tsx';
import { roomPath } from '../rooms.ts';

const ReportDialog = lazyWithRetry(() => import('./report-dialog.tsx'));

/** Reports about apps, open ones first. */
export function Reports() {
  const t = useTranslations('deskFeedback');
  const terms = useSharedTranslations('storeTerms');
  const locale = useLocale();
  const localePath = useLocalePath();
  const [address] = useSearchParams();
  const [closing, setClosing] = useState<AppReport | null>(null);
  const state = REPORT_STATES.find((known) => known === (address.get('state') ?? 'open'));
  const reason = REPORT_REASONS.find((known) => known === address.get('reason'));
  const query = useDeskReportsQuery(
    { ...(state && { state }), ...(reason && { reason }), page: pageOf(address) },
    { refetchOnMountOrArgChange: true },
  );
  const columns: Column<AppReport>[] = [
    {
      key: 'app',
      header: t('report.app'),
      cell: ({ app, version }) => (
        <>
          {/* The store is on the public site: a full page load. */}
          <a href={localePath(`/store/${app.id}`)}>
            <bdi>{app.name || app.app_key}</bdi>
          </a>
          <small className="num">{version}</small>
          <Badge tone={STATUS_TONES[app.status]}>{terms(`status.${app.status}`)}</Badge>
        </>
      ),
    },
    {
      key: 'text',
      header: t('report.text'),
      cell: ({ reason: why, text }) => (
        <>
          <b>{terms(`reportReason.${why}`)}</b>
          <p className={styles.words} {...textAttributes(text, locale)}>
            {text}
          </p>
        </>
      ),
    },
    {
      key: 'by',
      header: t('report.by'),
      cell: ({ email, user_id, created_at }) => (
        <>
          <span className={styles.email}>
            {email ?? (user_id === null ? t('report.visitor') : t('report.user', { id: user_id }))}
          </span>
          <small>
            <time dateTime={created_at}>{momentOf(created_at, locale)}</time>
          </small>
        </>
      ),
    },
    {
      key: 'result',
      header: t('report.result'),
      cell: (report) =>
        report.resolution ? (
          <>
            {t(`report.resolutions.${report.resolution}`)}
            {report.note && (
              <small className={styles.words} {...textAttributes(report.note, locale)}>
                {report.note}
              </small>
            )}
            {report.closed_by && (
              <small>
                <span className={styles.email}>{report.closed_by}</span>
              </small>
            )}
          </>
        ) : (
          <Badge tone="warn">{t('report.states.open')}</Badge>
        ),
    },
    {
      key: 'actions',
      header: t('report.actions'),
      kind: 'actions',
      cell: (report) =>
        report.state === 'open' && (
          <Button size="sm" kind="line" onClick={() => setClosing(report)}>
            {t('report.close')}
          </Button>
        ),
    },
  ];
  return (
    <>
      <Filters
        path={roomPath('feedback')}
        shown={{ view: 'reports', state: state ?? 'all', reason: reason ?? '' }}
      >
        <input type="hidden" name="view" defaultValue="reports" />
        <SelectFilter
          name="state"
          label={t('state')}
          anyValue="all"
          any={t('any_state')}
          value={state ?? 'all'}
          values={REPORT_STATES}
          textOf={(each) => t(`report.states.${each}`)}
        />
        <SelectFilter
          name="reason"
          label={t('report.reason')}
          any={t('report.any_reason')}
          value={reason ?? ''}
          values={REPORT_REASONS}
          textOf={(each) => terms(`reportReason.${each}`)}
        />
      </Filters>
      <DeskList
        query={query}
        caption={t('reports')}
        columns={columns}
        rowKey={({ id }) => id}
        path={`${roomPath('feedback')}?view=reports`}
        filtered={state !== 'open' || reason !== undefined}
        empty={{ title: t('report.empty'), text: t('report.empty_text') }}
      />
      {closing && <ReportDialog report={closing} onClose={() => setClosing(null)} />}
    </>
  );
}
