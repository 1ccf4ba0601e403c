/** Where a "go to" may lead. */
export interface SafeUrlOptions {
  /** Origins outside this site that are allowed, such as `https://forum.example`. */
  allow?: readonly string[];
  /** This site's origin; the page's own by default. */
  origin?: string;
}

const SCHEME = /^[a-z][a-z\d+.-]*:/i;
// Control and format characters, separators, lone surrogates: parsers drop them or read them as something else.
const INVISIBLE = /[\p{C}\p{Z}]/u;

/**
 * The address as the one parser (`URL`) reads it, or null when it is refused: another origin than this site's and the
 * allowed ones, another protocol than http and https, `//` and `\` tricks, control characters, user info.
 */
export function parseSafeUrl(
  target: string,
  { allow = [], origin = location.origin }: SafeUrlOptions = {},
): URL | null {
  if (INVISIBLE.test(target) || target.includes('\\') || target.startsWith('//')) return null;
  // `https:evil.example` is a path from one page and another site from the next.
  if (SCHEME.test(target) && !/^https?:\/\//i.test(target)) return null;
  let url: URL;
  try {
    url = new URL(target, origin);
  } catch {
    return null;
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  if (url.username || url.password) return null;
  if (url.origin !== origin) return allow.includes(url.origin) ? url : null;
  // `/.//evil.example` is this origin, but its path, used alone, would be another's.
  return url.pathname.startsWith('//') ? null : url;
}

/**
 * A path of this site with query and anchor, from a value somebody else wrote (`from`, `redirect`); `fallback` for
 * anything else, a whole address of this site included: only paths are ever written there.
 */
export function sitePath(value: string | null | undefined, fallback: string): string {
  if (!value?.startsWith('/')) return fallback;
  const url = parseSafeUrl(value, { origin: 'http://site.invalid' });
  return url ? url.pathname + url.search + url.hash : fallback;
}
