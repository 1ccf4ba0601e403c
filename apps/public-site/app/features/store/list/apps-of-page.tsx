import { LocaleLink } from '@yunduo/app-shell';
import { Pagination } from '@yunduo/ui';
import { useWords } from '../../../shell/words.ts';
import { AppList } from './app-list.tsx';
import { EmptyList } from './empty-list.tsx';
import { listPath, type ListState } from './list-state.ts';
import type { AppPage } from './store-page.tsx';

/** A page of the list with the way to the others, or why it is empty. */
export function AppsOfPage({ state, apps }: { state: ListState; apps: AppPage }) {
  const t = useWords('store');
  if (apps.list.length === 0) return <EmptyList state={state} total={apps.total} pageSize={apps.page_size} />;
  return (
    <>
      <AppList apps={apps.list} />
      <Pagination
        words={{
          label: t('pages.label'),
          previous: t('pages.previous'),
          next: t('pages.next'),
          page: (page) => t('pages.page', { page }),
        }}
        page={apps.page}
        pages={Math.ceil(apps.total / apps.page_size)}
        link={(page, props) => <LocaleLink to={listPath({ ...state, page })} {...props} />}
      />
    </>
  );
}
