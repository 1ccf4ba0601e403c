import { type ApiClient, createApiClient } from '@yunduo/api-client';
import { type Endpoint, homeArticle } from '@yunduo/api-contract';
import { commonSlice, languageSignChanged } from '@yunduo/app-shell';
import { type AppStore, makeStore, storeContext } from '@yunduo/data-access';
import { languageSign, splitLocale } from '@yunduo/i18n';
import type { MiddlewareFunction } from 'react-router';
import { previewToken, REVISION_HEADER } from './revision-header.ts';
import { createSharedAnswers } from './shared-answers.server.ts';

/** A page that waits longer for the API is an error page, or an older copy from the cache. Milliseconds. */
const API_TIMEOUT = 2500;

const sharedAnswers = createSharedAnswers();

/** A store for one request. It knows no session: what the server renders is the same for everybody. */
export function serverStore({ url, headers }: Request): AppStore {
  const { locale } = splitLocale(new URL(url).pathname);
  const client = createApiClient({
    baseUrl: process.env['API_BASE_URL'] ?? 'http://127.0.0.1:4310',
    language: locale,
    timeout: API_TIMEOUT,
  });
  const revision = headers.get(REVISION_HEADER);
  const shared = revision === null ? client : sharedAnswers(client, locale, revision);
  const preview = previewToken(new URL(url));
  const store = makeStore({
    client: preview === null ? shared : withDraft(shared, preview),
    slices: { common: commonSlice.reducer },
  });
  store.dispatch(languageSignChanged(languageSign(locale)));
  return store;
}

/** Asks for articles with the draft in place that the token of a preview names. */
const withDraft = (client: ApiClient, preview: string): ApiClient => ({
  call: (endpoint, input, options) =>
    client.call(
      endpoint,
      (endpoint as Endpoint) === homeArticle.specialArticle ? Object.assign({}, input, { preview }) : input,
      options,
    ),
});

/** Root middleware: puts the store of this request where loaders and the rendering find it. */
export const provideStore: MiddlewareFunction<Response> = ({ request, context }, next) => {
  context.set(storeContext, serverStore(request));
  return next();
};
