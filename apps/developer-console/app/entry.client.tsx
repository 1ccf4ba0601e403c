import {
  allowReactMarkup,
  commonSlice,
  createShellListeners,
  paintBeforeNavigation,
  reloadGuard,
  takeOverScrolling,
} from '@yunduo/app-shell';
import { makeStore, refreshOnReturn, storeContext } from '@yunduo/data-access';
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
keepFocus();

const store = makeStore({
  client: consoleClient(),
  slices: { common: commonSlice.reducer },
  listeners: createShellListeners(),
});
// What the build drew: anonymous. The session of this browser comes right after.
const serverState = store.getState();
startSession(store);
refreshOnReturn(store);

const getContext = () => {
  const context = new RouterContextProvider();
  context.set(storeContext, store);
  return context;
};

takeOverScrolling();

hydrateRoot(
  document,
  <StrictMode>
    <Provider store={store} serverState={serverState}>
      <HydratedRouter getContext={getContext} instrumentations={[paintBeforeNavigation]} />
    </Provider>
  </StrictMode>,
);
