import { loadRoute, showToast } from '@yunduo/app-shell';
import { removeDrafts } from '@yunduo/app-shell/drafts';
import { authApi, type AppDispatch } from '@yunduo/data-access';
import type { NavigateFunction } from 'react-router';
import { allSaved } from '../app-pages/pending-listing.ts';

/**
 * Ends the session here and in every tab. It leaves for the landing page first, so that what is being edited is saved
 * with the session of its author.
 */
export async function signOut(
  dispatch: AppDispatch,
  navigate: NavigateFunction,
  landing: string,
): Promise<void> {
  // A navigation that is held for its files ends after the session: a page that requires one would ask to sign in.
  await loadRoute(new URL(landing, location.origin), { leave: () => undefined });
  await navigate(landing, { flushSync: true });
  await allSaved();
  // Before the call: while it runs, another user may sign in and type.
  removeDrafts();
  await dispatch(authApi.endpoints.logout.initiate());
  showToast({ message: 'signed_out' });
}
