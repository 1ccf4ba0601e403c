import { api } from './api.ts';
import type { AppStore } from './make-store.ts';

/** What happens to what somebody owns on other pages and other devices; the user travels between tabs by themselves. */
const OWNED = [
  'Session',
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
] as const;

/**
 * Asks again for what a page shows of its owner when it comes back from the back-forward cache: meanwhile the order was
 * paid on the provider's page, the version was approved. Call it after `startSession`, which first forgets what belonged to somebody who left.
 * Returns the way to stop.
 */
export function refreshOnReturn({ dispatch }: Pick<AppStore, 'dispatch'>): () => void {
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) dispatch(api.util.invalidateTags([...OWNED]));
  };
  window.addEventListener('pageshow', onPageShow);
  return () => window.removeEventListener('pageshow', onPageShow);
}
