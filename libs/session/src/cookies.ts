// Cookies that the browser does not store (cookies are off, or the document has no origin), kept for this
// page.
const unkept = new Map<string, string>();

function jar(): string[] {
  try {
    return document.cookie.split('; ');
  } catch {
    return [];
  }
}

/**
 * The full cookie name. Over TLS it has the `__Host-` prefix: browsers accept it only over TLS, for this host
 * alone and for every path, so no other host and no plain connection can set it.
 */
const nameInJar = (name: string): string => (location.protocol === 'https:' ? `__Host-${name}` : name);

/**
 * Sets a cookie that every page of this site can read before its scripts run. The lifetime is in seconds; 0
 * removes it.
 */
export function writeCookie(name: string, value: string, seconds: number): void {
  unkept.delete(name);
  try {
    const secure = location.protocol === 'https:' ? '; Secure' : '';
    document.cookie = `${nameInJar(name)}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`;
  } catch {
    // Handled as if cookies were off.
  }
  if (seconds > 0 && !jar().includes(`${nameInJar(name)}=${value}`)) unkept.set(name, value);
}

/** True if the cookie has this value. */
export const hasCookie = (name: string, value: string): boolean =>
  jar().includes(`${nameInJar(name)}=${value}`) || unkept.get(name) === value;
