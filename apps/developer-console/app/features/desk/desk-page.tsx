import { keepFilesOut, lazyWithRetry, LocaleLink, useAppSelector, useSessionEnd } from '@yunduo/app-shell';
import { DESK_WAITING, useDeskTodayQuery, useUserInfoQuery } from '@yunduo/data-access';
import { splitLocale } from '@yunduo/i18n';
import { selectSignedIn, selectUser } from '@yunduo/session';
import { buttonClass, EmptyState, PageHead, Skeleton, Tabs } from '@yunduo/ui';
import { useEffect, type ComponentType, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { PartFailed } from '../../parts/part-failed.tsx';
import { PATHS } from '../../paths.ts';
import { isOperator, isReviewer } from '../../shell/roles.ts';
import { useTranslations } from '../../shell/words.ts';
import styles from './desk.module.css';
import { ROOM_NAMES, roomOf, roomPath, type Room } from './rooms.ts';
import type { DeskToday } from '@yunduo/api-contract';

/** What waits for operators on each page of the desk; a schedule does only if its draft was changed afterwards. */
function countRooms(today: DeskToday) {
  // The previous API does not count kinds that were added later.
  const sum = (...kinds: Exclude<keyof DeskToday, 'job_names'>[]) =>
    kinds.reduce((all, kind) => all + (today[kind] || 0), 0);
  return {
    content: sum('schedules_outdated'),
    orders: sum('refunds', 'transfers', 'payments', 'invoices', 'decisions'),
    feedback: sum('feedback', 'reports'),
    releases: sum('invite_requests'),
  };
}

/**
 * Each page of the desk is a separate chunk. They share one route of the app: each route adds to the first load of
 * every user.
 */
const ROOMS: Readonly<Record<Room, ComponentType<{ waiting?: ReactNode }>>> = {
  today: lazyWithRetry(() => import('./today/today-room.tsx')),
  orders: lazyWithRetry(() => import('./orders/orders-room.tsx')),
  feedback: lazyWithRetry(() => import('./feedback/feedback-room.tsx')),
  people: lazyWithRetry(() => import('./people/people-room.tsx')),
  content: lazyWithRetry(() => import('./content/content-room.tsx')),
  releases: lazyWithRetry(() => import('./releases/releases-room.tsx')),
  audit: lazyWithRetry(() => import('./audit/audit-room.tsx')),
};

/** The operators' desk: its navigation, and the page in the address. */
export function DeskPage() {
  const t = useTranslations('desk');
  useSessionEnd();
  useEffect(() => keepFilesOut(), []);
  const room = roomOf(splitLocale(useLocation().pathname).path) ?? 'today';
  const signedIn = useAppSelector(selectSignedIn);
  const user = useAppSelector(selectUser);
  const who = useUserInfoQuery(undefined, { skip: !signedIn });
  if (!user) {
    return (
      <>
        <div className={styles.rooms} />
        <PageHead title={t(`room.${room}`)} />
        {who.error ? (
          <PartFailed retrying={who.isFetching} onRetry={() => void who.refetch()} />
        ) : (
          <Skeleton label={t('loading')} rows={4} />
        )}
      </>
    );
  }
  if (!isOperator(user)) return <NotOperator review={isReviewer(user)} />;
  const Content = ROOMS[room];
  return (
    <>
      <Rooms current={room} />
      <Content
        key={room}
        waiting={
          <>
            <PageHead title={t(`room.${room}`)} />
            <Skeleton label={t('loading')} rows={6} />
          </>
        }
      />
    </>
  );
}

function Rooms({ current }: { current: Room }) {
  const t = useTranslations('desk');
  const { data } = useDeskTodayQuery(DESK_WAITING);
  const counts: Partial<Record<Room, number>> = data ? countRooms(data) : {};
  return (
    <Tabs label={t('rooms')} className={styles.rooms}>
      {ROOM_NAMES.map((room) => (
        <LocaleLink key={room} to={roomPath(room)} aria-current={room === current ? 'page' : undefined}>
          {t(`room.${room}`)}
          {counts[room] ? (
            <>
              {' '}
              <span className="num">{counts[room]}</span>
            </>
          ) : null}
        </LocaleLink>
      ))}
    </Tabs>
  );
}

/** Signed in without the role: a link to the review desk for reviewers, to the applications for others. */
function NotOperator({ review }: { review: boolean }) {
  const t = useTranslations('desk');
  const frame = useTranslations('frame');
  return (
    <>
      <PageHead title={t('heading')} />
      <EmptyState
        title={t('not_operator.heading')}
        action={
          <LocaleLink
            className={buttonClass}
            data-kind="primary"
            data-size="md"
            to={review ? PATHS.review : PATHS.applications}
          >
            {review ? frame('review') : t('not_operator.action')}
          </LocaleLink>
        }
      >
        {t('not_operator.text')}
      </EmptyState>
    </>
  );
}
