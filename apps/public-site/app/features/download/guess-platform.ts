import type { ClientPlatform } from '@yunduo/validation';

/** The platform of a browser if it is unambiguous: no browser reveals the CPU of a Mac. */
export function guessPlatform(userAgent: string): ClientPlatform | null {
  return /Windows NT/.test(userAgent) ? 'windows-x64' : null;
}
