import { createHash } from 'node:crypto';
import type { SiteConfig } from './config.ts';

/** The source expression that lets exactly this inline script or style run. */
export const cspHash = (content: string): string =>
  `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

// dompurify: rich text. default: React makes a script element through innerHTML when it builds a page anew.
const trustedTypes = (more = ''): string =>
  `require-trusted-types-for 'script'; trusted-types dompurify default${more}`;

/** The policy of a page: what its own inline pieces hash to, the site itself, and nothing else. */
export function pagePolicy(
  hashes: { scripts: readonly string[]; styles: readonly string[] },
  widget: SiteConfig['widget'],
): string {
  // In the page only where the operator says so: the script then shares everything with us.
  const inPage = widget?.mode === 'page' ? [new URL(widget.src).origin] : [];
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...hashes.scripts, ...inPage].join(' ')}`,
    `style-src ${["'self'", ...hashes.styles].join(' ')}`,
    "img-src 'self' data: blob:",
    "media-src 'self'",
    "font-src 'self'",
    `connect-src ${["'self'", ...inPage].join(' ')}`,
    `frame-src ${["'self'", ...inPage].join(' ')}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    trustedTypes(inPage.length ? ' chat-widget' : ''),
  ].join('; ');
}

/** For everything that is not a page: it may do nothing, wherever it is opened. */
export const INERT_POLICY = [
  "default-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  trustedTypes(),
].join('; ');

/** Headers of every answer, errors and files included. */
export function securityHeaders({ origin }: Pick<SiteConfig, 'origin'>): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy':
      'accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
    ...(origin.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  };
}
