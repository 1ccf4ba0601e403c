import type { InlineHashes } from '../build-manifest/inline-hashes.ts';

/** A page may load what is its own and use the inline scripts and styles of its build; anything else may do nothing at all. */
function policy(page: InlineHashes | undefined): string {
  const allowed = page && [
    "default-src 'none'",
    `script-src ${["'self'", ...new Set(page.scripts)].join(' ')}`,
    `style-src ${["'self'", ...new Set(page.styles)].join(' ')}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
  ];
  return [
    ...(allowed ?? ["default-src 'none'", "form-action 'none'"]),
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types dompurify default',
  ].join('; ');
}

interface ConsoleAnswer {
  /** What stands inline in a page; without it, it is no page. */
  page?: InlineHashes | undefined;
  /** Whether visitors reach it over TLS. */
  https: boolean;
}

/** Headers of every answer of the developer center, from whatever serves it. */
export const consoleHeaders = ({ page, https }: ConsoleAnswer): Record<string, string> => ({
  'content-security-policy': policy(page),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
});
