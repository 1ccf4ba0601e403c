import {
  combineReducers,
  configureStore,
  type Middleware,
  type Reducer,
  type Store,
  type ThunkDispatch,
  type UnknownAction,
} from '@reduxjs/toolkit';
import type { ApiClient } from '@yunduo/api-client';
import {
  sessionEnded,
  sessionRestored,
  sessionSlice,
  sessionStarted,
  type SessionState,
} from '@yunduo/session';
import { api } from './api.ts';
import type { AppExtra } from './base-query.ts';
import { forgetPrivate } from './private-data.ts';

export interface AppState {
  api: ReturnType<typeof api.reducer>;
  session: SessionState;
}

export type AppDispatch = ThunkDispatch<AppState, AppExtra, UnknownAction>;

export type AppStore = Store<AppState> & { dispatch: AppDispatch };

export interface MakeStoreOptions {
  /** One per request on the server. */
  client: ApiClient;
  /** The state from the server; see `hydratedState`. */
  preloadedState?: object;
  /** Slices of the frame, such as `{ common: commonSlice.reducer }`. */
  slices?: Record<string, Reducer>;
  /** Turns errors into toasts and redirects; browser only. */
  listeners?: Middleware;
}

/** The store: server data, session, and the slices of the frame. */
export function makeStore({ client, preloadedState, slices, listeners }: MakeStoreOptions): AppStore {
  const extra: AppExtra = { client };
  const reducer: Reducer = combineReducers({
    ...slices,
    api: forgetPrivateAtSignOut(api.reducer),
    session: sessionSlice.reducer,
  });
  return configureStore({
    reducer,
    preloadedState,
    devTools: false,
    middleware: (defaults) =>
      defaults({
        thunk: { extraArgument: extra },
        // Actions carry files, and both checks walk the whole state on every action.
        serializableCheck: false,
        immutableCheck: false,
      }).concat(listeners ? [api.middleware, listeners] : [api.middleware]),
  });
}

function forgetPrivateAtSignOut(reducer: typeof api.reducer): typeof api.reducer {
  return (state, action) => {
    const next = reducer(state, action);
    const otherUser =
      sessionEnded.match(action) || sessionStarted.match(action) || sessionRestored.match(action);
    return otherUser ? forgetPrivate(next) : next;
  };
}
