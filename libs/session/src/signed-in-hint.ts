import { SESSION } from '@yunduo/validation';
import { hasCookie, writeCookie } from './cookies.ts';

/**
 * The cookie "probably signed in": it prevents a flicker of the frame, and the entry is loaded at once. It
 * holds no secret and authorises nothing; a wrong hint costs one call.
 */
export const SIGNED_IN_COOKIE = 'signed_in';

export const signedInHint = {
  read: (): boolean => hasCookie(SIGNED_IN_COOKIE, '1'),
  write: (): void => writeCookie(SIGNED_IN_COOKIE, '1', SESSION.idle / 1000),
  clear: (): void => writeCookie(SIGNED_IN_COOKIE, '', 0),
};
