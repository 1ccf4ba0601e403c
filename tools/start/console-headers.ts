/** A page may load what is its own and run the inline scripts of its build; anything else may do nothing at all. */
function policy(scripts: readonly string[] | undefined): string {
  const page = scripts && [
    "default-src 'none'",
    `script-src ${["'self'", ...new Set(scripts)].join(' ')}`,
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
  ];
  return [
    ...(page ?? ["default-src 'none'", "form-action 'none'"]),
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types dompurify default',
  ].join('; ');
}

interface ConsoleAnswer {
  /** Sources of a page's inline scripts; without them it is no page. */
  scripts?: readonly string[] | undefined;
  /** Whether visitors reach it over TLS. */
  https: boolean;
}

/** Headers of every answer of the developer center, from whatever serves it. */
export const consoleHeaders = ({ scripts, https }: ConsoleAnswer): Record<string, string> => ({
  'content-security-policy': policy(scripts),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
});
