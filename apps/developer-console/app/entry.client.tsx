import {
  allowReactMarkup,
  commonSlice,
  createShellListeners,
  followTranslation,
  networkNotice,
  numberEntries,
  onRecoverableError,
  openPage,
  paintBeforeNavigation,
  reloadGuard,
  takeOverScrolling,
  unwrapTexts,
} from '@yunduo/app-shell';
import { followDraftOwner } from '@yunduo/app-shell/drafts';
import { makeStore, refreshOnReturn, storeContext } from '@yunduo/data-access';
import { network as en } from '@yunduo/i18n/en/network';
import { network as zh } from '@yunduo/i18n/zh/network';
import { startSession, tokenStorage } from '@yunduo/session';
import { keepFocus } from '@yunduo/ui';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { RouterContextProvider } from 'react-router';
import { HydratedRouter } from 'react-router/dom';
import { type ApiClient, createApiClient } from '@yunduo/api-client';
import { splitLocale } from '@yunduo/i18n';
import { runtimeConfig } from './shell/runtime-config.ts';

allowReactMarkup();
reloadGuard.watch();
networkNotice({ zh: zh.lost, en: en.lost });
keepFocus();
followTranslation();
numberEntries();

const store = makeStore({
  client: consoleClient(),
  slices: { common: commonSlice.reducer },
  listeners: createShellListeners(),
});
// The state that the build rendered: signed out. This browser's session is restored right after.
const serverState = store.getState();
startSession(store);
refreshOnReturn(store);
// Before React renders: no form may restore another user's input.
followDraftOwner(store);

const getContext = () => {
  const context = new RouterContextProvider();
  context.set(storeContext, store);
  return context;
};

takeOverScrolling();
unwrapTexts();

// Hydrate only if the page's chunks have loaded: otherwise React would render an error page without words.
if (await openPage({ zh, en }))
  hydrateRoot(
    document,
    <StrictMode>
      <Provider store={store} serverState={serverState}>
        <HydratedRouter getContext={getContext} instrumentations={[paintBeforeNavigation]} />
      </Provider>
    </StrictMode>,
    { onRecoverableError },
  );

/** The API client of this browser. The first call waits for the configuration, which contains the API's base URL. */
function consoleClient(): ApiClient {
  const client = runtimeConfig().then(({ apiBaseUrl }) =>
    createApiClient({
      baseUrl: apiBaseUrl,
      language: () => splitLocale(location.pathname).locale,
      token: tokenStorage.token,
      deviceVersion: tokenStorage.deviceVersion,
    }),
  );
  return { call: async (endpoint, input, options) => (await client).call(endpoint, input, options) };
}
