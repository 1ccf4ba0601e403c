import { ListPages, LocaleLink, useLocalePath } from '@yunduo/app-shell';
import { useReviewQueueQuery } from '@yunduo/data-access';
import { buttonClass, EmptyState, PageHead, Skeleton, Tabs } from '@yunduo/ui';
import { REVIEW_QUEUE_FILTERS, type ReviewQueueFilter } from '@yunduo/validation';
import { Navigate, useSearchParams } from 'react-router';
import { pageOf } from '../../parts/page-of.ts';
import { TimeZone } from '../../parts/time-zone.tsx';
import { PATHS } from '../../paths.ts';
import { useTranslations } from '../../shell/words.ts';
import { PartFailed } from '../../parts/part-failed.tsx';
import { QueueTable } from './queue-table.tsx';
import { StaffFactor, staffFactorOf } from './staff-factor.tsx';
import styles from './queue.module.css';

/** Polling interval of the queue in milliseconds: colleagues claim and decide at the same time. */
const LOOK_AGAIN = 60_000;

const linkTo = (filter: ReviewQueueFilter, page = 1): string => {
  const query = new URLSearchParams({
    ...(filter !== 'all' && { filter }),
    ...(page > 1 && { page: String(page) }),
  });
  return query.size > 0 ? `${PATHS.review}?${query}` : PATHS.review;
};

/** Versions awaiting a decision, the nearest deadline first. */
export function Queue() {
  const t = useTranslations('review');
  const path = useLocalePath();
  const [query] = useSearchParams();
  const filter = REVIEW_QUEUE_FILTERS.find((known) => known === query.get('filter')) ?? 'all';
  const page = pageOf(query);
  const { data, currentData, error, isFetching, refetch } = useReviewQueueQuery(
    { filter, page },
    { refetchOnMountOrArgChange: true, pollingInterval: LOOK_AGAIN, skipPollingIfUnfocused: true },
  );
  if (currentData && currentData.list.length === 0 && currentData.total > 0) {
    // This page of the queue has become empty meanwhile: others still wait on earlier pages.
    const last = Math.ceil(currentData.total / currentData.page_size);
    return <Navigate replace to={path(linkTo(filter, last))} />;
  }
  const factor = staffFactorOf(error);
  if (factor) return <StaffFactor failure={factor} />;
  return (
    <>
      {/* Mounted empty: its messages must not move the list. */}
      <PageHead title={t('heading')} lead={data ? t('lead', { count: data.counts.all }) : '\u00a0'} />
      <Tabs label={t('queue.filters')} className={styles.filters}>
        {REVIEW_QUEUE_FILTERS.map((each) => (
          <LocaleLink key={each} to={linkTo(each)} aria-current={each === filter ? 'page' : undefined}>
            {t(`queue.${each}`)} <span className="num">{data?.counts[each]}</span>
          </LocaleLink>
        ))}
      </Tabs>
      {currentData ? (
        currentData.list.length > 0 ? (
          <>
            <QueueTable items={currentData.list} />
            <ListPages list={currentData} path={(number) => linkTo(filter, number)} />
            <TimeZone />
          </>
        ) : (
          <Nothing filter={filter} />
        )
      ) : error ? (
        <PartFailed retrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Skeleton label={t('loading')} rows={4} />
      )}
    </>
  );
}

function Nothing({ filter }: { filter: ReviewQueueFilter }) {
  const t = useTranslations('review');
  if (filter === 'all') return <EmptyState title={t('queue.empty')}>{t('queue.empty_text')}</EmptyState>;
  return (
    <EmptyState
      title={t('queue.empty_filter')}
      action={
        <LocaleLink className={buttonClass} data-kind="line" data-size="md" to={PATHS.review}>
          {t('queue.show_all')}
        </LocaleLink>
      }
    >
      {t('queue.empty_filter_text')}
    </EmptyState>
  );
}
