import type { IncomingHttpHeaders } from 'node:http';
import { localeOfAccepted, localePath } from '@yunduo/i18n';
import { DAY } from '@yunduo/validation';

/** Well-known URIs (RFC 8615). */
export const CHANGE_PASSWORD = '/.well-known/change-password';
export const SECURITY = '/.well-known/security.txt';

/**
 * The page that password managers open (W3C change-password), in the language that the browser prefers: their address
 * names none. Signed-out visitors are asked to sign in first.
 */
export const changePasswordPage = (headers: IncomingHttpHeaders): string =>
  `${localePath(localeOfAccepted(headers['accept-language']) ?? 'zh', '/user')}?panel=change-password`;

/** Validity of `security.txt`, in days: it is generated per request, so it never expires. */
const VALID_DAYS = 180;

/** Contact for security problems (RFC 9116). */
export function securityTxt(origin: string, supportEmail: string, now: Date): string {
  // In whole days: a cache may keep it.
  const expires = new Date(Math.floor(now.getTime() / DAY + VALID_DAYS) * DAY);
  return [
    ...(supportEmail ? [`Contact: mailto:${supportEmail}`] : []),
    `Contact: ${origin}/feedback`,
    `Expires: ${expires.toISOString().replace('.000', '')}`,
    'Preferred-Languages: zh, en',
    `Canonical: ${origin}${SECURITY}`,
    '',
  ].join('\n');
}

/**
 * True for a path that can only be a file, since no page has such a path: scanners that try `/wp-login.php` or `/.env`
 * get one line instead of a page. Matches a dot in the last segment, or a segment that starts with one.
 */
export const asksForFile = (path: string): boolean => /\/\.|\.[^/]*$/.test(path);

/** Web app manifest, for installing the site as an app. The name is content, so this cannot be a built file. */
export function webManifest(name: string): string {
  return JSON.stringify({
    ...(name && { name, short_name: name }),
    start_url: '/',
    display: 'browser',
    lang: 'zh-CN',
    background_color: '#ffffff',
    theme_color: '#27b2bc',
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  });
}
