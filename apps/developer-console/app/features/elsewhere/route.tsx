import { splitLocale } from '@yunduo/i18n';
import { SIGN_IN_REASON, tabStorage } from '@yunduo/session';
import { data } from 'react-router';
import type { Route } from './+types/route.ts';

// The path at which this module was loaded, if with the document.
const loadedAt = typeof window === 'undefined' ? null : location.pathname;

/**
 * An address of the public site reached through this router: loads its document. A host that answers it with this app
 * would cause a loop, so an address that was just loaded is not loaded again.
 */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { pathname, search, hash } = new URL(request.url);
  if (pathname === loadedAt) throw data(null, { status: 404 });
  if (splitLocale(pathname).path === '/login') tabStorage.set(SIGN_IN_REASON, 'login_first');
  location.assign(pathname + search + hash);
  // The page stays until the new document has loaded.
  await new Promise(() => undefined);
}

/** Never rendered: the loader throws, or never settles. */
export default function Elsewhere() {
  return null;
}
