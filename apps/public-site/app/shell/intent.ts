import { tabStorage } from '@yunduo/session';

/** In ms. A visitor who is sent to sign in may have to register first, with a mailed code. */
const TTL = 30 * 60_000;
const KEY = 'intent';

/**
 * The action that this visitor was about to take in this tab when a link with `data-intent` sent them to sign in.
 * Returns true once, if it was `intent`. The head script stores it at the press (`server/intent-loader.ts`). It is
 * never part of an address: an external link could trigger an action that the visitor did not request.
 */
export function takeIntent(intent: string): boolean {
  const [at = '', stored] = (tabStorage.get(KEY) ?? '').split(' ');
  if (stored !== intent) return false;
  tabStorage.remove(KEY);
  return Date.now() - Number(at) < TTL;
}
