import { parseSafeUrl, sitePath } from '@yunduo/app-shell';
import { localePath, splitLocale, type Locale } from '@yunduo/i18n';

export interface LeaveTarget {
  href: string;
  /** A page of this application: client-side navigation. Everything else is a full page load. */
  inside: boolean;
}

/** Pages below this path belong to the other application. */
const DEVELOPER_CENTER = /^\/developer-center(?:[/?#]|$)/;

/**
 * Target of a signed-in visitor: the address that the server allowed and completed with `data` (`redirect`), if it has
 * the target of `r_url` in the page's query; else `from` if that is a path of this site, in the currently selected
 * language; else the account. The reset section is what security mails link to: there, the owner wants a new password.
 */
export function leaveTarget(
  redirect: string | undefined,
  query: URLSearchParams,
  locale: Locale,
): LeaveTarget {
  const allowed = redirect && allowedAddress(redirect, query.get('r_url') ?? '');
  if (allowed) {
    const { origin, pathname, search, hash, href } = allowed;
    const { locale: theirs, path } = splitLocale(pathname);
    // A page in the other language is loaded as a document: the data in the cache is in this one.
    const inside = origin === location.origin && theirs === locale && !DEVELOPER_CENTER.test(path);
    return inside ? { href: pathname + search + hash, inside } : { href, inside };
  }
  const account = query.get('section') === 'reset' ? '/user?panel=change-password' : '/user';
  const { pathname, search, hash } = new URL(sitePath(query.get('from'), account), 'http://site.invalid');
  const { path } = splitLocale(pathname);
  return { href: localePath(locale, path) + search + hash, inside: !DEVELOPER_CENTER.test(path) };
}

/** True if the query names a page to return to after sign-in: the text beside the form depends on it. */
export const leadsBack = (query: URLSearchParams): boolean =>
  ['from', 'r_url'].some((name) => sitePath(query.get(name), '') !== '');

/**
 * A path of this site, or an absolute http(s) URL without credentials or similar tricks, for the requested site: the
 * server allowed it.
 */
function allowedAddress(address: string, requested: string): URL | null {
  try {
    const { origin } = new URL(requested, location.origin);
    const url = parseSafeUrl(address, { allow: [origin] });
    return url?.origin === origin ? url : null;
  } catch {
    return null;
  }
}
