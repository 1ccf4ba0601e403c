import { createHash } from 'node:crypto';
import type { SiteConfig } from './config.ts';

/** The CSP source expression for exactly this inline script or style. */
export const cspHash = (content: string): string =>
  `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

// dompurify: rich text. default: React creates a script element through innerHTML when it renders a page from scratch.
const trustedTypes = (more = ''): string =>
  `require-trusted-types-for 'script'; trusted-types dompurify default${more}`;

/** CSP of a page: the hashes of its inline scripts and styles, the site itself, and nothing else. */
export function pagePolicy(
  hashes: { scripts: readonly string[]; styles: readonly string[] },
  widget: SiteConfig['widget'],
): string {
  // In the page only if the operator configures it: the script then has full access to our origin.
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

/** For every response that is not a page: it may load and run nothing, wherever it is opened. */
export const INERT_POLICY = [
  "default-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  trustedTypes(),
].join('; ');

/** Headers of every response, including errors and files. */
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
