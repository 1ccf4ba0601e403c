import {
  type AppStore,
  fetchPageData,
  fetchPageDataAhead,
  pageDataContext,
  rememberPageData,
  storeOf,
} from '@yunduo/data-access';
import { type MiddlewareFunction, redirect } from 'react-router';
import { buildMeta, FILE_TIMEOUT, pageDataOf, ruledRedirect } from './build-meta.ts';
import { redirectOf } from './route-map.ts';

/**
 * Client middleware of the root. A navigation applies the metadata of this build: it follows a redirect rule, and
 * fetches the page's data as one file in parallel with its code. Loaders wait for the file, and call the API for what
 * it lacks (`load`). The page sent by the server has already applied the rules, and contains its data.
 */
export const followBuildOf =
  (build: () => string | undefined): MiddlewareFunction =>
  async ({ request, context }) => {
    if (document.documentElement.dataset['hydrated'] === undefined) return;
    const url = new URL(request.url);
    const meta = await buildMeta(build());
    const target = meta ? ruledRedirect(meta, url.pathname) : redirectOf(url.pathname)?.to;
    if (target) throw redirect(target);
    const file = meta && pageDataOf(meta, url);
    if (file) context.set(pageDataContext, fetchPageData(storeOf(context), file, FILE_TIMEOUT));
  };

/**
 * To be called once the server's page is hydrated: loads the metadata before the first navigation.
 * @param keys cache entries that the page contained, so that going back to it fetches nothing
 */
export async function readBuild(
  store: AppStore,
  keys: readonly string[],
  build: string | undefined,
): Promise<void> {
  const page = new URL(location.href);
  const meta = await buildMeta(build);
  const file = meta && pageDataOf(meta, page);
  if (file) rememberPageData(store, file, keys);
}

/** Fetches the data of a page that may be opened next. */
export async function fetchDataAhead(store: AppStore, page: URL, build: string | undefined): Promise<void> {
  const meta = await buildMeta(build);
  const file = meta && pageDataOf(meta, page);
  if (file) fetchPageDataAhead(store, file, FILE_TIMEOUT);
}
