import { createApiClient } from '@yunduo/api-client';
import {
  allowReactMarkup,
  commonSlice,
  createFetchAhead,
  createShellListeners,
  fetchRichText,
  followTranslation,
  onRecoverableError,
  rememberControls,
  paintBeforeNavigation,
  reloadGuard,
  takeOverScrolling,
  unwrapTexts,
  numberEntries,
} from '@yunduo/app-shell';
import { followDraftOwner } from '@yunduo/app-shell/drafts';
import {
  hydratedState,
  makeStore,
  refreshOnReturn,
  refreshAfterAbsence,
  storeContext,
} from '@yunduo/data-access';
import { splitLocale } from '@yunduo/i18n';
import { startSession, tokenStorage } from '@yunduo/session';
import { keepFocus } from '@yunduo/ui';
import { StrictMode, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { RouterContextProvider } from 'react-router';
import { HydratedRouter } from 'react-router/dom';
import { fetchDataAhead, readBuild } from './follow-build.ts';
import { buildId } from './shell/build-id.ts';
import { afterComposition, rememberTyped } from './typed-values.ts';

allowReactMarkup();
reloadGuard.watch();
keepFocus();
followTranslation();
numberEntries();

const client = createApiClient({
  baseUrl: '',
  language: () => splitLocale(location.pathname).locale,
  token: tokenStorage.token,
  deviceVersion: tokenStorage.deviceVersion,
});
const store = makeStore({
  client,
  preloadedState: hydratedState(globalThis.__appState ?? document.getElementById('app-state')?.textContent),
  slices: { common: commonSlice.reducer },
  listeners: createShellListeners(),
});
// The state that the server rendered: signed out. This browser's session is restored right after.
const serverState = store.getState();
startSession(store);
refreshOnReturn(store);
refreshAfterAbsence(store);
// Before React renders: no form may restore another user's input.
followDraftOwner(store);

const getContext = () => {
  const context = new RouterContextProvider();
  context.set(storeContext, store);
  return context;
};

const ahead = createFetchAhead({
  onPage: (page) => void fetchDataAhead(store, page, buildId()),
  onFiles: fetchRichText,
});

await afterComposition();
const restoreTyped = rememberTyped(document);
takeOverScrolling();
unwrapTexts();
const controlNow = rememberControls();

/** Restores typed input, then tells the head script to stop intercepting clicks. */
function Hydrated() {
  useEffect(() => {
    queueMicrotask(() => {
      restoreTyped(controlNow);
      document.documentElement.dataset['hydrated'] = '';
      window.dispatchEvent(new CustomEvent('app-hydrated', { detail: controlNow }));
      void readBuild(store, Object.keys(serverState.api.queries), buildId());
    });
  }, []);
  return null;
}

hydrateRoot(
  document,
  <StrictMode>
    <Provider store={store} serverState={serverState}>
      <HydratedRouter
        getContext={getContext}
        instrumentations={[ahead.instrumentation, paintBeforeNavigation]}
      />
      <Hydrated />
    </Provider>
  </StrictMode>,
  { onRecoverableError },
);
