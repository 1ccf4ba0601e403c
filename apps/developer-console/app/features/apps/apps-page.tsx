import { isApiFailure, useDevAppListQuery } from '@yunduo/data-access';
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
  const [query] = useSearchParams();
  const { data, error, isFetching, refetch } = useDevAppListQuery(listInput(query));

  if (isApiFailure(error) && error.status === 403) return <NotDeveloper />;
  return (
    <>
      <PageHead title={t('heading')} lead={data && data.total > 0 ? <Summary data={data} /> : undefined} />
      {data ? (
        data.total === 0 ? (
          <NoApps />
        ) : (
          <>
            <AppTable apps={data.list} />
            <AppPages data={data} />
          </>
        )
      ) : error ? (
        <EmptyState
          failed
          title={t('failed.heading')}
          action={
            <Button busy={isFetching} onClick={() => void refetch()}>
              {t('failed.retry')}
            </Button>
          }
        >
          {t('failed.text')}
        </EmptyState>
      ) : (
        <Skeleton label={t('loading')} rows={4} />
      )}
    </>
  );
}
