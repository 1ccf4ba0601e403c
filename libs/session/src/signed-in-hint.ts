import { SESSION } from '@yunduo/validation';

/**
 * The cookie that says "probably signed in": the frame then does not flicker, and the entry is loaded at once. It
 * holds no secret and authorises nothing; a wrong hint costs one call.
 */
export const SIGNED_IN_COOKIE = 'signed_in';

export const signedInHint = {
  read: (): boolean => document.cookie.split('; ').includes(`${SIGNED_IN_COOKIE}=1`),
  write(): void {
    document.cookie = cookie('1', SESSION.idle / 1000);
  },
  clear(): void {
    document.cookie = cookie('', 0);
  },
};

function cookie(value: string, maxAge: number): string {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  return `${SIGNED_IN_COOKIE}=${value}; Path=/; Max-Age=${maxAge}; SameSite=Lax${secure}`;
}
