import type { InlineHashes } from '../build-manifest/inline-hashes.ts';

/**
 * A page may load its own resources and run the inline scripts and styles of its build; other responses may
 * do nothing.
 */
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
  /** The hashes of a page's inline code; undefined if the response is not a page. */
  page?: InlineHashes | undefined;
  /** True if visitors use TLS. */
  https: boolean;
}

/** Headers of every response of the developer center, from every kind of host. */
export const consoleHeaders = ({ page, https }: ConsoleAnswer): Record<string, string> => ({
  'content-security-policy': policy(page),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
});
