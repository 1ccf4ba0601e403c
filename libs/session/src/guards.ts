import { localePath, splitLocale } from '@yunduo/i18n';
import { tokenStorage } from './token-storage.ts';

/**
 * The sign-in page in the language of `from` (a path of this site with its query), to which it returns.
 * `signInPath('/en/user?panel=order-info')` → `/en/login?from=%2Fen%2Fuser%3Fpanel%3Dorder-info`
 */
export function signInPath(from: string): string {
  const { pathname, search } = new URL(from, 'http://site.invalid');
  const { locale, path } = splitLocale(pathname);
  const login = localePath(locale, '/login');
  // Sign-in never returns to itself.
  return path === '/login' ? login : `${login}?from=${encodeURIComponent(pathname + search)}`;
}

/**
 * Guard of a `clientLoader`: without a session it throws the redirect to sign-in, which returns to the
 * requested page (R2.26). It never runs on the server, which renders pages anonymously.
 */
export function requireSession(request: Request): void {
  if (tokenStorage.token()) return;
  const { pathname, search } = new URL(request.url);
  throw redirectTo(signInPath(pathname + search));
}

/** A redirect for React Router, to `throw` in a loader. */
export const redirectTo = (location: string): Response =>
  new Response(null, { status: 302, headers: { Location: location } });
