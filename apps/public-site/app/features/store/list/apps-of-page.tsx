import { ListPages } from '@yunduo/app-shell';
import { AppList } from './app-list.tsx';
import { EmptyList } from './empty-list.tsx';
import { listPath, type ListState } from './list-state.ts';
import type { AppPage } from './store-page.tsx';

/** A page of the list with the way to the others, or why it is empty. */
export function AppsOfPage({ state, apps }: { state: ListState; apps: AppPage }) {
  if (apps.list.length === 0) return <EmptyList state={state} total={apps.total} pageSize={apps.page_size} />;
  return (
    <>
      <AppList apps={apps.list} />
      <ListPages list={apps} path={(page) => listPath({ ...state, page })} />
    </>
  );
}
