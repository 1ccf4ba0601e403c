import type { ClientPlatform } from '@yunduo/validation';

/** The platform that a browser runs on, where it is only one: no browser says which chip a Mac has. */
export function guessPlatform(userAgent: string): ClientPlatform | null {
  return /Windows NT/.test(userAgent) ? 'windows-x64' : null;
}
