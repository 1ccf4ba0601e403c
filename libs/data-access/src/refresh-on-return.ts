import { api } from './api.ts';
import type { AppStore } from './make-store.ts';

/** Data of a user that changes on other pages and devices. Tabs exchange the user object themselves. */
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
 * Refetches a page's user data when it returns from the back-forward cache: meanwhile an order may have been
 * paid on the provider's page, or a version approved. Call it after `startSession`, which first removes the
 * data of a signed-out user. Returns the function that stops it.
 */
export function refreshOnReturn({ dispatch }: Pick<AppStore, 'dispatch'>): () => void {
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) dispatch(api.util.invalidateTags([...OWNED]));
  };
  window.addEventListener('pageshow', onPageShow);
  return () => window.removeEventListener('pageshow', onPageShow);
}
