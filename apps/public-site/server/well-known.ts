import { localePath } from '@yunduo/i18n';
import { DAY } from '@yunduo/validation';

/** Where programs find what every site has at the same place (RFC 8615). */
export const CHANGE_PASSWORD = '/.well-known/change-password';
export const SECURITY = '/.well-known/security.txt';

/** The page that password managers open (W3C change-password). Signed out, it asks for the sign-in first. */
export const changePasswordPage = `${localePath('zh', '/user')}?panel=change-password`;

/** How long what `security.txt` says holds: it is written when it is asked for, so it never runs out. */
const VALID_DAYS = 180;

/** Whom to tell of a security problem (RFC 9116). */
export function securityTxt(origin: string, supportEmail: string, now: Date): string {
  // By whole days: a cache may keep it.
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
 * Whether a path asks for a file, since no page has such a path: programs that try `/wp-login.php` or `/.env` get a line, not a page.
 * A name with a dot in its last part, or a part that begins with one.
 */
export const asksForFile = (path: string): boolean => /\/\.|\.[^/]*$/.test(path);

/** What a system needs to put the site among its apps. The name is content, so it cannot be a built file. */
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
