import { parseSafeUrl, sitePath } from '@yunduo/app-shell';
import { localePath, splitLocale, type Locale } from '@yunduo/i18n';

export interface LeaveTarget {
  href: string;
  /** A page of this application: navigated to. Everything else is loaded as a document. */
  inside: boolean;
}

/** Pages under it belong to the other application. */
const DEVELOPER_CENTER = /^\/developer-center(?:[/?#]|$)/;

/**
 * Where a signed-in visitor goes: to the address that the server allowed and sealed with `data` (`redirect`), if it is
 * where `r_url` of the page's query led, else to `from` if that is a path of this site, in the language that was chosen
 * meanwhile, else to the account.
 */
export function leaveTarget(
  redirect: string | undefined,
  query: URLSearchParams,
  locale: Locale,
): LeaveTarget {
  const allowed = redirect && allowedAddress(redirect, query.get('r_url') ?? '');
  if (allowed) {
    const { origin, pathname, search, hash, href } = allowed;
    const inside = origin === location.origin && !DEVELOPER_CENTER.test(splitLocale(pathname).path);
    return inside ? { href: pathname + search + hash, inside } : { href, inside };
  }
  const { pathname, search, hash } = new URL(sitePath(query.get('from'), '/user'), 'http://site.invalid');
  const { path } = splitLocale(pathname);
  return { href: localePath(locale, path) + search + hash, inside: !DEVELOPER_CENTER.test(path) };
}

/** True if signing in leads back to a page that the query names: what is said beside the form holds then. */
export const leadsBack = (query: URLSearchParams): boolean =>
  ['from', 'r_url'].some((name) => sitePath(query.get(name), '') !== '');

/** A path of this site or a whole http(s) address without tricks, of the site that was asked for: the server allowed it. */
function allowedAddress(address: string, asked: string): URL | null {
  try {
    const { origin } = new URL(asked, location.origin);
    const url = parseSafeUrl(address, { allow: [origin] });
    return url?.origin === origin ? url : null;
  } catch {
    return null;
  }
}
