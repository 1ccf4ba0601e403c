import { splitLocale } from '@yunduo/i18n';
import { SIGN_IN_REASON, tabStorage } from '@yunduo/session';
import { data } from 'react-router';
import type { Route } from './+types/route.ts';

// Where this page was loaded, if this module came with it.
const loadedAt = typeof window === 'undefined' ? null : location.pathname;

/**
 * An address of the public site, reached by this router: its document is loaded. A host that answered it with this app
 * would make that a loop, so an address that has just been loaded is not loaded again.
 */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { pathname, search, hash } = new URL(request.url);
  if (pathname === loadedAt) throw data(null, { status: 404 });
  if (splitLocale(pathname).path === '/login') tabStorage.set(SIGN_IN_REASON, 'login_first');
  location.assign(pathname + search + hash);
  // The page stays as it is until the other one is there.
  await new Promise(() => undefined);
}

/** Never seen: the loader throws, or never settles. */
export default function Elsewhere() {
  return null;
}
