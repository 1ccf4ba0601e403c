import {
  allowReactMarkup,
  commonSlice,
  networkNotice,
  openPage,
  createShellListeners,
  followTranslation,
  onRecoverableError,
  paintBeforeNavigation,
  reloadGuard,
  takeOverScrolling,
  unwrapTexts,
  numberEntries,
} from '@yunduo/app-shell';
import { makeStore, refreshOnReturn, storeContext } from '@yunduo/data-access';
import { network as en } from '@yunduo/i18n/en/network';
import { network as zh } from '@yunduo/i18n/zh/network';
import { startSession } from '@yunduo/session';
import { keepFocus } from '@yunduo/ui';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { RouterContextProvider } from 'react-router';
import { HydratedRouter } from 'react-router/dom';
import { consoleClient } from './shell/console-client.ts';

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
