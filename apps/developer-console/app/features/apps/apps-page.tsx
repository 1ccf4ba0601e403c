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
import { selectSignedIn, selectUser } from '@yunduo/session';
import { Button, buttonClass, EmptyState, PageHead, Skeleton } from '@yunduo/ui';
import { REVIEW_WORKING_DAYS } from '@yunduo/validation';
import { Navigate, useSearchParams } from 'react-router';
import { PATHS } from '../../paths.ts';
import { useWords } from '../../shell/words.ts';
import { AppFilters } from './app-filters.tsx';
import { AppTable } from './app-table.tsx';
import { FirstSteps } from './first-steps.tsx';
import { isFiltered, listInput, pageQuery } from './list-input.ts';
import { NewApp } from './new-app.tsx';
import styles from './not-developer.module.css';
import { firstApp } from './steps.ts';

/** The developer's own applications, and where review stands. */
export function AppsPage() {
  const t = useWords('apps');
  useSessionEnd();
  const path = useLocalePath();
  const [query] = useSearchParams();
  const { list, filtered, refused, failed, retrying, retry, lastPage } = useOwnApps();
  if (refused) return <NotDeveloper />;
  if (lastPage !== null) return <Navigate replace to={path(PATHS.applications) + lastPage} />;
  const first = list && !filtered ? firstApp(list) : null;
  return (
    <>
      {/* An empty line first: what is said here must not push the list about. */}
      <PageHead
        title={t('heading')}
        lead={list && list.total > 0 && !filtered ? <Summary data={list} /> : '\u00a0'}
      >
        {/* An empty list asks for the first app itself. */}
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

/** Nothing fits what was asked for. */
function NoneFound() {
  const t = useWords('apps');
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

/** The list, for whoever may have one: without the role nothing is asked, and the answer is known. */
function useOwnApps() {
  const [query] = useSearchParams();
  const signedIn = useAppSelector(selectSignedIn);
  const user = useAppSelector(selectUser);
  const isDeveloper = user?.roles.includes('developer') ?? false;
  const who = useUserInfoQuery(undefined, { skip: !signedIn });
  const input = listInput(query);
  const apps = useDevAppListQuery(input, {
    skip: !signedIn || !isDeveloper,
    // What another tab deleted is not there, nor what a reviewer decided meanwhile.
    refetchOnMountOrArgChange: true,
  });
  const { currentData } = apps;
  // The list that was asked for before stands until the next one comes, and not when that one does not come.
  const list = currentData ?? (apps.error ? undefined : apps.data);
  // Others went into the store, or were deleted: the page that the address names is no more.
  const beyond = currentData && currentData.list.length === 0 && currentData.total > 0;
  return {
    list: isDeveloper ? list : undefined,
    lastPage: beyond ? pageQuery(query, Math.ceil(currentData.total / currentData.page_size)) : null,
    filtered: isFiltered(input),
    // The role may have been taken away since the user was loaded.
    refused: (user !== null && !isDeveloper) || (isApiFailure(apps.error) && apps.error.status === 403),
    failed: user ? apps.error !== undefined : who.isError,
    retrying: who.isFetching || apps.isFetching,
    retry: () => void (user ? apps.refetch() : who.refetch()),
  };
}

const JoinForm = lazyWithRetry(() => import('./join-form.tsx'));

/** Signed in, but without the developer's role: one tick and one press away from it. */
function NotDeveloper() {
  const t = useWords('apps');
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

/** The list in a sentence. Sums are said only where the whole list is here. */
function Summary({ data }: { data: DataOf<typeof devApp.list> }) {
  const t = useWords('apps');
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
