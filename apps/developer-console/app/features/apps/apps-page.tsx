import { useAppSelector } from '@yunduo/app-shell';
import { isApiFailure, useDevAppListQuery, useUserInfoQuery } from '@yunduo/data-access';
import { selectSignedIn, selectUser } from '@yunduo/session';
import { Button, EmptyState, PageHead, Skeleton } from '@yunduo/ui';
import { useSearchParams } from 'react-router';
import { useWords } from '../../shell/words.ts';
import { AppPages } from './app-pages.tsx';
import { AppTable } from './app-table.tsx';
import { listInput } from './list-input.ts';
import { NoApps } from './no-apps.tsx';
import { NotDeveloper } from './not-developer.tsx';
import { Summary } from './summary.tsx';

/** The developer's own applications, and where review stands. */
export function AppsPage() {
  const t = useWords('apps');
  const { list, refused, failed, retrying, retry } = useOwnApps();
  if (refused) return <NotDeveloper />;
  return (
    <>
      {/* An empty line first: what is said here must not push the list about. */}
      <PageHead title={t('heading')} lead={list && list.total > 0 ? <Summary data={list} /> : '\u00a0'} />
      {list && list.total === 0 && <NoApps />}
      {list && list.total > 0 && (
        <>
          <AppTable apps={list.list} />
          <AppPages data={list} />
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

/** The list, for whoever may have one: without the role nothing is asked, and the answer is known. */
function useOwnApps() {
  const [query] = useSearchParams();
  const signedIn = useAppSelector(selectSignedIn);
  const user = useAppSelector(selectUser);
  const isDeveloper = user?.roles.includes('developer') ?? false;
  const who = useUserInfoQuery(undefined, { skip: !signedIn });
  const apps = useDevAppListQuery(listInput(query), { skip: !signedIn || !isDeveloper });
  return {
    list: isDeveloper ? apps.data : undefined,
    // The role may have been taken away since the user was loaded.
    refused: (user !== null && !isDeveloper) || (isApiFailure(apps.error) && apps.error.status === 403),
    failed: user ? apps.isError : who.isError,
    retrying: who.isFetching || apps.isFetching,
    retry: () => void (user ? apps.refetch() : who.refetch()),
  };
}
