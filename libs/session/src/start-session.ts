import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { browserStorage } from './safe-storage.ts';
import { sessionEnded, sessionRestored, userLoaded, type SessionState } from './session-slice.ts';
import { signedInHint } from './signed-in-hint.ts';
import { STORAGE_KEYS, tokenStorage } from './token-storage.ts';
import { hearOtherTabs } from './user-channel.ts';

interface SessionStore {
  getState(): { session: SessionState };
  dispatch: ThunkDispatch<{ session: SessionState }, unknown, UnknownAction>;
}

/**
 * Restores the browser's stored session and follows the other tabs (R4.01). Call it once, before hydration,
 * and pass the state from before the call to React as `serverState`: the first render is the anonymous one of
 * the server. Returns the function that stops it.
 */
export function startSession(store: SessionStore): () => void {
  restore(store);

  const onStorage = ({ key, storageArea }: StorageEvent) => {
    if (!browserStorage.isArea(storageArea)) return;
    // A null key: the whole storage was cleared.
    if (key === null || key === STORAGE_KEYS.token) restore(store);
  };
  // A page in the back-forward cache receives no storage events.
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) restore(store);
  };
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onPageShow);

  const stopHearing = hearOtherTabs((user) => {
    const { session } = store.getState();
    if (session.token && (session.user === null || session.user.id === user.id))
      store.dispatch(userLoaded(user));
  });

  return () => {
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', onPageShow);
    stopHearing();
  };
}

function restore({ getState, dispatch }: SessionStore): void {
  const token = tokenStorage.token();
  if (token) {
    signedInHint.write();
    if (getState().session.token !== token) {
      dispatch(sessionRestored({ token, ytToken: tokenStorage.ytToken() }));
    }
  } else {
    if (signedInHint.read()) signedInHint.clear();
    if (getState().session.token) dispatch(sessionEnded());
  }
}
