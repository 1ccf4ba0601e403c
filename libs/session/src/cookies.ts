// What the browser would not keep (cookies are off, or the document has no origin): it holds for this page.
const unkept = new Map<string, string>();

function jar(): string[] {
  try {
    return document.cookie.split('; ');
  } catch {
    return [];
  }
}

/** A cookie of this site that every page may read before anything else runs; it lives so many seconds, 0 removes it. */
export function writeCookie(name: string, value: string, seconds: number): void {
  unkept.delete(name);
  try {
    const secure = location.protocol === 'https:' ? '; Secure' : '';
    document.cookie = `${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`;
  } catch {
    // As if cookies were off.
  }
  if (seconds > 0 && !jar().includes(`${name}=${value}`)) unkept.set(name, value);
}

/** Whether a cookie is there with this value. */
export const hasCookie = (name: string, value: string): boolean =>
  jar().includes(`${name}=${value}`) || unkept.get(name) === value;
