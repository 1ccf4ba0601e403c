import { LocaleLink, useLocalePath } from '@yunduo/app-shell';
import { isApiFailure, useStoreListQuery } from '@yunduo/data-access';
import { selectGeneration, selectSignedIn } from '@yunduo/session';
import { buttonClass, EmptyState } from '@yunduo/ui';
import { useSelector } from 'react-redux';
import { useTranslations } from '../../../shell/words.ts';
import { AppsOfPage } from './app-list.tsx';
import { FailedList } from './failed-list.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { activeFilters, listInput, listPath, type ListState } from './list-state.ts';

/**
 * The user's saved and own apps. Fetched in the browser, which has the session; the server renders the same invitation
 * to sign in for all visitors.
 */
export function MyApps({ state }: { state: ListState }) {
  const t = useTranslations('store');
  const localePath = useLocalePath();
  const signedIn = useSelector(selectSignedIn);
  const session = useSelector(selectGeneration);
  // Each session fetches its own list.
  if (signedIn) return <OwnApps key={session} state={state} />;
  const query = new URLSearchParams({ from: localePath(listPath(state)) });
  return (
    <EmptyState
      as="h3"
      title={t('my.signed_out_title')}
      action={
        <LocaleLink to={`/login?${query.toString()}`} className={buttonClass} data-kind="primary">
          {t('my.sign_in')}
        </LocaleLink>
      }
    >
      {t('my.signed_out')}
    </EmptyState>
  );
}

function OwnApps({ state }: { state: ListState }) {
  const t = useTranslations('store');
  const { data, error, isError, isFetching } = useStoreListQuery(listInput(state));
  if (isError) return <FailedList state={state} failure={isApiFailure(error) ? error : null} />;
  if (!data || isFetching) return <ListSkeleton />;
  // Neither order nor page is why nothing is listed.
  const nothingOfMine = data.total === 0 && !state.q && activeFilters(state) === 0;
  if (nothingOfMine) {
    return (
      <EmptyState
        as="h3"
        title={t('my.empty_title')}
        action={
          <LocaleLink to="/store" className={buttonClass} data-kind="line">
            {t('my.browse')}
          </LocaleLink>
        }
      >
        {t('my.empty')}
      </EmptyState>
    );
  }
  return <AppsOfPage state={state} apps={data} />;
}
