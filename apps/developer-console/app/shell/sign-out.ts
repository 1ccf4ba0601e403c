import { nextPaint, showToast } from '@yunduo/app-shell';
import { removeDrafts } from '@yunduo/app-shell/drafts';
import { authApi, type AppDispatch } from '@yunduo/data-access';
import { allSaved } from '../app-pages/pending-listing.ts';

/**
 * Ends the session here and in every tab. It leaves the page first, so that what is being edited is saved with the session
 * of its author.
 */
export async function signOut(dispatch: AppDispatch, leave: () => unknown): Promise<void> {
  await leave();
  await nextPaint();
  await allSaved();
  await dispatch(authApi.endpoints.logout.initiate());
  removeDrafts();
  showToast({ message: 'signed_out' });
}
