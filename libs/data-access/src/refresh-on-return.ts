import { SECOND } from '@yunduo/validation';
import { api } from './api.ts';
import type { AppStore } from './make-store.ts';

/** Data of a user that changes on other pages and devices. */
const OWNED = [
  'User',
  'Session',
  'Factor',
  'MyApps',
  'DevApp',
  'DevAppDraft',
  'DevPublisher',
  'DevToken',
  'DevWebhook',
  'WebhookDelivery',
  'Review',
  'Order',
  'Licence',
  'Feedback',
  'Activity',
  'MailPreferences',
  'Desk',
] as const;

/**
 * Refetches a page's user data when it returns from the back-forward cache: meanwhile an order may have been
 * paid on the provider's page, or a version approved. Polling with `skipPollingIfUnfocused` pauses while the tab is
 * hidden. Call it after `startSession`, which first removes the data of a signed-out user. Returns the function that
 * stops it.
 */
export function refreshOnReturn({ dispatch }: Pick<AppStore, 'dispatch'>): () => void {
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) dispatch(api.util.invalidateTags([...OWNED]));
  };
  // Without it a tab that was opened in the background would never poll, and every other one always. The toolkit's
  // `setupListeners` would do this too, with half a kilobyte for what nothing here uses.
  const { onFocus, onFocusLost } = api.internalActions;
  const onVisibility = () => dispatch(document.visibilityState === 'hidden' ? onFocusLost() : onFocus());
  window.addEventListener('pageshow', onPageShow);
  document.addEventListener('visibilitychange', onVisibility);
  return () => {
    window.removeEventListener('pageshow', onPageShow);
    document.removeEventListener('visibilitychange', onVisibility);
  };
}

/** Shorter absences are glances at another window. */
const AWAY_MIN = 10 * SECOND;

/**
 * Refetches orders, licences and email preferences when their tab is shown again: meanwhile they may have been paid,
 * cancelled, refunded, bound or transferred in another tab, on a phone or by an operator, and a kind of email switched
 * off by the link in one. Returns the function that stops it.
 */
export function refreshAfterAbsence({ dispatch }: Pick<AppStore, 'dispatch'>): () => void {
  let hiddenAt = Infinity;
  const onVisibility = () => {
    if (document.hidden) hiddenAt = Date.now();
    else if (Date.now() - hiddenAt >= AWAY_MIN)
      dispatch(api.util.invalidateTags(['Order', 'Licence', 'MailPreferences']));
  };
  document.addEventListener('visibilitychange', onVisibility);
  return () => document.removeEventListener('visibilitychange', onVisibility);
}
