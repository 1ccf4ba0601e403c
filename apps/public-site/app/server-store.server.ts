import { type ApiClient, createApiClient } from '@yunduo/api-client';
import { type Endpoint, homeArticle } from '@yunduo/api-contract';
import { commonSlice, languageSignChanged } from '@yunduo/app-shell';
import { type AppStore, makeStore, storeContext } from '@yunduo/data-access';
import { languageSign, splitLocale } from '@yunduo/i18n';
import type { MiddlewareFunction } from 'react-router';
import { previewToken, REVISION_HEADER } from './revision-header.ts';
import { createSharedAnswers } from './shared-answers.server.ts';

/** Time limit of an API call of a rendering, in ms; after it the visitor gets an older cached copy or an error page. */
const API_TIMEOUT = 2500;

const sharedAnswers = createSharedAnswers();

/** Creates the store of one request. It has no session: what the server renders is the same for all visitors. */
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

/** Adds the preview token to calls for articles, so that the API returns the draft. */
const withDraft = (client: ApiClient, preview: string): ApiClient => ({
  call: (endpoint, input, options) =>
    client.call(
      endpoint,
      (endpoint as Endpoint) === homeArticle.specialArticle ? Object.assign({}, input, { preview }) : input,
      options,
    ),
});

/** Root middleware: puts the store of this request into the context for loaders and the renderer. */
export const provideStore: MiddlewareFunction<Response> = ({ request, context }, next) => {
  context.set(storeContext, serverStore(request));
  return next();
};
