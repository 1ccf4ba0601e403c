import { tabStorage } from '@yunduo/session';

/** Who is sent to sign in may have to register first, with a code by mail. Milliseconds. */
const TTL = 30 * 60_000;
const KEY = 'intent';

/**
 * What this visitor was about to do in this tab when a link with `data-intent` sent them to sign in; true once, when it
 * was `intent`. The head script keeps it at the press (`server/intent-loader.ts`). It never stands in an address: a link
 * from elsewhere could have somebody do what they did not ask for.
 */
export function takeIntent(intent: string): boolean {
  const [at = '', kept] = (tabStorage.get(KEY) ?? '').split(' ');
  if (kept !== intent) return false;
  tabStorage.remove(KEY);
  return Date.now() - Number(at) < TTL;
}
