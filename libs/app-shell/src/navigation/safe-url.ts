/** Allowed navigation targets. */
export interface SafeUrlOptions {
  /** Allowed origins outside this site, such as `https://forum.example`. */
  allow?: readonly string[];
  /** This site's origin; the page's own by default. */
  origin?: string;
}

const SCHEME = /^[a-z][a-z\d+.-]*:/i;
// Control and format characters, separators, lone surrogates: parsers drop or reinterpret them.
const INVISIBLE = /[\p{C}\p{Z}]/u;

/**
 * The address as `URL` parses it, or null if it is refused: an origin other than this site's and the allowed
 * ones, a protocol other than http and https, `//` and `\` tricks, control characters, user info.
 */
export function parseSafeUrl(
  target: string,
  { allow = [], origin = location.origin }: SafeUrlOptions = {},
): URL | null {
  if (INVISIBLE.test(target) || target.includes('\\') || target.startsWith('//')) return null;
  // `https:evil.example` is a relative path on an https page and another site elsewhere.
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
  // `/.//evil.example` has this origin, but its path used alone would be another site's.
  return url.pathname.startsWith('//') ? null : url;
}

/**
 * A path of this site with query and fragment, from an untrusted value (`from`, `redirect`); otherwise
 * `fallback`, also for an absolute URL of this site: only paths are ever written there.
 */
export function sitePath(value: string | null | undefined, fallback: string): string {
  if (!value?.startsWith('/')) return fallback;
  const url = parseSafeUrl(value, { origin: 'http://site.invalid' });
  return url ? url.pathname + url.search + url.hash : fallback;
}
