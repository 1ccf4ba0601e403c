import {
  storeApi,
  load,
  useStoreCategoriesQuery,
  useStoreListQuery,
  type RouteFailure,
} from '@yunduo/data-access';
import { data, type RouterContextProvider, createContext, type MiddlewareFunction } from 'react-router';
import { seo } from '../../../seo.ts';
import type { Route } from './+types/route.ts';
import { AppsOfPage } from './app-list.tsx';
import { FailedList } from './failed-list.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { countInput, listInput, parseListState, type ListState } from './list-state.ts';
import { listMeta } from './list-meta.ts';
import { MyApps } from './my-apps.tsx';
import { StorePage } from './store-page.tsx';
import { useListChanging } from './use-list-changing.ts';

/** The list's state; reading it throws unless `dynamic` has run. */
const listStateContext = createContext<ListState>();

/** Parses the list's state from the query before the page renders (specification §2, `/store`). */
export const dynamic: MiddlewareFunction = ({ request, context }) => {
  context.set(listStateContext, parseListState(new URL(request.url).searchParams));
};

export const middleware = [dynamic];
export const clientMiddleware = [dynamic];

/** Loads the requested list. If that fails, the page still renders, with the filters as they were. */
async function loadStore(context: Readonly<RouterContextProvider>) {
  const state = context.get(listStateContext);
  try {
    const [{ list }, apps] = await Promise.all([
      load(context, storeApi.endpoints.storeCategories.initiate(countInput(state))),
      // The user's own apps are fetched in the browser, which has the session.
      state.category === 'my' ? null : load(context, storeApi.endpoints.storeList.initiate(listInput(state))),
    ]);
    const category = list.find(({ id }) => id === state.category)?.name ?? null;
    const beyond = state.page > 1 && apps?.list.length === 0;
    return data({ state, category, beyond, failed: false, failure: null });
  } catch (error) {
    const { status, failure } = failureOf(error);
    return data({ state, category: null, beyond: false, failed: true, failure }, { status });
  }
}

export const loader = ({ context }: Route.LoaderArgs) => loadStore(context);
export const clientLoader = ({ context }: Route.ClientLoaderArgs) => loadStore(context);

export const meta: Route.MetaFunction = (args) =>
  seo(args, ({ words }) => args.loaderData && listMeta(args.loaderData, words('store')));

export default function StoreRoute({ loaderData: { state, failed, failure } }: Route.ComponentProps) {
  const mine = state.category === 'my';
  const { data: categories } = useStoreCategoriesQuery(countInput(state));
  const { currentData: apps } = useStoreListQuery(listInput(state), { skip: mine || failed });
  const changing = useListChanging();

  const list = () => {
    if (changing) return <ListSkeleton />;
    if (mine) return <MyApps state={state} />;
    return apps && !failed ? (
      <AppsOfPage state={state} apps={apps} />
    ) : (
      <FailedList state={state} failure={failure} />
    );
  };
  return (
    <StorePage state={state} categories={categories?.list} total={changing ? undefined : apps?.total}>
      {list()}
    </StorePage>
  );
}

/** The HTTP status of a failed `load`, and its call; rethrows any other error as a bug. */
function failureOf(error: unknown): { status: number; failure: { status: number; msg: string } } {
  if (typeof error === 'object' && error !== null && 'init' in error && 'data' in error) {
    const { status } = error.init as ResponseInit;
    const { answered, msg } = error.data as RouteFailure;
    return {
      // The query was validated before the call: a rejection is the server's fault, not the visitor's.
      status: status !== undefined && status >= 500 ? status : 503,
      failure: { status: answered, msg },
    };
  }
  throw error;
}
