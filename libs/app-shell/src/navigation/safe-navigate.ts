import { parseSafeUrl, type SafeUrlOptions } from './safe-url.ts';

export interface SafeNavigateOptions extends SafeUrlOptions {
  /** Client-side navigation for paths of this site. Without it the page is loaded. */
  navigate?: (to: string) => unknown;
}

/** The refused target, for a caller that wants to report it. */
export class NavigationRefused extends Error {
  override readonly name = 'NavigationRefused';
}

/**
 * Navigates to `target`: a path of this site, or an address of an explicitly allowed origin.
 * @throws NavigationRefused for any other target (R8.08)
 */
export function safeNavigate(target: string, { navigate, ...options }: SafeNavigateOptions = {}): void {
  const url = parseSafeUrl(target, options);
  if (!url) throw new NavigationRefused(`Refused to navigate to ${JSON.stringify(target.slice(0, 200))}`);
  const inside = url.origin === (options.origin ?? location.origin);
  if (inside && navigate) void navigate(url.pathname + url.search + url.hash);
  else location.assign(url.href);
}
