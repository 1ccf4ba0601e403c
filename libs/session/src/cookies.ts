/** A cookie of this site that every page may read before anything else runs; it lives so many seconds, 0 removes it. */
export function writeCookie(name: string, value: string, seconds: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`;
}

/** Whether a cookie is there with this value. */
export const hasCookie = (name: string, value: string): boolean =>
  document.cookie.split('; ').includes(`${name}=${value}`);
