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
  const outside = redirect && allowedAddress(redirect, query.get('r_url') ?? '');
  if (outside) return { href: outside.href, inside: false };
  const { pathname, search, hash } = new URL(sitePath(query.get('from'), '/user'), 'http://site.invalid');
  const { path } = splitLocale(pathname);
  return { href: localePath(locale, path) + search + hash, inside: !DEVELOPER_CENTER.test(path) };
}

/** A whole http(s) address without tricks, of the site that was asked for: its being on the server's list is the permission. */
function allowedAddress(address: string, asked: string): URL | null {
  try {
    const { origin } = new URL(asked);
    return parseSafeUrl(address, { allow: [origin], origin: 'http://site.invalid' });
  } catch {
    return null;
  }
}
