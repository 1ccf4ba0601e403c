import {
  type AppStore,
  fetchPageData,
  pageDataContext,
  rememberPageData,
  storeOf,
} from '@yunduo/data-access';
import { type MiddlewareFunction, redirect } from 'react-router';
import { buildMeta, FILE_TIMEOUT, pageDataOf, ruledRedirect } from './build-meta.ts';
import { redirectOf } from './route-map.ts';

/**
 * Client middleware of the root. A navigation does what the metadata of this build says of its address: it follows a
 * redirect, and fetches the page's data as one file, while the code of the page is on its way. Loaders wait for the file
 * and call the API for what it does not hold (`load`). The page that the server sent has followed the rules and carries
 * its data.
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
 * To be called once the page that the server sent is hydrated: reads the metadata ahead of the first navigation.
 * @param keys what the page brought along, so that going back to it fetches nothing
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
