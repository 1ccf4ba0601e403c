import type { DeskToday } from '@yunduo/api-contract';
import { LocaleLink, useAppSelector } from '@yunduo/app-shell';
import { DESK_WAITING, useDeskTodayQuery } from '@yunduo/data-access';
import { selectUser } from '@yunduo/session';
import { Badge, EmptyState, PageHead, Skeleton } from '@yunduo/ui';
import { PATHS } from '../../../paths.ts';
import { isReviewer } from '../../../shell/roles.ts';
import { useTranslations } from '../../../shell/words.ts';
import { RoomFailed } from '../parts.tsx';
import { roomPath } from '../rooms.ts';
import styles from './today.module.css';

/** Polling interval of the counts in milliseconds: colleagues work at the same time. */
const LOOK_AGAIN = 60_000;

type Kind = Exclude<keyof DeskToday, 'reviews_overdue' | 'schedules_outdated' | 'job_names'>;

/** The page for each kind of work, ordered by how long users have to wait; null: operators handle it on the server. */
const PLACES: readonly (readonly [Kind, string | null])[] = [
  ['refunds', `${roomPath('orders')}?status=refund_requested`],
  ['transfers', `${roomPath('orders')}?transfer=true`],
  ['payments', `${roomPath('orders')}?unmatched=true`],
  ['invoices', `${roomPath('orders')}?invoice=requested`],
  ['decisions', `${roomPath('orders')}?view=decisions`],
  ['feedback', `${roomPath('feedback')}?state=open`],
  ['invite_requests', `${roomPath('releases')}?kind=requests&state=open`],
  ['reports', `${roomPath('feedback')}?view=reports`],
  ['schedules', `${roomPath('content')}?scheduled=true`],
  ['reviews', PATHS.review],
  ['mails', null],
  ['jobs', null],
];

/** Pending work of operators, with links. */
export default function TodayRoom() {
  const t = useTranslations('desk');
  const reviewer = isReviewer(useAppSelector(selectUser));
  const query = useDeskTodayQuery(DESK_WAITING, {
    refetchOnMountOrArgChange: true,
    pollingInterval: LOOK_AGAIN,
    skipPollingIfUnfocused: true,
  });
  const counts = query.data;
  /** An older API does not count kinds that were added later. */
  const countOf = (kind: Kind) => counts?.[kind] ?? 0;
  const outdated = counts?.schedules_outdated ?? 0;
  // A schedule is no work while it can run by itself.
  const sum =
    counts && PLACES.reduce((all, [kind]) => all + (kind === 'schedules' ? outdated : countOf(kind)), 0);
  return (
    <>
      {/* Mounted empty: its messages must not move the list. */}
      <PageHead
        title={t('room.today')}
        lead={sum === undefined ? '\u00a0' : sum === 0 ? t('today.nothing') : t('today.lead', { count: sum })}
      />
      {!counts && query.error ? <RoomFailed {...query} /> : null}
      {!counts && !query.error ? <Skeleton label={t('loading')} rows={6} /> : null}
      {sum === 0 && <EmptyState title={t('today.done')}>{t('today.done_text')}</EmptyState>}
      {counts && (sum !== 0 || countOf('schedules') > 0) && (
        <ul className={styles.list}>
          {PLACES.map(([kind, path]) => {
            const late = kind === 'reviews' && counts.reviews_overdue > 0;
            const content = (
              <>
                <span className={styles.count}>{countOf(kind)}</span>
                <span className={styles.what}>
                  {t(`today.${kind}`)}
                  <small>{t(`today.${kind}_text`)}</small>
                  {/* Not sent by an older API. */}
                  {kind === 'jobs' && counts.jobs > 0 && (
                    <small>{(counts.job_names ?? []).join(' · ')}</small>
                  )}
                </span>
                {kind === 'schedules' && outdated > 0 && (
                  <Badge tone="bad" icon="alert">
                    {t('today.outdated', { count: outdated })}
                  </Badge>
                )}
                {late && (
                  <Badge tone="bad" icon="alert">
                    {t('today.overdue', { count: counts.reviews_overdue })}
                  </Badge>
                )}
              </>
            );
            return (
              <li key={kind} data-empty={countOf(kind) === 0 || undefined}>
                {/* The review desk needs another role. */}
                {path === null || (kind === 'reviews' && !reviewer) ? (
                  <div className={styles.row}>{content}</div>
                ) : (
                  <LocaleLink className={styles.row} to={path}>
                    {content}
                  </LocaleLink>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}
