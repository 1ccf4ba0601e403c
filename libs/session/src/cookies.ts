// What the browser would not keep (cookies are off, or the document has no origin): it holds for this page.
const unkept = new Map<string, string>();

function jar(): string[] {
  try {
    return document.cookie.split('; ');
  } catch {
    return [];
  }
}

/**
 * The name as it stands in the jar. Over TLS it has the prefix with which browsers keep a cookie only if it came over TLS,
 * for this host alone and for every path: no other host and no plain connection can write one in its place.
 */
const nameInJar = (name: string): string => (location.protocol === 'https:' ? `__Host-${name}` : name);

/** A cookie of this site that every page may read before anything else runs; it lives so many seconds, 0 removes it. */
export function writeCookie(name: string, value: string, seconds: number): void {
  unkept.delete(name);
  try {
    const secure = location.protocol === 'https:' ? '; Secure' : '';
    document.cookie = `${nameInJar(name)}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`;
  } catch {
    // As if cookies were off.
  }
  if (seconds > 0 && !jar().includes(`${nameInJar(name)}=${value}`)) unkept.set(name, value);
}

/** Whether a cookie is there with this value. */
export const hasCookie = (name: string, value: string): boolean =>
  jar().includes(`${nameInJar(name)}=${value}`) || unkept.get(name) === value;
