import type { DataOf, devApp } from '@yunduo/api-contract';
import {
  ListPages,
  LocaleLink,
  useAppSelector,
  useLocalePath,
  useSessionEnd,
  lazyWithRetry,
  useLocale,
} from '@yunduo/app-shell';
import { isApiFailure, useDevAppListQuery, useUserInfoQuery } from '@yunduo/data-access';
import { selectGeneration, selectSignedIn, selectUser } from '@yunduo/session';
import { Button, buttonClass, EmptyState, PageHead, Skeleton } from '@yunduo/ui';
import { REVIEW_WORKING_DAYS } from '@yunduo/validation';
import { Navigate, useSearchParams } from 'react-router';
import { PATHS } from '../../paths.ts';
import { isDeveloper } from '../../shell/roles.ts';
import { useTranslations } from '../../shell/words.ts';
import { AppFilters } from './app-filters.tsx';
import { AppTable } from './app-table.tsx';
import { FirstSteps } from './first-steps.tsx';
import { isFiltered, listInput, pageQuery } from './list-input.ts';
import { NewApp } from './new-app.tsx';
import styles from './not-developer.module.css';
import { firstApp } from './steps.ts';

/** The developer's own apps, with their review states. */
export function AppsPage() {
  useSessionEnd();
  // A change of account, for example in another tab, remounts the page and drops the previous account's data.
  return <OwnApps key={useAppSelector(selectGeneration)} />;
}

function OwnApps() {
  const t = useTranslations('apps');
  const path = useLocalePath();
  const [query] = useSearchParams();
  const { list, filtered, refused, failed, retrying, retry, lastPage } = useOwnApps();
  if (refused) return <NotDeveloper />;
  if (lastPage !== null) return <Navigate replace to={path(PATHS.applications) + lastPage} />;
  const first = list && !filtered ? firstApp(list) : null;
  return (
    <>
      {/* Mounted empty: its messages must not move the list. */}
      <PageHead
        title={t('heading')}
        lead={list && list.total > 0 && !filtered ? <Summary data={list} /> : '\u00a0'}
      >
        {/* An empty list itself offers to create the first app. */}
        {list && (list.total > 0 || filtered) && <NewApp />}
      </PageHead>
      {first && <FirstSteps app={first} />}
      {(filtered || (list && list.total > 0 && !first)) && <AppFilters />}
      {list && list.total === 0 && (filtered ? <NoneFound /> : <FirstSteps app={null} />)}
      {list && list.total > 0 && (
        <>
          <AppTable apps={list.list} />
          <ListPages list={list} path={(page) => PATHS.applications + pageQuery(query, page)} />
        </>
      )}
      {!list && failed && (
        <EmptyState
          failed
          title={t('failed.heading')}
          action={
            <Button busy={retrying} onClick={retry}>
              {t('failed.retry')}
            </Button>
          }
        >
          {t('failed.text')}
        </EmptyState>
      )}
      {!list && !failed && <Skeleton label={t('loading')} rows={4} />}
    </>
  );
}

function NoneFound() {
  const t = useTranslations('apps');
  return (
    <EmptyState
      title={t('none_found.heading')}
      action={
        <LocaleLink className={buttonClass} data-kind="line" data-size="md" to={PATHS.applications}>
          {t('none_found.clear')}
        </LocaleLink>
      }
    >
      {t('none_found.text')}
    </EmptyState>
  );
}

/** The list, for developers: without the role no request is sent, and the result is known. */
function useOwnApps() {
  const [query] = useSearchParams();
  const signedIn = useAppSelector(selectSignedIn);
  const user = useAppSelector(selectUser);
  const allowed = isDeveloper(user);
  const who = useUserInfoQuery(undefined, { skip: !signedIn });
  const input = listInput(query);
  const apps = useDevAppListQuery(input, {
    skip: !signedIn || !allowed,
    // Changes in other tabs and decisions of reviewers must show.
    refetchOnMountOrArgChange: true,
  });
  const { currentData } = apps;
  // The previous list stays until the next one has loaded, but not if that fails.
  const list = currentData ?? (apps.error ? undefined : apps.data);
  // Apps were deleted or no longer match the filters: the page in the address does not exist any more.
  const beyond = currentData && currentData.list.length === 0 && currentData.total > 0;
  return {
    list: allowed ? list : undefined,
    lastPage: beyond ? pageQuery(query, Math.ceil(currentData.total / currentData.page_size)) : null,
    filtered: isFiltered(input),
    // The role may have been revoked since the user was loaded.
    refused: (user !== null && !allowed) || (isApiFailure(apps.error) && apps.error.status === 403),
    failed: user ? apps.error !== undefined : who.error !== undefined,
    retrying: who.isFetching || apps.isFetching,
    retry: () => void (user ? apps.refetch() : who.refetch()),
  };
}

const JoinForm = lazyWithRetry(() => import('./join-form.tsx'));

/** Signed in, but without the developer's role: the form to join. */
function NotDeveloper() {
  const t = useTranslations('apps');
  const user = useAppSelector(selectUser);
  return (
    <>
      <PageHead title={t('not_developer.heading')} />
      <div className={styles.way}>
        <p>{t('not_developer.text', { email: user?.email ?? '', days: REVIEW_WORKING_DAYS })}</p>
        <JoinForm waiting={<div className={styles.waiting} />} />
      </div>
    </>
  );
}

/** Summary of the list in a sentence. Sums are shown only if the whole list is loaded. */
function Summary({ data }: { data: DataOf<typeof devApp.list> }) {
  const t = useTranslations('apps');
  const locale = useLocale();
  if (data.list.length < data.total) return t('summary_count', { count: data.total });
  const number = new Intl.NumberFormat(locale === 'zh' ? 'zh-CN' : 'en-GB');
  const downloads = number.format(data.list.reduce((sum, app) => sum + app.download_num, 0));
  const inReview = data.list.filter(({ review_status }) => review_status === 'in_review').length;
  return (
    <>
      {t('summary', { count: data.total, downloads })}
      {inReview > 0 && (locale === 'en' ? ' ' : '') + t('in_review', { count: inReview })}
    </>
  );
}
